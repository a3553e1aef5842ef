import { isObject } from '../../../schemas/json/values.js';
import type { Json, JsonObject } from '../values/json.js';
import { allocate, charge, fail, scan } from '../values/run.js';
import { formatText } from './formats.js';
import type { Natives } from './native.js';

/** Most columns of a table. */
const maxColumns = 10_000;

interface Options {
  separator: string;
  hasHeader: boolean;
}

function readOptions(value: Json, hasHeaderElse: boolean): Options {
  if (!isObject(value))
    return fail('the options of a table are an object such as {separator: ";", header: true}');
  const { separator = ',', header = hasHeaderElse, ...others } = value as JsonObject;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return fail(`a table has no option "${unknown}"; it has "separator" and "header"`);
  if (typeof separator !== 'string' || separator.length !== 1 || /["\r\n]/.test(separator))
    return fail('a separator is one character, such as ";"');
  if (typeof header !== 'boolean') return fail('"header" is true or false');
  return { separator, hasHeader: header };
}

/** Reads a table as RFC 4180 has it; the ends of lines may be those of any system. */
function parseRows(text: string, separator: string): string[][] {
  scan(text.length * 4);
  allocate(text.length);
  const rows: string[][] = [];
  let row: string[] = [];
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  while (at < text.length) {
    charge(3);
    const [cell, end] = text[at] === '"' ? readQuoted(text, at, separator) : readPlain(text, at, separator);
    row.push(cell);
    if (row.length > maxColumns) return fail(`a row of a table has at most ${maxColumns} cells`);
    if (text[end] === separator) {
      at = end + 1;
      // A separator at the end of the text has an empty cell behind it.
      if (at === text.length) row.push('');
      continue;
    }
    rows.push(row);
    row = [];
    at = text.startsWith('\r\n', end) ? end + 2 : end + 1;
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function readPlain(text: string, from: number, separator: string): [string, number] {
  let end = from;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
  return [text.slice(from, end), end];
}

function readQuoted(text: string, from: number, separator: string): [string, number] {
  let cell = '';
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return fail('a quoted cell of the table does not end');
    cell += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      const end = quote + 1;
      if (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r')
        return fail('a quoted cell of the table goes on behind its quote');
      return [cell, end];
    }
    cell += '"';
    at = quote + 2;
    charge(1);
  }
}

function fromCsv(input: Json, options: Json): Json {
  if (typeof input !== 'string') return fail('from_csv takes a text');
  const { separator, hasHeader } = readOptions(options, false);
  const rows = parseRows(input, separator);
  if (!hasHeader) return rows;
  const [names = [], ...records] = rows;
  if (new Set(names).size < names.length) return fail('two columns of the table have one name');
  return records.map((row) => {
    charge(names.length * 4);
    if (row.length > names.length) return fail('a row of the table has more cells than there are names');
    // Names such as `__proto__` are members like all others.
    return Object.fromEntries(names.map((name, index) => [name, row[index] ?? '']));
  });
}

function toCsv(input: Json, options: Json): Json {
  if (!Array.isArray(input)) return fail('to_csv takes an array of rows');
  const { separator, hasHeader } = readOptions(options, true);
  const names = input.every(isObject) ? getNames(input) : undefined;
  if (names === undefined && !input.every(Array.isArray))
    return fail('the rows of to_csv are all objects, or all arrays');
  const rows = names
    ? input.map((row) => names.map((name) => (row as JsonObject)[name] ?? null))
    : (input as Json[][]);
  const all = names && hasHeader ? [names, ...rows] : rows;
  const text = all.map((row) => row.map((cell) => writeCell(cell, separator)).join(separator)).join('\n');
  allocate(text.length);
  return text;
}

/** The names of the members of all rows, in the order of their first use. */
function getNames(rows: readonly Json[]): string[] {
  const names = new Set<string>();
  for (const row of rows) {
    const own = Object.keys(row as JsonObject);
    charge(own.length * 2);
    for (const name of own) names.add(name);
  }
  return names.size > maxColumns ? fail(`a row of a table has at most ${maxColumns} cells`) : [...names];
}

function writeCell(cell: Json, separator: string): string {
  charge(3);
  const text = cell === null ? '' : formatText(cell);
  scan(text.length * 2);
  const isPlain = !text.includes(separator) && !/["\r\n]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/** Tables of text, which jq writes row by row and does not read. */
export const tableNatives: Natives = {
  'from_csv/0': (input) => fromCsv(input, {}),
  'from_csv/1': fromCsv,
  'to_csv/0': (input) => toCsv(input, {}),
  'to_csv/1': toCsv,
};
