import { isAlias, isScalar, type Scalar } from 'yaml';
import type { Json } from '../../../schemas/json/types.js';
import { indentationAt, lineEnd, lineStart, nextLine } from '../read/yaml-document.js';
import { type WrittenBlock, writeBlockText } from '../write/block-text.js';
import {
  isBlockText,
  isCollection,
  type Style,
  textShape,
  writeBroken,
  writeFlow,
  writeScalar,
  writeValue,
} from '../write/write-value.js';
import { getTail } from './arrange-block.js';
import { findQuote } from './detect-style.js';
import { isEmpty, isFlowCollection, type Slot } from './entries.js';
import type { Source, Splice } from './splices.js';
import { wrapFlowText } from './wrap-flow-text.js';

/** Replaces the value of one slot. A scalar keeps its style if it can, and a comment behind the value stays. */
export class ValueReplacer {
  readonly #text: string;

  constructor(
    private readonly source: Source,
    private readonly slot: Slot,
    private readonly style: Style,
  ) {
    this.#text = source.text;
  }

  /** @param anchor the anchor of the new value */
  replace(to: Json, anchor: string | undefined): Splice {
    const { source, slot } = this;
    const label = anchor === undefined ? '' : `&${anchor}`;
    if (slot.inFlow) return this.#replaceInFlow(to, label);
    const wrapped = typeof to === 'string' ? wrapFlowText(source, slot, to) : undefined;
    if (wrapped) return wrapped;
    const text = this.#write(to);
    const head = [label, text.head].filter((part) => part !== '').join(' ');
    const gap = this.#gapBefore(text);
    if (text.lines.length === 0 && !this.#text.slice(slot.sep, slot.end).includes('\n')) {
      return head === '' || slot.valueStart === slot.sep
        ? { start: slot.sep, end: slot.end, text: head && gap + head }
        : { start: slot.valueStart, end: slot.end, text: head };
    }
    const { comment, end } = this.#commentBehind();
    const first = (head && gap + head) + comment;
    return { start: slot.sep, end, text: [first, ...text.lines].join(source.eol) };
  }

  #write(to: Json): WrittenBlock {
    const { slot, style } = this;
    const { node } = slot;
    if (isCollection(to)) {
      const isBlock = node !== null && !isScalar(node) && !isFlowCollection(this.#text, node);
      const flow = { scalars: false, lists: false, maps: false };
      return writeValue(to, slot, isBlock && !style.isJson ? { ...style, flow } : style);
    }
    if (node === null || !isScalar(node) || isEmpty(node)) return writeValue(to, slot, style);
    return this.#rewriteScalar(node, to);
  }

  #rewriteScalar(node: Scalar.Parsed, to: Json): WrittenBlock {
    const { slot, style } = this;
    const onOneLine = () => ({ head: this.#writeLike(node, to), lines: [] });
    if (typeof to !== 'string') return onOneLine();
    if (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED') {
      return (isBlockText(to, style) && this.#rewriteBlockText(node, to)) || onOneLine();
    }
    const isEscaped = node.type === 'QUOTE_DOUBLE' && String(node.value).includes('\n');
    return to.includes('\n') && !isEscaped ? writeValue(to, slot, style) : onOneLine();
  }

  /** Writes a scalar on one line, in the style of the present one. */
  #writeLike(node: Scalar.Parsed, to: Json): string {
    const { slot, style } = this;
    const isPlainText = typeof node.value === 'string' && node.type === 'PLAIN';
    const own = findQuote(node);
    return writeScalar(to, {
      inFlow: slot.inFlow,
      style: style.isJson ? 'double' : (own ?? (isPlainText ? 'plain' : style.texts)),
      quote: style.quote,
      nothing: slot.inFlow && style.nothing === '' ? 'null' : style.nothing,
      instead: isPlainText ? this.#text.slice(node.range[0], node.range[1]) : '',
    });
  }

  #rewriteBlockText(node: Scalar.Parsed, to: string): WrittenBlock | undefined {
    const text = this.#text;
    const { slot } = this;
    const headerEnd = lineEnd(text, node.range[0]);
    const header = /^[|>][-+\d]*/.exec(text.slice(node.range[0], headerEnd))?.[0] ?? '';
    const shape = textShape(slot, this.style);
    const body = text.slice(Math.min(nextLine(text, headerEnd), slot.end), slot.end).split(/\r?\n/);
    const filled = body.find((line) => line.trim() !== '');
    const indicated = /\d/.exec(header)?.[0];
    const indent = /^ */.exec(filled ?? '')?.[0].length ?? 0;
    const column = indicated !== undefined ? shape.parentColumn + Number(indicated) : indent || shape.column;
    const lines = body.map((line) => line.slice(column));
    const kind = node.type === 'BLOCK_FOLDED' ? 'folded' : 'literal';
    return writeBlockText(to, { ...shape, kind, column, before: { header, lines } });
  }

