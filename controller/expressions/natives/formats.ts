import { describe, dump, dumpNumber } from '../values/dump.js';
import type { Json } from '../values/json.js';
import { allocate, charge, fail, scan } from '../values/run.js';
import { wellFormed } from '../values/text.js';

/** Returns a string as it is, and other values as JSON: `tostring`. */
export function formatText(value: Json): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? dumpNumber(value) : dump(value);
}

const HTML: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  "'": '&apos;',
  '"': '&quot;',
};

const TSV: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\\': '\\\\' };

/** Returns the text that a format converts, and counts the work. */
function source(value: Json): string {
  const text = formatText(value);
  charge(4);
  scan(text.length * 2);
  return text;
}

/** Counts the output of a format. */
function written(text: string): string {
  allocate(text.length);
  scan(text.length);
  return text;
}

/** The `@name` formats. */
const formats: Readonly<Record<string, (value: Json) => string>> = {
  text: formatText,
  json: dump,
  html: (value) => escaped(source(value), /[<>&'"]/g, HTML),
  uri: (value) => written(encodeUri(source(value))),
  urid: (value) => decodeUri(source(value)),
  csv: (value) => row(value, 'csv', ',', (text) => `"${text.replaceAll('"', '""')}"`),
  tsv: (value) => row(value, 'tsv', '\t', (text) => escaped(text, /[\t\n\r\\]/g, TSV)),
  sh: (value) => line(Array.isArray(value) ? value : [value], ' ', quoteForShell),
  base64: (value) => written(Buffer.from(source(value)).toString('base64')),
  base64d: (value) => decodeBase64(source(value)),
};

/** Returns the format `@name`. */
export function formatNamed(name: string): (value: Json) => string {
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  return format ?? (() => fail(`${name} is not a valid format`));
}

/** Escapes characters, and counts the call for each match. */
function escaped(text: string, special: RegExp, escapes: Readonly<Record<string, string>>): string {
  let count = 0;
  const result = text.replace(special, (char) => {
    if ((++count & 0xff) === 0) charge(0x100);
    return escapes[char] as string;
  });
  allocate(result.length);
  return result;
}

/** Joins cells with a separator. */
function line(cells: readonly Json[], separator: string, write: (cell: Json) => string): string {
  charge(2);
  let text = '';
  for (const [index, cell] of cells.entries()) {
    charge(2);
    text += index === 0 ? write(cell) : separator + write(cell);
    // The final join of all pieces takes time for each of them.
    if (typeof cell === 'string') written(cell);
  }
  return written(text);
}

function encodeUri(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUri(text: string): string {
  const bytes: number[] = [];
  allocate(text.length * 8);
  scan(text.length * 16);
  const source = Buffer.from(text);
  for (let at = 0; at < source.length; at++) {
    if (source[at] !== 0x25) {
      bytes.push(source[at] as number);
      continue;
    }
    const digits = source.toString('latin1', at + 1, at + 3);
    if (!/^[0-9a-fA-F]{2}$/.test(digits)) fail(`${describe(text)} is not a valid uri encoding`);
    bytes.push(Number.parseInt(digits, 16));
    at += 2;
  }
  try {
    return decoder.decode(Buffer.from(bytes));
  } catch {
    return fail(`${describe(text)} is not a valid uri encoding`);
  }
}

function row(value: Json, name: string, separator: string, quote: (text: string) => string): string {
  if (!Array.isArray(value)) return fail(`${describe(value)} cannot be ${name}-formatted, only array`);
  return line(value, separator, (cell) => {
    if (typeof cell === 'string') return quote(cell);
    if (cell === null) return '';
    if (typeof cell === 'object') return fail(`${describe(cell)} is not valid in a csv row`);
    return dump(cell);
  });
}

function quoteForShell(value: Json): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "'\\''")}'`;
  if (typeof value === 'object' && value !== null)
    return fail(`${describe(value)} can not be escaped for shell`);
  return dump(value);
}

function decodeBase64(text: string): string {
  let end = text.length;
  while (text[end - 1] === '=') end--;
  const body = text.slice(0, end);
  if (/[^A-Za-z0-9+/]/.test(body)) fail(`${describe(text)} is not valid base64 data`);
  if (body.length % 4 === 1) fail(`${describe(text)} trailing base64 byte found`);
  return Buffer.from(body, 'base64').toString();
}
