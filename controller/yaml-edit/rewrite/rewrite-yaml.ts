import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isEqual } from '../../../schemas/json/values.js';
import { Problem } from '../../problems/index.js';
import { requireWritable } from '../compare/changes-between.js';
import { lineEnd, lineStart, type YamlLimits } from '../read/yaml-document.js';
import { byteOrderMark, unreadable } from '../read/yaml-value.js';
import {
  jsonStyle,
  plainStyle,
  type Style,
  writeBroken,
  writeDocument,
  writeFlow,
} from '../write/write-value.js';
import { getEnd, type Slot } from './entries.js';
import { Planner, type PlanOptions } from './planner.js';
import {
  applySplices,
  hasWindowsLines,
  inOrder,
  parseSource,
  type Source,
  type Splice,
  shifted,
  tighten,
  withWindowsLines,
} from './splices.js';

/** The limits apply to the file before and after; JSON stays JSON. */
export interface RewriteOptions {
  limits: YamlLimits;
  /** The file is JSON; false by default. */
  isJson?: boolean;
}

export interface Rewritten {
  text: string;
  /** The splices of the source, in order, without overlap: all other characters stay. */
  edits: readonly Splice[];
}

/**
 * The plans that are tried in order until one results in the intended value. A text that ends in several line breaks is put
 * in quotes from the second plan on: it would include the blank lines below it.
 */
const attempts: readonly PlanOptions[] = [
  { coarseness: 0 },
  { coarseness: 0, quotesBreaks: true },
  { coarseness: 1, quotesBreaks: true },
  { coarseness: 2, quotesBreaks: true },
  { coarseness: 4, quotesBreaks: true },
];

/** The number of characters from which only two plans are tried, because each is checked by reading the text again. */
const largeFile = 200_000;

/**
 * Changes the text of a file as little as possible so that it contains `intended`. Comments, order, quotes, block texts,
 * anchors, indentation and line ends stay, and new entries are written like their neighbours. The order of members stays,
 * whatever their order in `intended`. The new text is read again before it is returned.
 * @throws Problem entity_file_unreadable, entity_invalid
 */
export function rewriteYaml(source: string, intended: JsonObject, options: RewriteOptions): Rewritten {
  requireWritable(intended, options.limits.depth);
  const mark = source.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
  const edits = shifted(editsFor(source.slice(mark), intended, options), mark);
  return { text: applySplices(source, edits), edits };
}

function editsFor(body: string, intended: JsonObject, options: RewriteOptions): Splice[] {
  // All line ends mean the same in YAML, and texts with line feeds alone are read much faster.
  if (hasWindowsLines(body)) return withWindowsLines(body, (text) => editsFor(text, intended, options));
  const parsed = parseSource(body, options.limits, options.isJson ?? false);
  if (parsed.finding) throw unreadable(body, parsed.finding);
  return isEqual(parsed.source.value, intended) ? [] : planEdits(body, parsed.source, intended, options);
}

function planEdits(body: string, read: Source, intended: JsonObject, options: RewriteOptions): Splice[] {
  const { limits, isJson = false } = options;
  const isIntended = (splices: readonly Splice[]) => holds(applySplices(body, splices), intended, options);
  // A last line without a line break is planned with one.
  const isOpen = body !== '' && !body.endsWith('\n');
  const source = isOpen ? parseSource(body + read.eol, limits, isJson).source : read;
  const maxTries = body.length > largeFile ? 2 : attempts.length;
  for (const attempted of source ? attempts.slice(0, maxTries) : []) {
    const planned = source && attempt(source, intended, attempted);
    if (!planned) break;
    const edits = isOpen ? withoutLastBreak(planned, body, read.eol) : planned;
    if (isIntended(edits)) return edits;
  }
  for (const whole of writeAtomically(read, intended, isJson)) {
    const edit = tighten(body, { start: 0, end: body.length, text: whole });
    const edits = edit ? [edit] : [];
    if (isIntended(edits)) return edits;
  }
  const detail = 'The definition cannot be written as a file with the same content.';
  const hints = ['Look for numbers with too many digits, and for texts that are not valid Unicode.'];
  throw new Problem('entity_invalid', detail, { hints });
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
    end: getEnd(text, contents),
    column: -1,
    inFlow: false,
    holder: 'document',
  };
  const splices = new Planner(source, options).plan(root, source.value, intended);
  return splices && inOrder(splices).flatMap((splice) => tighten(text, splice) ?? []);
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

/** Returns the same edits for a text without the line break at its end; the edited text has none there either. */
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
  // If entries at the end were removed, the line break is that of the entry before them.
  while (text === '' && before.at(-1)?.end === start) {
    const previous = before.pop();
    start = previous?.start ?? start;
    text = previous?.text ?? '';
  }
  if (text.endsWith(eol)) text = text.slice(0, -eol.length);
  else if (text === '' && body.slice(0, start).endsWith(eol)) start -= eol.length;
  return [...before, { start, end: body.length, text }];
}

/** Yields whole documents, each less like the old one. Comments above and below the old document stay. */
function* writeAtomically(source: Source, intended: JsonObject, isJson: boolean): Iterable<string> {
  const { text, contents, eol } = source;
  const start = contents ? lineStart(text, contents.range[0]) : text.length;
  const isFlow = contents !== null && /[[{]/.test(text[contents.range[0]] ?? '');
  const end = contents ? lineEnd(text, getEnd(text, contents)) : text.length;
  const before = contents || text === '' || text.endsWith('\n') ? text.slice(0, start) : text + eol;
  const after = contents ? text.slice(end) : eol;
  const style: Style = source.style();
  if (isJson || isFlow) {
    const { flowIndent } = style;
    const flow = { ...jsonStyle, ...(flowIndent === undefined ? {} : { flowIndent }), eol };
    const isBroken = contents === null || text.slice(start, end).includes('\n');
    yield before + (isBroken ? writeBroken(intended, '', flow) : writeFlow(intended, flow)) + after;
  } else {
    yield before + writeDocument(intended, { ...style, flow: { ...style.flow, maps: false } }) + after;
  }
  const plain = { ...(isJson ? jsonStyle : plainStyle), eol };
  yield (isJson ? writeBroken(intended, '', plain) : writeDocument(intended, plain)) + eol;
  yield writeFlow(intended, jsonStyle) + eol;
}
