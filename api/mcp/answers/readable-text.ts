import { isExactNumber } from '../../../schemas/json/exact-number.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';

/** YAML limits a key to 1,024 characters on the line of its value. */
const maxKeyLength = 1_000;
/** Characters of a list of words on one line. */
const maxLineLength = 120;

/**
 * Returns an answer as text for a model: YAML 1.2 that parses to the same value, without quotes and escapes where YAML needs
 * none. Long texts stand in blocks, whole and line by line.
 */
export function toReadableText(value: JsonObject): string {
  if (Object.keys(value).length === 0) return '{}';
  const text = writeMembers(value, '').slice(1);
  // The line breaks that end the last block end with that of the line.
  return text.endsWith('\n') ? `${text}\n` : text;
}

/** Returns a value as it follows `key:` or `-`, with the space or the line breaks before it. */
function write(value: Json, indent: string, isInList: boolean): string {
  if (typeof value === 'string') return ` ${writeText(value, indent)}`;
  if (isExactNumber(value)) return ` ${(value as () => string)()}`;
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}`;
  if (Array.isArray(value)) return writeList(value, indent, isInList);
  if (Object.keys(value).length === 0) return ' {}';
  const members = writeMembers(value, `${indent}  `);
  // The first member stands beside the dash.
  return isInList ? ` ${members.slice(indent.length + 3)}` : members;
}

function writeMembers(object: JsonObject, indent: string): string {
  const members = Object.entries(object).map(([name, value]) => {
    const key = isPlain(name) ? name : JSON.stringify(name);
    const start = key.length > maxKeyLength ? `? ${key}\n${indent}:` : `${key}:`;
    return `\n${indent}${start}${write(value, indent, false)}`;
  });
  return members.join('');
}

function writeList(items: readonly Json[], indent: string, isInList: boolean): string {
  if (items.length === 0) return ' []';
  const line = writeWords(items);
  if (line !== undefined) return line;
  const inner = isInList ? `${indent}  ` : indent;
  const text = items.map((item) => `\n${inner}-${write(item, inner, true)}`).join('');
  return isInList ? ` ${text.slice(inner.length + 1)}` : text;
}

/** Returns a list of a few words on one line; undefined for any other. */
function writeWords(items: readonly Json[]): string | undefined {
  // Each takes a letter, a comma and a blank. An item that is no text may have no form as one.
  if (items.length * 3 > maxLineLength || !items.every(isWord)) return undefined;
  const line = ` [${items.join(', ')}]`;
  return line.length <= maxLineLength ? line : undefined;
}

/** True for a text that is a plain scalar inside of brackets too. */
function isWord(item: Json): boolean {
  return typeof item === 'string' && /^[\w./@-]+$/.test(item) && isPlain(item);
}

function writeText(text: string, indent: string): string {
  if (isPlain(text)) return text;
  const isPrintable = printable.test(text);
  if (isPrintable && text.includes('\n')) return writeBlock(text, indent);
  if (!isPrintable || text.includes('\n')) return JSON.stringify(text);
  if (!text.includes("'")) return `'${text}'`;
  return /["\\]/.test(text) ? writeBlock(text, indent) : `"${text}"`;
}

/** Writes a text line by line; its end says how many line breaks the text ends with. */
function writeBlock(text: string, indent: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  const body = text.slice(0, end);
  // A last line of spaces would belong to the end.
  if (/(?:^|\n) *$/.test(body)) return JSON.stringify(text);
  const breaks = text.length - end;
  const chomping = ['-', ''][breaks] ?? '+';
  // A block that begins with a space or an empty line needs to say how far it is indented.
  const depth = /^[ \n]/.test(body) ? '2' : '';
  const lines = body.split('\n').map((line) => (line === '' ? '' : `${indent}  ${line}`));
  return `|${depth}${chomping}\n${lines.join('\n')}${'\n'.repeat(Math.max(0, breaks - 1))}`;
}

/** Characters that YAML prints as they are; others are escaped. */
const printable = /^[\n\x20-\x7e\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u;
/** A first character that begins nothing else than a text. */
const plainStart = /^[\p{L}\d_/.($<+]/u;
const notPlain = /: |:$| #|^\s|\s$|\n/;
/** Words that YAML reads as something else than a text. */
const reserved =
  /^(?:null|true|false|[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:e[-+]?\d+)?|0o[0-7]+|0x[\da-f]+|[-+]?\.inf|\.nan|\.{3}.*)$/i;

function isPlain(text: string): boolean {
  return plainStart.test(text) && !notPlain.test(text) && !reserved.test(text) && printable.test(text);
}
