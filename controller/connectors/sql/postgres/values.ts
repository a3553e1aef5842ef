import pg from 'pg';
import { parseJsonText } from '../../../../schemas/json/json-text.js';
import type { Json } from '../../../../schemas/json/types.js';
import type { ColumnType } from '../engine/engine.js';

/** Object identifiers of built-in types and of arrays of them (pg_type.dat); all others stay as PostgreSQL writes them. */
const builtIn: readonly (readonly [type: ColumnType, oid: number, array?: number])[] = [
  ['boolean', 16, 1000],
  ['bytes', 17, 1001],
  ['integer', 20, 1016],
  ['integer', 21, 1005],
  ['integer', 23, 1007],
  ['integer', 26],
  ['number', 700, 1021],
  ['number', 701, 1022],
  ['decimal', 1700, 1231],
  ['text', 25, 1009],
  ['text', 1043, 1015],
  ['text', 2950, 2951],
  ['json', 114, 199],
  ['json', 3802, 3807],
  ['date', 1082, 1182],
  ['timestamp', 1114, 1115],
  ['timestamp', 1184, 1185],
];
const types = new Map(builtIn.map(([type, oid]) => [oid, type]));
/** Array type → the type of its elements. */
const elements = new Map(builtIn.map(([, oid, array]) => [array, oid]));

export function columnType(oid: number): ColumnType {
  return types.get(oid) ?? (elements.has(oid) ? 'array' : 'text');
}

/** Parses the elements of `_text` as text, in nested lists. */
const parseArray = pg.types.getTypeParser(1009 as never) as (text: string) => unknown[];

/** Converts a text of PostgreSQL to JSON. Numbers that would lose digits stay text, times are RFC 3339, bytes base64. */
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
      return parseJsonText(text) as Json;
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
