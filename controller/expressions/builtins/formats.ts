import type { Json } from '../json.js';
import { fail } from '../runtime/run.js';
import { describe, dump, dumpNumber } from '../values/dump.js';
import { wellFormed } from '../values/text.js';

/** A string as it is, anything else as JSON: `tostring`. */
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

/** The `@name` formats. */
export const formats: Readonly<Record<string, (value: Json) => string>> = {
  text: formatText,
  json: dump,
  html: (value) => formatText(value).replace(/[<>&'"]/g, (char) => HTML[char] as string),
  uri: (value) => encodeUri(formatText(value)),
  urid: (value) => decodeUri(formatText(value)),
  csv: (value) => row(value, 'csv', ',', (text) => `"${text.replaceAll('"', '""')}"`),
  tsv: (value) =>
    row(value, 'tsv', '\t', (text) => text.replace(/[\t\n\r\\]/g, (char) => TSV[char] as string)),
  sh: (value) => (Array.isArray(value) ? value : [value]).map(quoteForShell).join(' '),
  base64: (value) => Buffer.from(formatText(value)).toString('base64'),
  base64d: (value) => decodeBase64(formatText(value)),
};

function encodeUri(text: string): string {
  return encodeURIComponent(wellFormed(text)).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function decodeUri(text: string): string {
  const bytes: number[] = [];
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
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes));
  } catch {
    return fail(`${describe(text)} is not a valid uri encoding`);
  }
}

function row(value: Json, name: string, separator: string, quote: (text: string) => string): string {
  if (!Array.isArray(value)) return fail(`${describe(value)} cannot be ${name}-formatted, only array`);
  return value
    .map((cell) => {
      if (typeof cell === 'string') return quote(cell);
      if (cell === null) return '';
      if (typeof cell === 'object') return fail(`${describe(cell)} is not valid in a csv row`);
      return dump(cell);
    })
    .join(separator);
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
