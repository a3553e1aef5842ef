import type { FieldPacket } from 'mysql2';
import { parseJsonText } from '../../../../schemas/json/json-text.js';
import type { Json } from '../../../../schemas/json/types.js';
import type { ColumnType } from '../engine/engine.js';

/** Types of the protocol ("Column Definition", MySQL internals); all others are texts, or bytes with the character set `binary`. */
const types: Readonly<Record<number, ColumnType>> = {
  0: 'decimal',
  1: 'integer',
  2: 'integer',
  3: 'integer',
  4: 'number',
  5: 'number',
  7: 'timestamp',
  8: 'integer',
  9: 'integer',
  10: 'date',
  11: 'text',
  12: 'timestamp',
  13: 'integer',
  14: 'date',
  16: 'integer',
  242: 'array',
  245: 'json',
  246: 'decimal',
  255: 'json',
};
const tiny = 1;
const float = 4;
const timestampWithZone = 7;
const bit = 16;
const binary = 63;

/** How values of a column become JSON. */
export interface ColumnReader {
  name: string;
  type: ColumnType;
  toJson(value: unknown): Json;
}

export function getReading(field: FieldPacket): ColumnReader {
  const {
    name,
    columnType = 0,
    columnLength,
    characterSet,
    extendedFormat,
  } = field as FieldPacket & {
    characterSet?: number;
    columnLength?: number;
    extendedFormat?: string;
  };
  if (extendedFormat === 'json') return { name, type: 'json', toJson: parsed };
  // `boolean` is a name for `tinyint(1)`.
  const isBoolean = (columnType === tiny || columnType === bit) && columnLength === 1;
  const typeName = isBoolean ? 'boolean' : types[columnType];
  const type = typeName ?? (characterSet === binary ? 'bytes' : 'text');
  return { name, type, toJson: (value) => (value === null ? null : converted(value, type, columnType)) };
}

function converted(value: unknown, type: ColumnType, columnType: number): Json {
  const raw = columnType === bit && Buffer.isBuffer(value) ? whole(value) : value;
  if (Buffer.isBuffer(raw)) return raw.toString('base64');
  if (type === 'boolean') return raw === 0 || raw === 1 ? raw === 1 : (raw as Json);
  if (type === 'json' && typeof raw === 'string') return parsed(raw);
  if (type === 'timestamp') return rfc3339(String(raw), columnType === timestampWithZone);
  if (columnType === float && typeof raw === 'number') return toShortestDecimal(raw);
  return raw as Json;
}

/** Converts the bits of a number; beyond 2^53 it is a text. */
function whole(bits: Buffer): number | string {
  const number = BigInt(`0x${bits.toString('hex') || '0'}`);
  return number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : number.toString();
}

function parsed(text: unknown): Json {
  if (typeof text !== 'string') return (text ?? null) as Json;
  try {
    return parseJsonText(text) as Json;
  } catch {
    return text;
  }
}

/** Dates that have no day, such as `0000-00-00`, stay as MySQL writes them. */
function rfc3339(text: string, hasZone: boolean): string {
  if (/-00/.test(text.slice(0, 10))) return text;
  return `${text.replace(' ', 'T')}${hasZone ? 'Z' : ''}`;
}

/** Returns the number with the fewest digits that is this one in single precision. */
function toShortestDecimal(single: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(single.toPrecision(digits));
    if (Math.fround(rounded) === single) return rounded;
  }
  return single;
}

/** Returns the JSON form of a column that the catalog describes. @param declared as `tinyint(1)` */
export function columnType(dataType: string, declared: string): ColumnType {
  if (/^(?:tinyint\(1\)|bit\(1\)|boolean)/i.test(declared)) return 'boolean';
  switch (dataType.toLowerCase()) {
    case 'tinyint':
    case 'smallint':
    case 'mediumint':
    case 'int':
    case 'integer':
    case 'bigint':
    case 'year':
    case 'bit':
      return 'integer';
    case 'float':
    case 'double':
      return 'number';
    case 'decimal':
      return 'decimal';
    case 'json':
    case 'geometry':
    case 'point':
      return 'json';
    case 'date':
      return 'date';
    case 'datetime':
    case 'timestamp':
      return 'timestamp';
    case 'binary':
    case 'varbinary':
    case 'tinyblob':
    case 'blob':
    case 'mediumblob':
    case 'longblob':
      return 'bytes';
    default:
      return 'text';
  }
}
