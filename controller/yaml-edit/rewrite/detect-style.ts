import { isMap, isScalar, isSeq, type ParsedNode, type Scalar } from 'yaml';
import { getColumn, lineStart } from '../read/yaml-document.js';
import type { Quote, ScalarStyle, Style } from '../write/write-value.js';
import { type Collection, isEmpty, isFlowCollection } from './entries.js';

type Tally = Map<string, Map<string | number, number>>;

/** Returns the style in which most of a document is written, and that of `base` where the document shows none. */
export function getStyle(text: string, contents: ParsedNode | null, base: Style): Style {
  const tally: Tally = new Map();
  if (contents !== null) look(text, contents, tally);
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  const flowIndent = findMostFrequent(tally, 'flow-indent', base.flowIndent ?? '');
  return {
    ...base,
    eol,
    indent: findMostFrequent(tally, 'indent', base.indent),
    dashIndent: findMostFrequent(tally, 'dash-indent', base.dashIndent),
    dashWidth: findMostFrequent(tally, 'dash-width', base.dashWidth),
    quote: findMostFrequent(tally, 'quote', base.quote),
    nothing: findMostFrequent(tally, 'nothing', base.nothing),
    flow: { ...base.flow, scalars: findMostFrequent(tally, 'scalars', base.flow.scalars ? 1 : 0) === 1 },
    spacing: {
      map: findMostFrequent(tally, 'map-space', base.spacing.map),
      list: findMostFrequent(tally, 'list-space', base.spacing.list),
      comma: findMostFrequent(tally, 'comma-space', base.spacing.comma),
      colon: findMostFrequent(tally, 'colon-space', base.spacing.colon),
    },
    ...(flowIndent === '' ? {} : { flowIndent }),
  };
}

function count(tally: Tally, name: string, value: string | number): void {
  const values = tally.get(name) ?? new Map<string | number, number>();
  values.set(value, (values.get(value) ?? 0) + 1);
  tally.set(name, values);
}

function findMostFrequent<T extends string | number>(tally: Tally, name: string, otherwise: T): T {
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
  const column = getColumn(text, node.range[0]);
  for (const child of children) {
    if (child === null || isEmpty(child) || isFlowCollection(text, child)) continue;
    const at = child.range[0];
    if (isSeq(node)) {
      const line = lineStart(text, at);
      const dash = text.indexOf('-', line);
      if (dash !== -1 && dash - line === column) count(tally, 'dash-width', at - line - column);
    } else if (isMap(child)) count(tally, 'indent', getColumn(text, at) - column);
    else if (isSeq(child)) count(tally, 'dash-indent', getColumn(text, at) - column);
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

/** Returns the style of new entries of a collection: that of their neighbours, else that of the document. */
export function neighbourStyle(text: string, collection: Collection, base: Style): Style {
  if (base.isJson) return base;
  const { entries } = collection;
  const values = entries.flatMap(({ node }) => (node === null ? [] : [node]));
  const keys = entries.flatMap(({ key }) => (key ? [key] : []));
  const texts = values.filter((node) => isScalar(node) && typeof node.value === 'string') as Scalar.Parsed[];
  const nothing = values.find((node) => isScalar(node) && node.value === null) as Scalar.Parsed | undefined;
  const quote = findQuoteOfMost(texts) ?? findQuoteOfMost(keys);
  return {
    ...base,
    ...(quote === undefined ? {} : { quote }),
    keys: detectKeyStyle(keys, base),
    texts: allQuoted(texts) ?? base.texts,
    hasPlainNumbers: keys.some((key) => key.type === 'PLAIN' && /^\d+$/.test(key.source)),
    nothing: nothing ? (nothing.source ?? 'null') : base.nothing,
    flow: neighbourFlow(text, values, base),
    ...indentsIn(text, collection),
  };
}

function neighbourFlow(text: string, values: readonly ParsedNode[], base: Style): Style['flow'] {
  const filled = values.filter((node) => isSeq(node) && node.items.length > 0);
  const plain = filled.filter((node) => isSeq(node) && node.items.every((item) => isScalar(item)));
  const lists = filled.filter((node) => !plain.includes(node));
  const maps = values.filter((node) => isMap(node) && node.items.length > 0);
  const areIn = (nodes: readonly ParsedNode[]) => nodes.every((node) => isFlowCollection(text, node));
  return {
    scalars: plain.length === 0 ? base.flow.scalars : areIn(plain),
    lists: lists.length === 0 ? base.flow.lists : areIn(lists),
    maps: maps.length === 0 ? base.flow.maps : areIn(maps),
  };
}

function indentsIn(text: string, { entries, isFlow }: Collection): Partial<Style> {
  const style: { indent?: number; dashIndent?: number; dashWidth?: number } = {};
  if (isFlow) return style;
  for (const { node, holder, valueStart, column } of entries) {
    if (node === null || isEmpty(node)) continue;
    if (holder === 'list') {
      const width = getColumn(text, valueStart) - column;
      if (width >= 2) style.dashWidth ??= width;
    } else if (!isFlowCollection(text, node)) {
      const step = getColumn(text, node.range[0]) - column;
      if (isMap(node)) style.indent ??= step;
      if (isSeq(node)) style.dashIndent ??= step;
    }
  }
  return style;
}

/** Returns the quotes of a scalar; undefined if it has none. */
export function findQuote(node: Scalar.Parsed): Quote | undefined {
  if (node.type === 'QUOTE_SINGLE') return 'single';
  return node.type === 'QUOTE_DOUBLE' ? 'double' : undefined;
}

function findQuoteOfMost(nodes: readonly Scalar.Parsed[]): Quote | undefined {
  const quotes = nodes.map(findQuote).filter((quote) => quote !== undefined);
  if (quotes.length === 0) return undefined;
  return quotes.filter((quote) => quote === 'double').length * 2 >= quotes.length ? 'double' : 'single';
}

/** Returns the quotes of the next text, if two or more texts all have quotes and need none. */
function allQuoted(nodes: readonly Scalar.Parsed[]): ScalarStyle | undefined {
  if (nodes.length < 2 || nodes.some((node) => findQuote(node) === undefined)) return undefined;
  return nodes.some((node) => /^[A-Za-z][\w ./-]*$/.test(String(node.value)))
    ? findQuoteOfMost(nodes)
    : undefined;
}

function detectKeyStyle(keys: readonly Scalar.Parsed[], base: Style): ScalarStyle {
  if (keys.length === 0) return base.keys;
  if (keys.some((key) => findQuote(key) === undefined)) return 'plain';
  const areWords = keys.some((key) => /^[A-Za-z_][\w-]*$/.test(String(key.value)));
  return areWords ? (findQuoteOfMost(keys) ?? 'plain') : 'plain';
}
