import { members } from '../values/access.js';
import { add } from '../values/arithmetic.js';
import { describe, dump } from '../values/dump.js';
import { isExactNumber, type Json, toComputable, typeName } from '../values/json.js';
import { parseJson, parseNumber } from '../values/parse-json.js';
import { allocate, charge, fail, join as joined, scan } from '../values/run.js';
import { splitText } from '../values/text.js';
import { formatNamed, formatText } from './formats.js';
import type { Natives } from './native.js';

function text(input: Json, message: string): string {
  return typeof input === 'string' ? input : fail(message);
}

function toNumber(input: Json): Json {
  if (typeof input === 'number' || isExactNumber(input)) return input;
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
      typeof value === 'boolean' || typeName(value) === 'number' ? dump(value) : (value ?? ''),
    );
  }
  return joined ?? '';
}

function changeCase(input: Json, from: RegExp, change: (char: string) => string): string {
  const whole = text(input, 'explode input must be a string');
  // Each match is a call; in the worst case, every second character is one.
  scan(whole.length * 16);
  return whole.replace(from, change);
}

/** White space of Unicode, which includes U+0085 but not U+FEFF. */
const BLANK = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** Removes blanks. A pattern that ends in `$` would take quadratic time on long runs of blanks inside the text. */
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

/** Compiles `startswith` or `endswith`. */
function affixTest(name: string, test: (text: string, affix: string) => boolean) {
  return (input: Json, affix: Json): boolean => {
    if (typeof input !== 'string' || typeof affix !== 'string')
      return fail(`${name}() requires string inputs`);
    joined(input.length);
    joined(affix.length);
    return test(input, affix);
  };
}

const startsWith = affixTest('startswith', (text, start) => text.startsWith(start));
const endsWith = affixTest('endswith', (text, end) => text.endsWith(end));

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
    .map(toComputable)
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
  'startswith/1': startsWith,
  'endswith/1': endsWith,
  'ltrimstr/1': trimStart,
  'rtrimstr/1': trimEnd,
  'trimstr/1': (input, affix) => trimEnd(trimStart(input, affix), affix),
  'trim/0': (input) => trim(input, true, true),
  'ltrim/0': (input) => trim(input, true, false),
  'rtrim/0': (input) => trim(input, false, true),
  'split/1': (input, separator) => {
    if (typeof input !== 'string' || typeof separator !== 'string')
      return fail('split input and separator must be strings');
    return splitText(input, separator);
  },
  'join/1': join,
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
    if (typeof name !== 'string') return fail(`${describe(name)} is not a valid format`);
    return formatNamed(name)(input);
  },
};
