import { isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import { isEmpty, isFlowCollection } from './entries.js';
import { columnOf, lineStart } from './lines.js';
import type { Quote, ScalarStyle } from './write-scalar.js';

/** How a document is written, or a part of it. Widths are in characters. */
export interface Style {
  eol: '\n' | '\r\n';
  /** What a map is indented by below its key. */
  indent: number;
  /** What the dashes of a list are indented by below its key. */
  dashIndent: number;
  /** From a dash to its item. */
  dashWidth: number;
  quote: Quote;
  /** Of keys. */
  keys: ScalarStyle;
  /** Keys that are numbers stand without quotes. */
  hasPlainNumbers: boolean;
  /** Of texts. */
  texts: ScalarStyle;
  nothing: string;
  /** Whether lists of scalars, other lists, and maps stand in brackets. */
  flow: { scalars: boolean; lists: boolean; maps: boolean };
  /** Inside of `{ a: 1 }` and `[ 1 ]`, after commas and colons. */
  spacing: { map: string; list: string; comma: string; colon: string };
  /** Lines within brackets are indented by; undefined where collections in brackets stand on one line. */
  flowIndent?: string;
  /** Texts that end in several line breaks go in quotes. */
  quotesBreaks?: boolean;
  isJson: boolean;
}

export const plainStyle: Style = {
  eol: '\n',
  indent: 2,
  dashIndent: 2,
  dashWidth: 2,
  quote: 'single',
  keys: 'plain',
  hasPlainNumbers: false,
  texts: 'plain',
  nothing: 'null',
  flow: { scalars: false, lists: false, maps: false },
  spacing: { map: ' ', list: '', comma: ' ', colon: ' ' },
  isJson: false,
};

export const jsonStyle: Style = {
  ...plainStyle,
  quote: 'double',
  keys: 'double',
  texts: 'double',
  flow: { scalars: true, lists: true, maps: true },
  spacing: { map: '', list: '', comma: ' ', colon: ' ' },
  flowIndent: '  ',
  isJson: true,
};

type Tally = Map<string, Map<string | number, number>>;

/** The ways in which most of a document is written; those of `base` where it does not say. */
export function styleOf(text: string, contents: ParsedNode | null, base: Style): Style {
  const tally: Tally = new Map();
  if (contents !== null) look(text, contents, tally);
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  const flowIndent = most(tally, 'flow-indent', base.flowIndent ?? '');
  return {
    ...base,
    eol,
    indent: most(tally, 'indent', base.indent),
    dashIndent: most(tally, 'dash-indent', base.dashIndent),
    dashWidth: most(tally, 'dash-width', base.dashWidth),
    quote: most(tally, 'quote', base.quote),
    nothing: most(tally, 'nothing', base.nothing),
    flow: { ...base.flow, scalars: most(tally, 'scalars', base.flow.scalars ? 1 : 0) === 1 },
    spacing: {
      map: most(tally, 'map-space', base.spacing.map),
      list: most(tally, 'list-space', base.spacing.list),
      comma: most(tally, 'comma-space', base.spacing.comma),
      colon: most(tally, 'colon-space', base.spacing.colon),
    },
    ...(flowIndent === '' ? {} : { flowIndent }),
  };
}

function count(tally: Tally, name: string, value: string | number): void {
  const values = tally.get(name) ?? new Map<string | number, number>();
  values.set(value, (values.get(value) ?? 0) + 1);
  tally.set(name, values);
}

function most<T extends string | number>(tally: Tally, name: string, otherwise: T): T {
  let best = otherwise;
  let times = 0;
  for (const [value, seen] of tally.get(name) ?? []) {
    if (seen > times) [best, times] = [value as T, seen];
  }
  return best;
}

function look(text: string, node: ParsedNode, tally: Tally): void {
  if (isScalar(node)) {
    if (node.type === 'QUOTE_SINGLE') count(tally, 'quote', 'single');
    else if (node.type === 'QUOTE_DOUBLE' && !/[\\']/.test(text.slice(node.range[0], node.range[1])))
      count(tally, 'quote', 'double');
    else if (node.value === null) count(tally, 'nothing', node.source ?? '');
    return;
  }
  if (!isMap(node) && !isSeq(node)) return;
  const isFlow = isFlowCollection(text, node);
  const children = isMap(node) ? node.items.map(({ value }) => value) : (node.items as ParsedNode[]);
  if (isFlow) lookAtFlow(text, node, tally);
  if (isSeq(node) && children.length > 0 && children.every((child) => isScalar(child)))
    count(tally, 'scalars', isFlow ? 1 : 0);
  if (!isFlow) lookAtBlock(text, node, children, tally);
  for (const child of children) if (child) look(text, child, tally);
}

function lookAtBlock(
  text: string,
  node: ParsedNode,
  children: readonly (ParsedNode | null)[],
  tally: Tally,
): void {
  const column = columnOf(text, node.range[0]);
  for (const child of children) {
    if (child === null || isEmpty(child) || isFlowCollection(text, child)) continue;
    const at = child.range[0];
    if (isSeq(node)) {
      const line = lineStart(text, at);
      const dash = text.indexOf('-', line);
      if (dash !== -1 && dash - line === column) count(tally, 'dash-width', at - line - column);
    } else if (isMap(child)) count(tally, 'indent', columnOf(text, at) - column);
    else if (isSeq(child)) count(tally, 'dash-indent', columnOf(text, at) - column);
  }
}

function lookAtFlow(text: string, node: ParsedNode, tally: Tally): void {
  const [start, end] = node.range;
  const source = text.slice(start, Math.min(end, start + 400));
  const isBraced = isMap(node);
  if (/^[[{][^\n]*[\]}]/.test(source) && end - start > 2) {
    count(tally, isBraced ? 'map-space' : 'list-space', / /.test(source[1] ?? '') ? ' ' : '');
  }
  const comma = /,( ?)[^\s]/.exec(source);
  if (comma) count(tally, 'comma-space', comma[1] ?? '');
  const colon = isBraced ? /^[{]\s*"[^"\\]*":( ?)/.exec(source) : null;
  if (colon) count(tally, 'colon-space', colon[1] ?? '');
  const broken = /^[[{][ \t]*\r?\n([ \t]+)/.exec(source)?.[1];
  if (broken === undefined) return;
  const own = /^[ \t]*/.exec(text.slice(lineStart(text, start), start))?.[0] ?? '';
  if (broken.startsWith(own) && broken !== own) count(tally, 'flow-indent', broken.slice(own.length));
}
