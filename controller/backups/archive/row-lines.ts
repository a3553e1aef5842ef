import type { Json } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import type { SqlValue } from '../../storage/index.js';

export type Row = Record<string, SqlValue>;

/** Encodes a row as JSON; bytes become `{"base64": …}`. */
export function encodeRow(row: Row): string {
  const cells = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
  ]);
  return JSON.stringify(Object.fromEntries(cells));
}

/** Returns undefined for a line that `encodeRow` cannot have written. */
export function decodeRow(line: string): Row | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const row: Row = Object.create(null) as Row;
  for (const [name, cell] of Object.entries(value)) {
    const decoded = decodeCell(cell);
    if (decoded === undefined || !/^[a-z_]+$/.test(name) || name.startsWith('__')) return undefined;
    row[name] = decoded;
  }
  return row;
}

function decodeCell(cell: Json): SqlValue | undefined {
  if (cell === null || typeof cell === 'string' || typeof cell === 'number') return cell;
  return isObject(cell) && typeof cell['base64'] === 'string'
    ? Buffer.from(cell['base64'], 'base64')
    : undefined;
}
