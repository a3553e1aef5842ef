import { isAlias, isScalar, type Scalar } from 'yaml';
import type { Json } from '../../../schemas/json.js';
import { writeBlockText } from './block-text.js';
import { tailOf } from './comments.js';
import { isEmpty, isFlowCollection, type Slot } from './entries.js';
import { indentationAt, lineEnd, lineStart, nextLine } from './lines.js';
import type { Source } from './source.js';
import type { Splice } from './splice.js';
import type { Style } from './style.js';
import { wrapFlowText } from './wrap-flow-text.js';
import { writeScalar } from './write-scalar.js';
import {
  isBlockText,
  isCollection,
  textShape,
  type Written,
  writeBroken,
  writeFlow,
  writeValue,
} from './write-value.js';

/**
 * Another value in the place of one. A scalar stays in the style of the one before it if that can say it; a comment
 * behind the value stays.
 * @param anchor to stand before the new value
 */
export function replaceValue(
  source: Source,
  slot: Slot,
  to: Json,
  style: Style,
  anchor: string | undefined,
): Splice {
  const label = anchor === undefined ? '' : `&${anchor}`;
  if (slot.inFlow) return inFlow(source, slot, to, style, label);
  const wrapped = typeof to === 'string' ? wrapFlowText(source, slot, to) : undefined;
  if (wrapped) return wrapped;
  const written = write(source, slot, to, style);
  const head = [label, written.head].filter((part) => part !== '').join(' ');
  const { text } = source;
  const gap = gapBefore(source, slot, style, written);
  if (written.lines.length === 0 && isOnOneLine(text, slot)) {
    return head === '' || slot.valueStart === slot.sep
      ? { start: slot.sep, end: slot.end, text: head && gap + head }
      : { start: slot.valueStart, end: slot.end, text: head };
  }
  const { comment, end } = commentOf(text, slot);
  const first = (head && gap + head) + comment;
  return { start: slot.sep, end, text: [first, ...written.lines].join(source.eol) };
}

function write(source: Source, slot: Slot, to: Json, style: Style): Written {
  const { node } = slot;
  if (isCollection(to)) {
    const isFilled = node !== null && !isScalar(node) && !isFlowCollection(source.text, node);
    const own =
      isFilled && !style.isJson ? { ...style, flow: { scalars: false, lists: false, maps: false } } : style;
    return writeValue(to, slot, own);
  }
  if (node === null || !isScalar(node) || isEmpty(node)) return writeValue(to, slot, style);
  return rewriteScalar(source, slot, node, to, style);
}

function rewriteScalar(source: Source, slot: Slot, node: Scalar.Parsed, to: Json, style: Style): Written {
  const before = source.text.slice(node.range[0], node.range[1]);
  if (typeof to === 'string') {
    if (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED') {
      const text = rewriteBlockText(source, slot, node, to, style);
      if (text && isBlockText(to, style)) return text;
    } else {
      const isEscaped = node.type === 'QUOTE_DOUBLE' && String(node.value).includes('\n');
      if (to.includes('\n') && !isEscaped) return writeValue(to, slot, style);
    }
  }
  return { head: writeInstead(node, before, to, style, false), lines: [] };
}

function writeInstead(node: Scalar.Parsed, before: string, to: Json, style: Style, inFlow: boolean): string {
  const quoted = { QUOTE_SINGLE: 'single', QUOTE_DOUBLE: 'double' } as const;
  const scalarStyle =
    node.type === 'QUOTE_SINGLE' || node.type === 'QUOTE_DOUBLE'
      ? quoted[node.type]
      : typeof node.value === 'string' && node.type === 'PLAIN'
        ? 'plain'
        : style.texts;
  const nothing = inFlow && style.nothing === '' ? 'null' : style.nothing;
  return writeScalar(to, {
    inFlow,
    style: style.isJson ? 'double' : scalarStyle,
    quote: style.quote,
    nothing,
    instead: typeof node.value === 'string' && node.type === 'PLAIN' ? before : '',
  });
}

