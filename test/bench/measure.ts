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
  const result = await autocannon({ ...load, method, connections, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${load.url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  }
  return { perSecond: result.requests.average, p99Ms: result.latency.p99 };
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
