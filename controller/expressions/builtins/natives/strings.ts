import type { Json } from '../../json.js';
import { allocate, charge, fail, join as joined, scan } from '../../runtime/run.js';
import { members } from '../../values/access.js';
import { add } from '../../values/arithmetic.js';
import { describe, dump } from '../../values/dump.js';
import { parseJson, parseNumber } from '../../values/parse-json.js';
import { splitText } from '../../values/text.js';
import { formats, formatText } from '../formats.js';
import type { Natives } from './native.js';

function text(input: Json, message: string): string {
  return typeof input === 'string' ? input : fail(message);
}

function toNumber(input: Json): Json {
  if (typeof input === 'number') return input;
  if (typeof input === 'string') scan(input.length);
  const value = typeof input === 'string' ? parseNumber(input) : undefined;
  return value ?? fail(`${describe(input)} cannot be parsed as a number`);
}

function toBoolean(input: Json): Json {
  if (typeof input === 'boolean') return input;
  if (input === 'true') return true;
  if (input === 'false') return false;
  return fail(`${describe(input)} cannot be parsed as a boolean`);
}

function join(input: Json, separator: Json): Json {
  let joined: Json = null;
  for (const value of members(input)) {
    charge(1);
    const start: Json = joined === null ? '' : add(joined, separator);
    joined = add(
      start,
      typeof value === 'boolean' || typeof value === 'number' ? dump(value) : (value ?? ''),
    );
  }
  return joined ?? '';
}

function changeCase(input: Json, from: RegExp, change: (char: string) => string): string {
  const whole = text(input, 'explode input must be a string');
  // Each match is a call: at worst there is one for every second character.
  scan(whole.length * 16);
  return whole.replace(from, change);
}

/** Unicode's white space: U+0085 is, U+FEFF is not. */
const BLANK = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Loops, for a pattern that ends in `$` tries every run of blanks from each of its characters. */
function trim(input: Json, start: boolean, end: boolean): Json {
  const whole = text(input, 'trim input must be a string');
  let from = 0;
  let to = whole.length;
  if (start) while (from < to && BLANK.test(whole.charAt(from))) from++;
  if (end) while (to > from && BLANK.test(whole.charAt(to - 1))) to--;
  joined(whole.length);
  scan((from + whole.length - to) * 2);
  return whole.slice(from, to);
}

function startsWith(input: Json, start: Json): boolean {
  if (typeof input !== 'string' || typeof start !== 'string')
    return fail('startswith() requires string inputs');
  joined(input.length);
  joined(start.length);
  return input.startsWith(start);
}

function endsWith(input: Json, end: Json): boolean {
  if (typeof input !== 'string' || typeof end !== 'string') return fail('endswith() requires string inputs');
  joined(input.length);
  joined(end.length);
  return input.endsWith(end);
}

function trimStart(input: Json, start: Json): Json {
  return startsWith(input, start) ? (input as string).slice((start as string).length) : input;
}

function trimEnd(input: Json, end: Json): Json {
  if (!endsWith(input, end)) return input;
  return (input as string).slice(0, (input as string).length - (end as string).length);
}

function explode(input: Json): Json {
  const whole = text(input, 'explode input must be a string');
  allocate(whole.length * 8);
  scan(whole.length * 2);
  return Array.from(whole, (char) => char.codePointAt(0) as number);
}

function implode(input: Json): Json {
  if (!Array.isArray(input)) return fail('implode input must be an array');
  charge(input.length * 3);
  allocate(input.length * 2);
  return input
    .map((point) => {
      if (typeof point !== 'number' || Number.isNaN(point)) {
        return fail(`${describe(point)} can't be imploded, unicode codepoint needs to be numeric`);
      }
      const code = Math.trunc(point);
      return code < 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
        ? '\ufffd'
        : String.fromCodePoint(code);
    })
    .join('');
}

export const stringNatives: Natives = {
  'tostring/0': formatText,
  'tojson/0': dump,
  'fromjson/0': (input) =>
    parseJson(typeof input === 'string' ? input : fail(`${describe(input)} only strings can be parsed`)),
  'tonumber/0': toNumber,
  'toboolean/0': toBoolean,
  'ascii_downcase/0': (input) => changeCase(input, /[A-Z]+/g, (char) => char.toLowerCase()),
  'ascii_upcase/0': (input) => changeCase(input, /[a-z]+/g, (char) => char.toUpperCase()),
  'startswith/1': (input, start) => startsWith(input, start as Json),
  'endswith/1': (input, end) => endsWith(input, end as Json),
  'ltrimstr/1': (input, start) => trimStart(input, start as Json),
  'rtrimstr/1': (input, end) => trimEnd(input, end as Json),
  'trimstr/1': (input, affix) => trimEnd(trimStart(input, affix as Json), affix as Json),
  'trim/0': (input) => trim(input, true, true),
  'ltrim/0': (input) => trim(input, true, false),
  'rtrim/0': (input) => trim(input, false, true),
  'split/1': (input, separator) => {
    if (typeof input !== 'string' || typeof separator !== 'string')
      return fail('split input and separator must be strings');
    return splitText(input, separator);
  },
  'join/1': (input, separator) => join(input, separator as Json),
  'explode/0': explode,
  'implode/0': implode,
  'utf8bytelength/0': (input) => {
    const whole =
      typeof input === 'string' ? input : fail(`${describe(input)} only strings have UTF-8 byte length`);
    scan(whole.length);
    return Buffer.byteLength(whole);
  },
  'ascii/0': (input) =>
    typeof input === 'number' ? String.fromCharCode(input) : fail(`${describe(input)} is not a codepoint`),
  'format/1': (input, name) => {
    if (typeof name !== 'string') return fail(`${describe(name as Json)} is not a valid format`);
    const format = formats[name] ?? fail(`${name} is not a valid format`);
    return format(input);
  },
};