function rewriteBlockText(
  { text, eol }: Source,
  slot: Slot,
  node: Scalar.Parsed,
  to: string,
  style: Style,
): Written | undefined {
  const headerEnd = lineEnd(text, node.range[0]);
  const header = /^[|>][-+\d]*/.exec(text.slice(node.range[0], headerEnd))?.[0] ?? '';
  const shape = textShape(slot, style);
  const body = text.slice(Math.min(nextLine(text, headerEnd), slot.end), slot.end).split(/\r?\n/);
  const filled = body.find((line) => line.trim() !== '');
  const indicated = /\d/.exec(header)?.[0];
  const indent = /^ */.exec(filled ?? '')?.[0].length ?? 0;
  const column = indicated !== undefined ? shape.parentColumn + Number(indicated) : indent || shape.column;
  const lines = body.map((line) => line.slice(column));
  const kind = node.type === 'BLOCK_FOLDED' ? 'folded' : 'literal';
  const written = writeBlockText(to, { ...shape, kind, column, before: { header, lines } });
  return written && eol ? written : undefined;
}

function inFlow({ text, eol }: Source, slot: Slot, to: Json, style: Style, label: string): Splice {
  const { node } = slot;
  const isBroken = isCollection(to) && isInBroken(text, slot, style);
  const value = isCollection(to)
    ? isBroken
      ? writeBroken(to, indentationAt(text, slot.valueStart), style)
      : writeFlow(to, style)
    : node !== null && isScalar(node) && !isEmpty(node)
      ? writeInstead(node, text.slice(node.range[0], node.range[1]), to, style, true)
      : writeFlow(to, style);
  const full = [label, value].filter((part) => part !== '').join(' ');
  if (slot.sep === -1) return { start: slot.end, end: slot.end, text: `: ${full}` };
  const isBare = slot.valueStart === slot.sep && slot.holder === 'map';
  return { start: slot.valueStart, end: slot.end, text: eol && isBare ? ` ${full}` : full };
}

/** Whether collections at this place stand on several lines: this one does, or what it stands in and its neighbours. */
function isInBroken(text: string, slot: Slot, style: Style): boolean {
  if (style.flowIndent === undefined) return false;
  const { node } = slot;
  if (node !== null && isFlowCollection(text, node) && slot.end - slot.valueStart > 2) {
    return text.slice(slot.valueStart, slot.end).includes('\n');
  }
  return text.slice(lineStart(text, slot.start), slot.start).trim() === '';
}

function isOnOneLine(text: string, slot: Slot): boolean {
  return !text.slice(slot.sep, slot.end).includes('\n');
}

/** What stands between the dash or colon and the value. */
function gapBefore({ text }: Source, slot: Slot, style: Style, written: Written): string {
  const now = text.slice(slot.sep, slot.valueStart);
  if (slot.holder === 'list') {
    const width = /^ +$/.test(now) ? now.length : style.dashWidth - 1;
    // Members that follow are indented by what the style says.
    return ' '.repeat(written.lines.length > 0 ? style.dashWidth - 1 : width);
  }
  return /^ +$/.test(now) ? now : ' ';
}

/** The comment on the line of the value, to stay there, and where what is to go ends. */
function commentOf(text: string, slot: Slot): { comment: string; end: number } {
  const { node, sep, end, valueStart } = slot;
  const firstEnd = lineEnd(text, sep);
  if (node !== null && !isScalar(node) && !isAlias(node) && !isFlowCollection(text, node)) {
    const comment = valueStart > firstEnd ? text.slice(sep, firstEnd).trimEnd() : '';
    return { comment, end: tailOf(text, end, slot.column) };
  }
  if (node !== null && isScalar(node) && /^BLOCK/.test(node.type ?? '')) {
    return { comment: /[ \t]+#.*$/.exec(text.slice(node.range[0], firstEnd))?.[0] ?? '', end };
  }
  if (valueStart > firstEnd) return { comment: text.slice(sep, firstEnd).trimEnd(), end };
  const lastEnd = lineEnd(text, end);
  return { comment: text.slice(end, lastEnd), end: lastEnd };
}
