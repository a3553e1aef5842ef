import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Tables } from '../../storage/index.js';
import { encodeRow, type Row } from '../archive/row-lines.js';
import type { ArchiveEntry } from '../archive/write-archive.js';

/** The approximate characters in one piece of a table. */
const pieceSize = 2 * 1_048_576;
/** Rows between two turns of the event loop for other work. */
const rowsPerTurn = 500;

/** Yields the rows of a table in pieces of JSON lines, each an entry of the archive. Returns the number of rows. */
export async function* dumpTable(
  db: Kysely<Tables>,
  table: keyof Tables,
): AsyncGenerator<ArchiveEntry, number> {
  let lines: string[] = [];
  let size = 0;
  let pieces = 0;
  let rows = 0;
  const piece = (): ArchiveEntry => {
    const content = Buffer.from(`${lines.join('\n')}\n`);
    lines = [];
    size = 0;
    return { name: `database/${table}/${++pieces}.ndjson`, content };
  };
  for await (const row of db.selectFrom(table).selectAll().stream(rowsPerTurn)) {
    const line = encodeRow(row as Row);
    lines.push(line);
    size += line.length;
    rows += 1;
    if (size > pieceSize) yield piece();
    if (rows % rowsPerTurn === 0) await turn();
  }
  if (lines.length > 0) yield piece();
  return rows;
}
