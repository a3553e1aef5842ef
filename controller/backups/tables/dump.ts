import { setImmediate as turn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { SqlValue, Tables } from '../../storage/index.js';
import type { ArchiveEntry } from '../archive/write-archive.js';

/** Characters of one piece of a table, about. */
const PIECE = 2 * 1_048_576;
/** Others get their turn after so many rows. */
const ROWS_A_TURN = 500;

export type Row = Record<string, SqlValue>;

/** The rows of a table in pieces of JSON lines, each an entry of the archive; `count` is told how many. */
export async function* dumpTable(
  db: Kysely<Tables>,
  table: keyof Tables,
  count: (rows: number) => void,
): AsyncGenerator<ArchiveEntry> {
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
  for await (const row of db.selectFrom(table).selectAll().stream(ROWS_A_TURN)) {
    const line = encodeRow(row as Row);
    lines.push(line);
    size += line.length;
    rows += 1;
    if (size > PIECE) yield piece();
    if (rows % ROWS_A_TURN === 0) await turn();
  }
  if (lines.length > 0) yield piece();
  count(rows);
}

/** Whether the database has the table: another engine or version may lack one. */
export async function hasTable(db: Kysely<Tables>, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_master where type = 'table' and name = ${table}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Bytes become `{"base64": …}`. */
export function encodeRow(row: Row): string {
  return JSON.stringify(row, (_key, value) =>
    value instanceof Uint8Array
      ? { base64: Buffer.from(value).toString('base64') }
      : isJsonBuffer(value)
        ? { base64: Buffer.from(value.data).toString('base64') }
        : value,
  );
}

/** `JSON.stringify` asks a Buffer's own `toJSON` first. */
function isJsonBuffer(value: unknown): value is { type: 'Buffer'; data: number[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'Buffer' &&
    'data' in value
  );
}

/** Undefined for a line that no row of ours makes. */
export function decodeRow(line: string): Row | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const row: Row = Object.create(null) as Row;
  for (const [name, cell] of Object.entries(value)) {
    const decoded = decodeCell(cell);
    if (decoded === undefined || !/^[a-z_]+$/.test(name) || name.startsWith('__')) return undefined;
    row[name] = decoded;
  }
  return row;
}

function decodeCell(cell: unknown): SqlValue | undefined {
  if (cell === null || typeof cell === 'string' || typeof cell === 'number') return cell;
  if (typeof cell !== 'object') return undefined;
  const { base64 } = cell as { base64?: unknown };
  return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined;
}
