import { parseJsonText } from '../../../../schemas/json/json-text.js';
import type { Json } from '../../../../schemas/json/types.js';
import type { Column, ColumnType } from '../engine/engine.js';

/** Returns the JSON form of a column with this declared type, by SQLite's rules of affinity (datatype3, 3.1). */
export function columnType(declared: string | null): ColumnType | undefined {
  const name = (declared ?? '').toUpperCase();
  if (name === '') return undefined;
  if (name.includes('BOOL')) return 'boolean';
  if (name.includes('JSON')) return 'json';
  if (name.includes('INT')) return 'integer';
  if (/CHAR|CLOB|TEXT|DATE|TIME|UUID/.test(name)) return 'text';
  if (name.includes('BLOB')) return 'bytes';
  return 'number';
}

/** Converts a stored value to JSON: whole numbers beyond 2^53 as text, bytes as base64. The text of JSON stays text. */
export function toJson(value: unknown, type: ColumnType | undefined): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') {
    if (type === 'boolean' && (value === 0n || value === 1n)) return value === 1n;
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.length).toString('base64');
  return String(value);
}

/** Reads the texts of a row's columns of JSON; the numbers in them cannot pass between processes. */
export function readJsonColumns(row: readonly Json[], columns: readonly Pick<Column, 'type'>[]): Json[] {
  return row.map((value, index) => {
    return columns[index]?.type === 'json' && typeof value === 'string' ? parsed(value) : value;
  });
}

function parsed(text: string): Json {
  try {
    return parseJsonText(text);
  } catch {
    return text;
  }
}
