import pg from 'pg';
import type { Json } from '../../../../schemas/json/types.js';
import type { ColumnType } from '../engine/engine.js';

/** Object identifiers of built-in types (pg_type.dat); all others stay as PostgreSQL writes them. */
const types: ReadonlyMap<number, ColumnType> = new Map([
  [16, 'boolean'],
  [17, 'bytes'],
  [20, 'integer'],
  [21, 'integer'],
  [23, 'integer'],
  [26, 'integer'],
  [700, 'number'],
  [701, 'number'],
  [1700, 'decimal'],
  [114, 'json'],
  [3802, 'json'],
  [1082, 'date'],
  [1114, 'timestamp'],
  [1184, 'timestamp'],
]);

/** Array type → the type of its elements. */
const elements: ReadonlyMap<number, number> = new Map([
  [1000, 16],
  [1001, 17],
  [1005, 21],
  [1007, 23],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1231, 1700],
  [1009, 25],
  [1015, 1043],
  [2951, 2950],
  [199, 114],
  [3807, 3802],
  [1182, 1082],
  [1115, 1114],
  [1185, 1184],
]);

export function columnType(oid: number): ColumnType {
  return types.get(oid) ?? (elements.has(oid) ? 'array' : 'text');
}

/** Parses the elements of `_text` as text, in nested lists. */
const parseArray = pg.types.getTypeParser(1009 as never) as (text: string) => unknown[];

/**
 * Converts a value in PostgreSQL's text format to JSON: whole numbers beyond 2^53 and all of `numeric` as text, so that no digit
 * is lost; times as RFC 3339 in UTC with all digits; bytes as base64.
 */
export function toJson(text: string | null, oid: number): Json {
  if (text === null) return null;
  const element = elements.get(oid);
  if (element !== undefined) return inArray(parseArray(text), element);
  switch (types.get(oid)) {
    case 'boolean':
      return text === 't';
    case 'integer': {
      const number = Number(text);
      return Number.isSafeInteger(number) ? number : text;
    }
    case 'number': {
      const number = Number(text);
      return Number.isFinite(number) ? number : text;
    }
    case 'json':
      return JSON.parse(text) as Json;
    case 'bytes':
      return Buffer.from(text.slice(2), 'hex').toString('base64');
    case 'timestamp':
      return /^\d{4}-/.test(text) && !text.endsWith('BC')
        ? text.replace(' ', 'T').replace(/\+00$/, 'Z')
        : text;
    default:
      return text;
  }
}

function inArray(values: readonly unknown[], oid: number): Json {
  return values.map((value) =>
    Array.isArray(value) ? inArray(value, oid) : toJson(value as string | null, oid),
  );
}
