import type { ParsedNode } from 'yaml';
import { readBlockText } from './block-text.js';
import { FlowReader } from './flow-reader.js';
import { map, type PairNode, pair, scalar, seq } from './nodes.js';
import { beyond, codes } from './scalar-reader.js';

/** Reads a document of maps and lists by indentation. */
export class BlockReader extends FlowReader {
  private lineStart = 0;
  /** Of the content of the line at hand; -1 at the end of the text. */
  private column = -1;

  document(): ParsedNode {
    this.seek();
    if (this.text.startsWith('---\n', this.at) && this.column === 0) {
      this.at += 4;
      this.seek();
    }
    if (this.column === -1) throw beyond;
    const code = this.code(this.at);
    const isFlow = code === codes.openList || code === codes.openMap;
    const node = isFlow ? this.flow(-1) : this.block();
    if (isFlow) this.finishLine();
    if (this.column !== -1) throw beyond;
    return node;
  }

  /** Goes from the start of a line to the next line with content. */
  private seek(): void {
    const { text } = this;
    let at = this.at;
    for (;;) {
      const start = at;
      while (text.charCodeAt(at) === codes.blank) at += 1;
      const code = text.charCodeAt(at);
      if (code === codes.hash) {
        const lineEnd = text.indexOf('\n', at);
        at = lineEnd === -1 ? text.length : lineEnd;
      } else if (code !== codes.newline) {
        this.at = at;
        this.lineStart = start;
        this.column = at >= text.length ? -1 : at - start;
        return;
      }
      if (at < text.length) at += 1;
    }
  }

  /** What is left of a line may be a comment. */
  private finishLine(): void {
    const from = this.at;
    this.skipBlanks();
    const code = this.code(this.at);
    if (code === codes.hash && this.at > from) {
      const lineEnd = this.text.indexOf('\n', this.at);
      this.at = lineEnd === -1 ? this.text.length : lineEnd;
    } else if (code !== codes.newline && this.at < this.text.length) throw beyond;
    if (this.at < this.text.length) this.at += 1;
    this.seek();
  }

  private block(): ParsedNode {
    return this.isDash() ? this.list(this.column) : this.map(this.column, this.scalar(false));
  }

  private isDash(): boolean {
    return this.code(this.at) === codes.dash && this.isGap(this.at + 1);
  }

  private map(column: number, firstKey: ParsedNode): ParsedNode {
    this.enter();
    const items: PairNode[] = [];
    const [start] = firstKey.range;
    for (let key = firstKey; ; key = this.scalar(false)) {
      this.skipBlanks();
      if (!this.isAtColon(key, false)) throw beyond;
      this.at += 1;
      items.push(pair(key, this.value(column)));
      if (this.column !== column) break;
    }
    this.leave();
    if (this.column > column) throw beyond;
    return map(items, start, this.end);
  }

  private value(column: number): ParsedNode {
    const after = this.at;
    if (!this.isLineDone()) return this.inline(column);
    this.finishLine();
    if (this.column > column) return this.block();
    if (this.column === column && this.isDash()) return this.list(column);
    return this.nothing(after);
  }

  private list(column: number): ParsedNode {
    this.enter();
    const start = this.at;
    const items: ParsedNode[] = [];
    do {
      this.at += 1;
      items.push(this.item(column));
    } while (this.column === column && this.isDash());
    this.leave();
    if (this.column > column) throw beyond;
    return seq(items, start, this.end);
  }

  private item(column: number): ParsedNode {
    const after = this.at;
    if (this.isLineDone()) {
      this.finishLine();
      return this.column > column ? this.block() : this.nothing(after);
    }
    this.skipBlanks();
    const inner = this.at - this.lineStart;
    if (this.isDash()) return this.list(inner);
    const code = this.code(this.at);
    if (code === codes.openList || code === codes.openMap || code === codes.bar || code === codes.greater) {
      return this.inline(column);
    }
    const node = this.scalar(false);
    const end = this.end;
    this.skipBlanks();
    if (this.isAtColon(node, false)) return this.map(inner, node);
    this.at = end;
    this.finishLine();
    return node;
  }

  /** A value on the line of its key or dash. */
  private inline(column: number): ParsedNode {
    this.skipBlanks();
    const code = this.code(this.at);
    if (code === codes.bar || code === codes.greater) {
      const { node, next } = readBlockText(this.text, this.at, column);
      this.end = next;
      this.at = next;
      this.seek();
      return node;
    }
    const isFlow = code === codes.openList || code === codes.openMap;
    const node = isFlow ? this.flow(column) : this.scalar(false);
    this.at = this.end;
    this.finishLine();
    return node;
  }

  private isLineDone(): boolean {
    let at = this.at;
    while (this.code(at) === codes.blank) at += 1;
    const code = this.code(at);
    return at >= this.text.length || code === codes.newline || (code === codes.hash && at > this.at);
  }

  private nothing(at: number): ParsedNode {
    this.end = at;
    return scalar(null, '', 'PLAIN', at, at);
  }
}
