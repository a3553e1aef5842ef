import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar, type YAMLSeq } from 'yaml';
import { getColumn, isSpace, lineEnd, lineStart, skipGap } from '../read/yaml-document.js';

/** The place of a value: a member, an item, or the document itself. */
export interface Slot {
  node: ParsedNode | null;
  /** The start of the key or the dash; of the value if there is neither. */
  start: number;
  /** The offset behind the colon or the dash; the start of the value if there is neither; -1 for a key without a colon. */
  sep: number;
  /** The start of the value with its anchor and tag; `sep` if there is no value. */
  valueStart: number;
  end: number;
  /** The column of the key or the dash; -1 for the document. */
  column: number;
  inFlow: boolean;
  holder: 'map' | 'list' | 'document';
}

export interface Entry extends Slot {
  /** Undefined for items. */
  key?: Scalar.Parsed;
}

export interface Collection {
  slot: Slot;
  kind: 'map' | 'list';
  isFlow: boolean;
  entries: Entry[];
  /** True if entries cannot be added or removed by their lines and commas alone. */
  isOdd: boolean;
}

/** Returns the name of a key as a member of a JSON object. */
export function getName(key: ParsedNode): string {
  if (!isScalar(key)) return '';
  return typeof key.value === 'string' ? key.value : (key.source ?? String(key.value));
}

/** Returns the end of a value, without the line break after it. */
export function getEnd(text: string, node: ParsedNode): number {
  if (isFlowCollection(text, node) || isAlias(node)) return node.range[1];
  if (isMap(node) || isSeq(node)) return endOfBlock(text, node);
  if (node.type !== 'BLOCK_LITERAL' && node.type !== 'BLOCK_FOLDED') return node.range[1];
  const [start, end] = node.range;
  const headerEnd = lineEnd(text, start);
  let last = end;
  if (/^[|>]\d?\+/.test(text.slice(start, headerEnd))) {
    if (text[last - 1] === '\n') last -= text[last - 2] === '\r' ? 2 : 1;
    return Math.max(headerEnd, last);
  }
  while (last > start && isSpace(text[last - 1])) last -= 1;
  return lineEnd(text, last);
}

function endOfBlock(text: string, node: ParsedNode): number {
  const last = (isMap(node) || isSeq(node) ? node.items : []).at(-1);
  if (last === undefined) return node.range[1];
  if (isMap(node)) {
    const pair = node.items.at(-1);
    if (pair?.value && !isEmpty(pair.value)) return getEnd(text, pair.value);
    return Math.max(pair?.value?.range[1] ?? 0, (pair?.key.range[1] ?? 0) + 1);
  }
  const item = last as ParsedNode;
  return isEmpty(item) ? item.range[1] : getEnd(text, item);
}

export function isFlowCollection(text: string, node: ParsedNode): boolean {
  return (isMap(node) || isSeq(node)) && (node.flow === true || /[[{]/.test(text[node.range[0]] ?? ''));
}

/** True if there is no value at all. */
export function isEmpty(node: ParsedNode | null): boolean {
  return node === null || (isScalar(node) && node.type === 'PLAIN' && node.source === '');
}

/** Returns a map or list with the places of its entries; undefined for any other value. */
export function collectionIn(text: string, slot: Slot): Collection | undefined {
  const { node } = slot;
  if (node === null || (!isMap(node) && !isSeq(node))) return undefined;
  const isFlow = isFlowCollection(text, node);
  const isBraced = /[[{]/.test(text[node.range[0]] ?? '');
  const column = isFlow ? 0 : getColumn(text, node.range[0]);
  const collection: Collection = {
    slot,
    kind: isMap(node) ? 'map' : 'list',
    isFlow,
    entries: [],
    isOdd: isFlow && !isBraced,
  };
  if (isMap(node)) readMembers(text, collection, node.items, column);
  else readItems(text, collection, node, column);
  if (!isFlow && !isOneALine(text, collection.entries)) collection.isOdd = true;
  return collection;
}

function readMembers(
  text: string,
  collection: Collection,
  items: readonly { key: ParsedNode; value: ParsedNode | null }[],
  column: number,
): void {
  for (const { key, value } of items) {
    const [keyStart, keyEnd] = key.range;
    const mark = markBefore(text, keyStart);
    const start = mark ?? keyStart;
    const colon = collection.isFlow || mark !== undefined ? skipGap(text, keyEnd) : skipBlanks(text, keyEnd);
    const sep = text[colon] === ':' ? colon + 1 : -1;
    if (!isScalar(key) || sep === -1 || key.anchor !== undefined || key.tag !== undefined)
      collection.isOdd = true;
    collection.entries.push({
      start,
      key: key as Scalar.Parsed,
      ...valuePlace(text, value, sep === -1 ? keyEnd : sep),
      sep,
      column,
      inFlow: collection.isFlow,
      holder: 'map',
    });
  }
}

function readItems(text: string, collection: Collection, list: YAMLSeq.Parsed, column: number): void {
  const [from] = list.range;
  let at = collection.isFlow ? from + 1 : from;
  for (const node of list.items) {
    const dash = skipGap(text, at);
    const place = { column, inFlow: collection.isFlow, holder: 'list' as const };
    if (collection.isFlow) {
      const { valueStart, end } = valuePlace(text, node, skipComma(text, at));
      collection.entries.push({ start: valueStart, node, sep: valueStart, valueStart, end, ...place });
      at = end;
    } else {
      if (text[dash] !== '-') collection.isOdd = true;
      collection.entries.push({ start: dash, sep: dash + 1, ...valuePlace(text, node, dash + 1), ...place });
      at = collection.entries.at(-1)?.end ?? dash + 1;
    }
  }
}

function skipComma(text: string, from: number): number {
  const at = skipGap(text, from);
  return text[at] === ',' ? skipGap(text, at + 1) : at;
}

function valuePlace(text: string, node: ParsedNode | null, from: number) {
  if (node === null || (isEmpty(node) && node.anchor === undefined && node.tag === undefined)) {
    return { node, valueStart: from, end: from };
  }
  return { node, valueStart: Math.min(node.range[0], skipGap(text, from)), end: getEnd(text, node) };
}

/** Returns true if every entry but the first begins a line, all at one column. */
function isOneALine(text: string, entries: readonly Entry[]): boolean {
  return entries.every(
    ({ start, column }, index) =>
      (index === 0 || /^[ \t]*$/.test(text.slice(lineStart(text, start), start))) &&
      getColumn(text, start) === column,
  );
}

/** Returns the offset of the question mark of an explicit key. */
function markBefore(text: string, keyStart: number): number | undefined {
  let at = keyStart - 1;
  while (text[at] === ' ') at -= 1;
  return text[at] === '?' && at < keyStart - 1 ? at : undefined;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}
