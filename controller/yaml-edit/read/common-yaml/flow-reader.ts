import type { ParsedNode } from 'yaml';
import { map, PairNode, seq } from './nodes.js';
import { codes, ScalarReader } from './scalar-reader.js';

/** Reads `[…]` and `{…}` too. */
export class FlowReader extends ScalarReader {
  private depth = 0;

  constructor(
    text: string,
    private readonly deepest: number,
  ) {
    super(text);
  }

  /** Enters a collection. @returns false if it is nested too deeply */
  protected enter(): boolean {
    this.depth += 1;
    return this.depth <= this.deepest;
  }

  protected leave(): void {
    this.depth -= 1;
  }

  /** @param column the column of the parent; the lines of the collection are indented further */
  protected flow(column: number): ParsedNode | undefined {
    if (!this.enter()) return undefined;
    const node = this.code(this.at) === codes.openList ? this.flowList(column) : this.flowMap(column);
    this.leave();
    return node;
  }

  private flowList(column: number): ParsedNode | undefined {
    const start = this.at;
    const items: ParsedNode[] = [];
    this.at += 1;
    for (;;) {
      if (!this.skipLines(column)) return undefined;
      if (this.code(this.at) === codes.closeList) break;
      const item = this.flowValue(column);
      if (!item || !this.separator(column, codes.closeList)) return undefined;
      items.push(item);
    }
    this.at += 1;
    this.end = this.at;
    return seq(items, start, this.at);
  }

  private flowMap(column: number): ParsedNode | undefined {
    const start = this.at;
    const items: PairNode[] = [];
    this.at += 1;
    for (;;) {
      if (!this.skipLines(column)) return undefined;
      if (this.code(this.at) === codes.closeMap) break;
      const key = this.scalar(true);
      this.skipBlanks();
      if (!key || !this.isAtColon(key, true)) return undefined;
      this.at += 1;
      const value = this.skipLines(column) ? this.flowValue(column) : undefined;
      if (!value || !this.separator(column, codes.closeMap)) return undefined;
      items.push(new PairNode(key, value));
    }
    this.at += 1;
    this.end = this.at;
    return map(items, start, this.at);
  }

  private flowValue(column: number): ParsedNode | undefined {
    const code = this.code(this.at);
    return code === codes.openList || code === codes.openMap ? this.flow(column) : this.scalar(true);
  }

  private separator(column: number, closing: number): boolean {
    if (!this.skipLines(column)) return false;
    const code = this.code(this.at);
    if (code === codes.comma) this.at += 1;
    return code === codes.comma || code === closing;
  }

  /** Skips blanks and line ends. @returns false at a comment, and at a line that is not indented enough */
  private skipLines(column: number): boolean {
    let lineStart = -1;
    for (; ; this.at += 1) {
      const code = this.code(this.at);
      if (code === codes.newline) lineStart = this.at + 1;
      else if (code !== codes.blank) break;
    }
    return this.code(this.at) !== codes.hash && (lineStart < 0 || this.at - lineStart > column);
  }
}
