import type { Json } from '../../../../schemas/json/types.js';
import type { ColumnType } from '../engine/engine.js';

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

/** Converts a stored value to JSON: whole numbers beyond 2^53 as text, bytes as base64. */
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
  const text = String(value);
  return type === 'json' ? parsed(text) : text;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
