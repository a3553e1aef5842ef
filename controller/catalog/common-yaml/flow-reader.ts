import type { ParsedNode } from 'yaml';
import { map, type PairNode, pair, seq } from './nodes.js';
import { beyond, codes, ScalarReader } from './scalar-reader.js';

/** Reads `[…]` and `{…}` too. */
export class FlowReader extends ScalarReader {
  private depth = 0;

  constructor(
    text: string,
    private readonly deepest: number,
  ) {
    super(text);
  }

  protected enter(): void {
    this.depth += 1;
    if (this.depth > this.deepest) throw beyond;
  }

  protected leave(): void {
    this.depth -= 1;
  }

  /** @param column of what the collection stands in: its lines are indented further */
  protected flow(column: number): ParsedNode {
    this.enter();
    const node = this.code(this.at) === codes.openList ? this.flowList(column) : this.flowMap(column);
    this.leave();
    return node;
  }

  private flowList(column: number): ParsedNode {
    const start = this.at;
    const items: ParsedNode[] = [];
    this.at += 1;
    for (;;) {
      this.skipLines(column);
      if (this.code(this.at) === codes.closeList) break;
      items.push(this.flowValue(column));
      this.separator(column, codes.closeList);
    }
    this.at += 1;
    this.end = this.at;
    return seq(items, start, this.at);
  }

  private flowMap(column: number): ParsedNode {
    const start = this.at;
    const items: PairNode[] = [];
    this.at += 1;
    for (;;) {
      this.skipLines(column);
      if (this.code(this.at) === codes.closeMap) break;
      const key = this.scalar(true);
      this.skipBlanks();
      if (!this.isAtColon(key, true)) throw beyond;
      this.at += 1;
      this.skipLines(column);
      items.push(pair(key, this.flowValue(column)));
      this.separator(column, codes.closeMap);
    }
    this.at += 1;
    this.end = this.at;
    return map(items, start, this.at);
  }

  private flowValue(column: number): ParsedNode {
    const code = this.code(this.at);
    return code === codes.openList || code === codes.openMap ? this.flow(column) : this.scalar(true);
  }

  private separator(column: number, closing: number): void {
    this.skipLines(column);
    const code = this.code(this.at);
    if (code === codes.comma) this.at += 1;
    else if (code !== closing) throw beyond;
  }

  /** Blanks and line ends; a comment, or a line that is not indented enough, is for the complete parser. */
  private skipLines(column: number): void {
    let lineStart = -1;
    for (; ; this.at += 1) {
      const code = this.code(this.at);
      if (code === codes.newline) lineStart = this.at + 1;
      else if (code !== codes.blank) break;
    }
    if (this.code(this.at) === codes.hash || (lineStart >= 0 && this.at - lineStart <= column)) throw beyond;
  }
}
