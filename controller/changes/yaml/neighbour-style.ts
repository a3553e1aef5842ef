import { isMap, isScalar, isSeq, type ParsedNode, type Scalar } from 'yaml';
import { type Collection, isEmpty, isFlowCollection } from './entries.js';
import { columnOf } from './lines.js';
import type { Style } from './style.js';
import type { Quote, ScalarStyle } from './write-scalar.js';

/** How something new in this collection is to be written: as its neighbours are, else as the document is. */
export function neighbourStyle(text: string, collection: Collection, base: Style): Style {
  if (base.isJson) return base;
  const { entries } = collection;
  const values = entries.flatMap(({ node }) => (node === null ? [] : [node]));
  const keys = entries.flatMap(({ key }) => (key ? [key] : []));
  const texts = values.filter((node) => isScalar(node) && typeof node.value === 'string') as Scalar.Parsed[];
  const quote = mostQuoted(texts) ?? mostQuoted(keys);
  return {
    ...base,
    ...(quote === undefined ? {} : { quote }),
    keys: mostKeys(keys, base),
    texts: allQuoted(texts) ?? base.texts,
    hasPlainNumbers: keys.some((key) => key.type === 'PLAIN' && /^\d+$/.test(key.source)),
    nothing: values.find((node) => isScalar(node) && node.value === null) ? nothingIn(values) : base.nothing,
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
  const found: { indent?: number; dashIndent?: number; dashWidth?: number } = {};
  if (isFlow) return found;
  for (const { node, holder, valueStart, column } of entries) {
    if (node === null || isEmpty(node)) continue;
    if (holder === 'list') {
      const width = columnOf(text, valueStart) - column;
      if (width >= 2) found.dashWidth ??= width;
    } else if (!isFlowCollection(text, node)) {
      const step = columnOf(text, node.range[0]) - column;
      if (isMap(node)) found.indent ??= step;
      if (isSeq(node)) found.dashIndent ??= step;
    }
  }
  return found;
}

function nothingIn(values: readonly ParsedNode[]): string {
  const nothing = values.find((node) => isScalar(node) && node.value === null) as Scalar.Parsed | undefined;
  return nothing?.source ?? 'null';
}

function quoteOf(node: Scalar.Parsed): Quote | undefined {
  if (node.type === 'QUOTE_SINGLE') return 'single';
  return node.type === 'QUOTE_DOUBLE' ? 'double' : undefined;
}

function mostQuoted(nodes: readonly Scalar.Parsed[]): Quote | undefined {
  const quotes = nodes.map(quoteOf).filter((quote) => quote !== undefined);
  if (quotes.length === 0) return undefined;
  return quotes.filter((quote) => quote === 'double').length * 2 >= quotes.length ? 'double' : 'single';
}

/** Where two or more texts stand in quotes though they need none, so does the next. */
function allQuoted(nodes: readonly Scalar.Parsed[]): ScalarStyle | undefined {
  if (nodes.length < 2 || nodes.some((node) => quoteOf(node) === undefined)) return undefined;
  return nodes.some((node) => /^[A-Za-z][\w ./-]*$/.test(String(node.value))) ? mostQuoted(nodes) : undefined;
}

function mostKeys(keys: readonly Scalar.Parsed[], base: Style): ScalarStyle {
  if (keys.length === 0) return base.keys;
  if (keys.some((key) => quoteOf(key) === undefined)) return 'plain';
  const areWords = keys.some((key) => /^[A-Za-z_][\w-]*$/.test(String(key.value)));
  return areWords ? (mostQuoted(keys) ?? 'plain') : 'plain';
}
