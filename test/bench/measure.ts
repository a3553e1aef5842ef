import autocannon from 'autocannon';

export interface Load {
  url: string;
  headers: Record<string, string>;
  body?: string;
}

export interface Rate {
  perSecond: number;
  p99Ms: number;
}

/** Sends the next POST, or GET without a body, as soon as an answer arrives. @throws when an answer is not 2xx */
export async function postLoad(load: Load, connections: number, seconds: number): Promise<Rate> {
  const method = load.body === undefined ? 'GET' : 'POST';
  const { result, p99Ms } = await send({ ...load, method, connections, duration: seconds });
  return { perSecond: result.requests.average, p99Ms };
}

/**
 * Runs autocannon, whose own figures are whole milliseconds, and which ends half a second after the last answer or later.
 * `p99Ms` has a decimal; `answered` is the time of the last answer (`performance.now()`).
 * @throws when an answer is not 2xx
 */
export async function send(
  options: autocannon.Options,
): Promise<{ result: autocannon.Result; p99Ms: number; answered: number }> {
  const times: number[] = [];
  let answered = performance.now();
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, outcome) => (error ? reject(error) : resolve(outcome)));
    running.on('response', (_client, _status, _bytes, ms) => {
      answered = performance.now();
      times.push(ms);
    });
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${options.url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  const p99 = Float64Array.from(times).sort()[Math.floor(times.length * 0.99)] ?? Number.NaN;
  return { result, p99Ms: Math.round(p99 * 10) / 10, answered };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Prints rows in columns of equal width under their heads. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const lines = [head, ...rows.map((row) => row.map(String))];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)));
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    );
  }
}
