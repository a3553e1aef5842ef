import type { Json, JsonObject } from '../../../schemas/json.js';
import { Problem } from '../../problems/index.js';
import { isEqual } from '../compare/equal.js';
import { checkWritable } from './check-writable.js';
import { endOf, type Slot } from './entries.js';
import { Planner, type PlanOptions, wholeDocument } from './planner.js';
import { byteOrderMark, type ReadOptions, unreadable } from './read-yaml.js';
import { parseSource, type Source } from './source.js';
import { applySplices, inOrder, type Splice, tighten } from './splice.js';
import { hasWindowsLines, withWindowsLines } from './windows-lines.js';
import { writeWhole } from './write-whole.js';

/** The limits are those of the file, and of the file as it will be; JSON stays JSON. */
export type RewriteOptions = ReadOptions;

export interface Rewritten {
  text: string;
  /** What was done to the source, in order and apart from each other: all other characters are as they were. */
  edits: readonly Splice[];
}

/**
 * Tried one after the other until the text says what it is to say. A text that ends in several line breaks would take
 * blank lines below it for its own: then it goes in quotes.
 */
const attempts: readonly PlanOptions[] = [
  { coarseness: 0 },
  { coarseness: 0, quotesBreaks: true },
  { coarseness: 1, quotesBreaks: true },
  { coarseness: 2, quotesBreaks: true },
  { coarseness: 4, quotesBreaks: true },
];

/** In characters; reading it again takes too long to do it many times. */
const largeFile = 200_000;

/**
 * The text of a file, changed as little as can be so that it holds `intended`: comments, order, quotes, block texts,
 * anchors, indentation and line ends stay, and what is new is written as its neighbours are. The text is read again
 * before it is given back. A member's place among others is kept, not taken from `intended`.
 * @throws Problem entity_file_unreadable, entity_invalid
 */
export function rewriteYaml(source: string, intended: JsonObject, options: RewriteOptions): Rewritten {
  checkWritable(intended, options.limits.depth);
  const mark = source.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  const edits = editsFor(source.slice(mark), intended, options);
  const shifted = edits.map(({ start, end, text }) => ({ start: start + mark, end: end + mark, text }));
  return { text: applySplices(source, shifted), edits: shifted };
}

function editsFor(body: string, intended: JsonObject, options: RewriteOptions): Splice[] {
  // To YAML, lines that end in one way say the same as lines that end in another, and these are read much faster.
  if (hasWindowsLines(body)) return withWindowsLines(body, (text) => editsFor(text, intended, options));
  const parsed = parseSource(body, options.limits, options.isJson ?? false);
  if (parsed.finding) throw unreadable(body, parsed.finding);
  return isEqual(parsed.source.value, intended) ? [] : planEdits(body, parsed.source, intended, options);
}

function planEdits(body: string, read: Source, intended: JsonObject, options: RewriteOptions): Splice[] {
  const { limits, isJson = false } = options;
  const says = (splices: readonly Splice[]) => holds(applySplices(body, splices), intended, options);
  // A last line without a line break is planned as if it had one.
  const isOpen = body !== '' && !body.endsWith('\n');
  const source = isOpen ? parseSource(body + read.eol, limits, isJson).source : read;
  const most = body.length > largeFile ? 2 : attempts.length;
  for (const attempted of source ? attempts.slice(0, most) : []) {
    const planned = source && attempt(source, intended, attempted);
    if (!planned) break;
    const edits = isOpen ? withoutLastBreak(planned, body, read.eol) : planned;
    if (says(edits)) return edits;
  }
  for (const whole of writeWhole(read, intended, isJson)) {
    const edits = [tighten(body, { start: 0, end: body.length, text: whole })].filter(
      (edit) => edit !== undefined,
    );
    if (says(edits)) return edits;
  }
  const detail = 'The definition cannot be written as a file that says the same.';
  throw new Problem('entity_invalid', detail, {
    hints: ['Look for numbers with too many digits, and for texts that are no valid Unicode.'],
  });
}

function attempt(source: Source, intended: JsonObject, options: PlanOptions): Splice[] | undefined {
  const { contents, text } = source;
  if (contents === null) return undefined;
  const [start] = contents.range;
  const root: Slot = {
    node: contents,
    start,
    sep: start,
    valueStart: start,
    end: endOf(text, contents),
    column: -1,
    inFlow: false,
    holder: 'document',
  };
  try {
    const splices = new Planner(source, options).plan(root, source.value, intended);
    return inOrder(splices).flatMap((splice) => tighten(text, splice) ?? []);
  } catch (error) {
    if (error === wholeDocument) return undefined;
    throw error;
  }
}

function holds(text: string, intended: Json, { limits, isJson = false }: RewriteOptions): boolean {
  const { source } = parseSource(text, limits, isJson);
  return source !== undefined && isEqual(source.value, intended) && (!isJson || isJsonText(text));
}

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The same edits for a text without the line break at its end, which is to have none after them either. */
function withoutLastBreak(edits: readonly Splice[], body: string, eol: string): Splice[] {
  const before = [...edits];
  const last = before.pop();
  if (!last || last.end <= body.length) return [...edits];
  let { start, text } = last;
  while (before.length > 0 && (before.at(-1)?.end ?? 0) > body.length) {
    const previous = before.pop();
    text = (previous?.text ?? '') + text;
    start = previous?.start ?? start;
  }
  if (start > body.length) [start, text] = [body.length, eol + text];
  // Entries at the end went: the line break is that of what stands before them now.
  while (text === '' && before.at(-1)?.end === start) {
    const previous = before.pop();
    start = previous?.start ?? start;
    text = previous?.text ?? '';
  }
  if (text.endsWith(eol)) text = text.slice(0, -eol.length);
  else if (text === '' && body.slice(0, start).endsWith(eol)) start -= eol.length;
  return [...before, { start, end: body.length, text }];
}
