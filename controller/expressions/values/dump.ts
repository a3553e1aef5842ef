import { isExactNumber } from '../../../schemas/json/exact-number.js';
import type { ExactNumber } from '../../../schemas/json/types.js';
import { isObject, type Json, typeName } from './json.js';
import { allocate, charge, chargeWide, scan } from './run.js';
import { wellFormed } from './text.js';

/** Text that jq prints in place of values that are nested deeper. */
const tooDeep = '"<skipped: too deep>"';
const maxDepth = 10_000;

/** Returns the compact JSON text of a value: `tojson`. */
export function dump(value: Json): string {
  if (typeof value !== 'object' || value === null) return dumpScalar(value);
  return dumpPlain(value) ?? dumpContainer(value, Number.POSITIVE_INFINITY);
}

/** Deepest nesting that is printed by JSON.stringify. */
const SHALLOW = 64;

/** Prints by JSON.stringify; returns undefined when that would differ from jq. */
function dumpPlain(value: Json): string | undefined {
  if (!isPlain(value, 0)) return undefined;
  const text = JSON.stringify(value);
  return text.includes('\u007f') || /\\ud[89a-f]/.test(text) ? undefined : text;
}

/** Tells if JavaScript and jq print all numbers of a value alike, and counts the work of printing. */
function isPlain(value: Json, depth: number): boolean {
  if (typeof value === 'number') return isPlainNumber(value);
  if (isExactNumber(value)) return false;
  if (typeof value === 'string') return counted(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > SHALLOW) return false;
  const members = Array.isArray(value) ? value : Object.values(value);
  charge(1 + members.length);
  // The members are listed here, and again by JSON.stringify.
  if (!Array.isArray(value)) chargeWide(members.length, 3);
  allocate(members.length * 4);
  for (const member of members) if (!isPlain(member, depth + 1)) return false;
  if (!Array.isArray(value)) Object.keys(value).forEach(counted);
  return true;
}

/** Counts the printing of a text. */
function counted(text: string): true {
  allocate(text.length);
  scan(text.length * 2);
  return true;
}

function isPlainNumber(value: number): boolean {
  const size = Math.abs(value);
  return size < 1e15 && (size >= 1e-4 || Object.is(value, 0));
}

function dumpScalar(value: null | boolean | number | string | ExactNumber): string {
  if (typeof value === 'number') return dumpNumber(value);
  if (typeof value === 'string') return counted(value) && dumpText(value);
  return String(value);
}

function dumpText(value: string): string {
  // U+007F is the only character that jq escapes and JSON.stringify does not.
  return JSON.stringify(wellFormed(value)).replaceAll('\u007f', '\\u007f');
}

/** Prints a number with at most 17 digits, and `nan` and infinity as jq does. */
export function dumpNumber(value: number): string {
  if (Number.isSafeInteger(value)) return value === 0 && Object.is(value, -0) ? '-0' : `${value}`;
  if (Number.isNaN(value)) return 'null';
  if (value === Number.POSITIVE_INFINITY) return '1.7976931348623157e+308';
  if (value === Number.NEGATIVE_INFINITY) return '-1.7976931348623157e+308';
  return formatFraction(value);
}

/** Prints the shortest digits that read back as the value, with an exponent where jq writes one. */
function formatFraction(value: number): string {
  const [mantissa = '', power = '0'] = Math.abs(value).toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const exponent = Number(power);
  const sign = value < 0 ? '-' : '';
  const point = exponent + 1;
  if (point <= -4 || point > digits.length + 15) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    const size = String(Math.abs(exponent)).padStart(2, '0');
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? '-' : '+'}${size}`;
  }
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (digits.length <= point) return `${sign}${digits.padEnd(point, '0')}`;
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** A container that is being printed. */
interface Open {
  readonly values: readonly Json[];
  readonly keys: readonly string[] | undefined;
  next: number;
}

/** Prints at least `limit` characters, with a stack of its own because values may be deeply nested. */
function dumpContainer(value: Json[] | { [key: string]: Json }, limit: number): string {
  const open: Open[] = [start(value)];
  let text = Array.isArray(value) ? '[' : '{';
  let charged = 0;
  while (text.length <= limit) {
    const top = open.at(-1);
    if (top === undefined) break;
    if (top.next >= top.values.length) {
      text += top.keys === undefined ? ']' : '}';
      open.pop();
      continue;
    }
    const index = top.next++;
    const member = top.values[index] as Json;
    if (index > 0) text += ',';
    if (top.keys !== undefined) text += `${dumpText(top.keys[index] as string)}:`;
    if (typeof member === 'string')
      text += dumpScalar(member.length > limit ? member.slice(0, limit) : member);
    else if (typeof member !== 'object' || member === null) text += dumpScalar(member);
    else if (open.length > maxDepth) text += tooDeep;
    else {
      text += Array.isArray(member) ? '[' : '{';
      open.push(start(member));
    }
    if (text.length - charged > 65_536) {
      allocate(text.length - charged);
      charged = text.length;
    }
  }
  return text;
}

function start(value: Json[] | { [key: string]: Json }): Open {
  const values = Array.isArray(value) ? value : Object.values(value);
  charge(1 + (values.length >> 2));
  if (!Array.isArray(value)) chargeWide(values.length, 2);
  return { values, keys: Array.isArray(value) ? undefined : Object.keys(value), next: 0 };
}

/** Bytes of UTF-8 that an error message shows of a value. */
const SHOWN = 29;

/** Describes a value as jq's messages do, cut to a few bytes: `string ("abc")`. */
export function describe(value: Json): string {
  return `${typeName(value)} (${excerpt(value)})`;
}

/** Returns the JSON text of a value, cut as jq cuts it. */
export function excerpt(value: Json): string {
  const text = beginning(value, SHOWN * 4);
  // In the most common case, each character is one byte and there are few.
  if (text.length <= SHOWN && ASCII.test(text)) return text;
  const bytes = Buffer.from(text.slice(0, SHOWN * 4));
  if (bytes.length <= SHOWN && text.length <= SHOWN) return text;
  return cut(
    bytes,
    typeof value === 'string' ? '"' : Array.isArray(value) ? ']' : isObject(value) ? '}' : '',
  );
}

const ASCII = /^[\0-\x7f]*$/;

/** Returns the beginning of the JSON text of a value, at least `limit` long, or all of it. */
function beginning(value: Json, limit: number): string {
  if (typeof value === 'string') return dumpText(value.slice(0, limit));
  return typeof value === 'object' && value !== null ? dumpContainer(value, limit) : dumpScalar(value);
}

function cut(bytes: Buffer, close: string): string {
  let end = SHOWN - 3 - close.length;
  while (end > 0 && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return `${bytes.subarray(0, end).toString()}...${close}`;
}
