import mysql from 'mysql2';
import { isExactNumber } from '../../../../schemas/json/exact-number.js';
import { toJsonText } from '../../../../schemas/json/json-text.js';
import type { Json } from '../../../../schemas/json/types.js';
import type { Column, SqlValue } from '../engine/engine.js';
import { ConstraintError } from '../engine/errors.js';

/** Converts a value for a column, or for an unknown type. @throws ConstraintError for a value that MySQL would take for another */
export function toSql(value: Json, column?: Column): SqlValue {
  if (value === null) return null;
  if (column?.type === 'json') return toJsonText(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === 'string') return column ? textToSql(value, column) : value;
  if (isExactNumber(value)) return column ? textToSql(String(value), column) : String(value);
  return typeof value === 'object' ? toJsonText(value) : value;
}

/** MySQL compares a number with the digits that a text begins with: `7 = '7 or so'`. */
function textToSql(text: string, { name, type }: Column): SqlValue {
  const refused = (what: string) =>
    new ConstraintError('value', `\`${text.slice(0, 100)}\` is not ${what}, which \`${name}\` holds`);
  switch (type) {
    case 'bytes':
      return Buffer.from(text, 'base64');
    case 'integer':
      if (!/^-?\d{1,20}$/.test(text)) throw refused('a whole number');
      return BigInt(text);
    case 'number':
    case 'decimal':
      if (!/^-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i.test(text)) throw refused('a number');
      return text;
    case 'boolean':
      if (!/^[01]$/.test(text)) throw refused('a boolean');
      return BigInt(text);
    case 'timestamp':
      return time(text);
    default:
      return text;
  }
}

/** Converts a time of RFC 3339 to the form of MySQL, in UTC; another text stays. */
function time(text: string): string {
  const [, date, clock, fraction = '', zone] =
    /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  if (date === undefined) return text;
  const isLocal = zone === undefined || /^z$/i.test(zone);
  const moment = isLocal ? undefined : new Date(`${date}T${clock}${zone}`);
  if (moment && Number.isNaN(moment.getTime())) return text;
  const utc = moment ? moment.toISOString().slice(0, 19).replace('T', ' ') : `${date} ${clock}`;
  return `${utc}${fraction.slice(0, 7)}`;
}

/** Returns the value as the driver sends it: whole numbers as such, where it would send a text or a fraction. */
export function bound(value: SqlValue): unknown {
  const { BIGINT } = mysql.TypedParameter;
  if (typeof value === 'bigint') return value >= 2n ** 63n ? BIGINT.unsigned(value) : BIGINT(value);
  if (value instanceof Uint8Array && !Buffer.isBuffer(value)) return Buffer.from(value);
  return value;
}
