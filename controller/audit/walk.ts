import type { Storage } from '../storage/index.js';
import { chained, type Line, type Link, linesOf } from './chain.js';

const chunk = 1_000;

/** A row of the log: its records, and what is wrong with the first that does not follow the one before it. */
export interface Step {
  lines: Line[];
  /** Of the last record that fits. */
  link: Link;
  broken?: { seq: number; reason: string };
}

/** Follows the chain behind `from`, row by row, and ends with the first record that does not fit. */
export async function* walk(storage: Storage, from: Link): AsyncGenerator<Step> {
  let link = from;
  // What stands before an anchor is looked at too: nothing may.
  for (let after = -1; ; ) {
    const rows = await storage.db
      .selectFrom('audit')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(chunk)
      .execute();
    for (const row of rows) {
      const lines = linesOf(row);
      for (const line of lines) {
        const reason = faultOf(link, line);
        if (reason) {
          const seq = Math.min(line.seq, link.seq + 1);
          yield { lines: lines.slice(0, lines.indexOf(line)), link, broken: { seq, reason } };
          return;
        }
        link = { seq: line.seq, hash: line.hash };
      }
      after = row.seq;
      yield { lines, link };
    }
    if (rows.length < chunk) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function faultOf(before: Link, { seq, hash, at, text }: Line): string | undefined {
  if (seq !== before.seq + 1)
    return seq > before.seq ? 'the record is missing' : 'the record stands before the anchor';
  if (hash !== chained(before, at, text).hash)
    return 'the record is not what was written, or one before it is gone';
  return undefined;
}
