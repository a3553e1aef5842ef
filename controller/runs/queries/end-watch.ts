const lookEveryMs = 150;
const maxAtOnce = 500;

/** Looks for the ends of runs that other nodes have, with one query for all callers that wait. */
export class EndWatch {
  readonly #waiting = new Map<string, Set<() => void>>();
  #timer: NodeJS.Timeout | undefined;

  /** @param ended returns those of these runs that have ended */
  constructor(private readonly ended: (ids: readonly string[]) => Promise<readonly string[]>) {}

  /** Calls `notify` when the run has ended; the returned function stops that. */
  add(id: string, notify: () => void): () => void {
    const all = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, all.add(notify));
    this.#lookLater();
    return () => {
      all.delete(notify);
      if (all.size === 0 && this.#waiting.get(id) === all) this.#waiting.delete(id);
    };
  }

  #lookLater(): void {
    this.#timer ??= setTimeout(() => void this.#look(), lookEveryMs).unref();
  }

  async #look(): Promise<void> {
    const ids = [...this.#waiting.keys()];
    for (let from = 0; from < ids.length; from += maxAtOnce) {
      // A query that fails is repeated by the next look.
      const ended = await this.ended(ids.slice(from, from + maxAtOnce)).catch(() => []);
      for (const id of ended) for (const notify of [...(this.#waiting.get(id) ?? [])]) notify();
    }
    this.#timer = undefined;
    if (this.#waiting.size > 0) this.#lookLater();
  }
}
