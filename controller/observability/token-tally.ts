/** Tokens of language models. */
export interface TokenCount {
  connection: string;
  kind: 'input' | 'output';
  count: number;
}

/** Connections with figures of their own. */
const maxConnections = 200;
/** The label of all others; no name of a connection begins with an underscore. */
const others = '_other';

/** Counts the tokens that language models have read and written in this process, by connection. */
export class TokenTally {
  readonly #used = new Map<string, { input: number; output: number }>();

  add(
    connection: string,
    { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number },
  ): void {
    const name = this.#used.has(connection) || this.#used.size < maxConnections ? connection : others;
    const { input, output } = this.#used.get(name) ?? { input: 0, output: 0 };
    this.#used.set(name, { input: input + inputTokens, output: output + outputTokens });
  }

  counts(): readonly TokenCount[] {
    return [...this.#used].flatMap(([connection, { input, output }]): TokenCount[] => [
      { connection, kind: 'input', count: input },
      { connection, kind: 'output', count: output },
    ]);
  }
}