  #replaceInFlow(to: Json, label: string): Splice {
    const { slot } = this;
    const value = this.#writeInFlow(to);
    const full = [label, value].filter((part) => part !== '').join(' ');
    if (slot.sep === -1) return { start: slot.end, end: slot.end, text: `: ${full}` };
    const isBare = slot.valueStart === slot.sep && slot.holder === 'map';
    return { start: slot.valueStart, end: slot.end, text: isBare ? ` ${full}` : full };
  }

  #writeInFlow(to: Json): string {
    const { slot, style } = this;
    const { node } = slot;
    if (isCollection(to)) {
      if (!this.#isBroken()) return writeFlow(to, style);
      return writeBroken(to, indentationAt(this.#text, slot.valueStart), style);
    }
    return node !== null && isScalar(node) && !isEmpty(node)
      ? this.#writeLike(node, to)
      : writeFlow(to, style);
  }

  /** Returns true if a collection here takes several lines: like the present one, or like the surrounding collection. */
  #isBroken(): boolean {
    const text = this.#text;
    const { slot } = this;
    if (this.style.flowIndent === undefined) return false;
    const { node } = slot;
    if (node !== null && isFlowCollection(text, node) && slot.end - slot.valueStart > 2) {
      return text.slice(slot.valueStart, slot.end).includes('\n');
    }
    return text.slice(lineStart(text, slot.start), slot.start).trim() === '';
  }

  /** Returns the blanks between the dash or colon and the value. */
  #gapBefore(next: WrittenBlock): string {
    const { slot, style } = this;
    const now = this.#text.slice(slot.sep, slot.valueStart);
    if (slot.holder !== 'list') return /^ +$/.test(now) ? now : ' ';
    // The lines of the value are indented by the style's width.
    const isStyled = next.lines.length > 0 || !/^ +$/.test(now);
    return isStyled ? ' '.repeat(style.dashWidth - 1) : now;
  }

  /** Returns the comment on the line of the value, which stays, and the end of the part to replace. */
  #commentBehind(): { comment: string; end: number } {
    const text = this.#text;
    const { node, sep, end, valueStart, column } = this.slot;
    const firstEnd = lineEnd(text, sep);
    if (node !== null && !isScalar(node) && !isAlias(node) && !isFlowCollection(text, node)) {
      const comment = valueStart > firstEnd ? text.slice(sep, firstEnd).trimEnd() : '';
      return { comment, end: getTail(text, end, column) };
    }
    if (node !== null && isScalar(node) && /^BLOCK/.test(node.type ?? '')) {
      return { comment: /[ \t]+#.*$/.exec(text.slice(node.range[0], firstEnd))?.[0] ?? '', end };
    }
    if (valueStart > firstEnd) return { comment: text.slice(sep, firstEnd).trimEnd(), end };
    const lastEnd = lineEnd(text, end);
    return { comment: text.slice(end, lastEnd), end: lastEnd };
  }
}
