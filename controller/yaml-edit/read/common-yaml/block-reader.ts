import type { ParsedNode } from 'yaml';
import { readBlockText } from './block-text.js';
import { codes, map, PairNode, ScalarReader, scalar, seq } from './scalar-reader.js';

/** Reads `[…]` and `{…}` too. */
class FlowReader extends ScalarReader {
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

/** Tabs, carriage returns, byte order marks: the complete parser knows where they are allowed. */
const unusual = /[\t\r\uFEFF]/;

/**
 * Reads the forms in which nearly all entity files are written, faster than the complete parser: block maps and lists,
 * flow collections, scalars on one line, literal and folded texts, comments. Returns the same tree as the complete parser,
 * without comments; undefined for a text that contains anything else: anchors, tags, scalars over several lines, faults.
 * @param deepest levels of nesting
 */
export function readCommonYaml(text: string, deepest: number): ParsedNode | undefined {
  return unusual.test(text) ? undefined : new BlockReader(text, deepest).document();
}

/** Reads a document of maps and lists by indentation. */
class BlockReader extends FlowReader {
  private lineStart = 0;
  /** The column of the content of the current line; -1 at the end of the text. */
  private column = -1;

  document(): ParsedNode | undefined {
    this.seek();
    if (this.text.startsWith('---\n', this.at) && this.column === 0) {
      this.at += 4;
      this.seek();
    }
    if (this.column === -1) return undefined;
    const code = this.code(this.at);
    const isFlow = code === codes.openList || code === codes.openMap;
    const node = isFlow ? this.flow(-1) : this.block();
    if (!node || (isFlow && !this.finishLine())) return undefined;
    return this.column === -1 ? node : undefined;
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

  /** Goes to the next line with content. @returns false if the rest of this line is more than a comment */
  private finishLine(): boolean {
    const from = this.at;
    this.skipBlanks();
    const code = this.code(this.at);
    if (code === codes.hash && this.at > from) {
      const lineEnd = this.text.indexOf('\n', this.at);
      this.at = lineEnd === -1 ? this.text.length : lineEnd;
    } else if (code !== codes.newline && this.at < this.text.length) return false;
    if (this.at < this.text.length) this.at += 1;
    this.seek();
    return true;
  }

  private block(): ParsedNode | undefined {
    return this.isDash() ? this.list(this.column) : this.map(this.column, this.scalar(false));
  }

  private isDash(): boolean {
    return this.code(this.at) === codes.dash && this.isGap(this.at + 1);
  }

  private map(column: number, firstKey: ParsedNode | undefined): ParsedNode | undefined {
    if (!firstKey || !this.enter()) return undefined;
    const items: PairNode[] = [];
    const [start] = firstKey.range;
    for (let key: ParsedNode | undefined = firstKey; ; key = this.scalar(false)) {
      this.skipBlanks();
      if (!key || !this.isAtColon(key, false)) return undefined;
      this.at += 1;
      const value = this.value(column);
      if (!value) return undefined;
      items.push(new PairNode(key, value));
      if (this.column !== column) break;
    }
    this.leave();
    return this.column > column ? undefined : map(items, start, this.end);
  }

  private value(column: number): ParsedNode | undefined {
    const after = this.at;
    if (!this.isLineDone()) return this.inline(column);
    if (!this.finishLine()) return undefined;
    if (this.column > column) return this.block();
    if (this.column === column && this.isDash()) return this.list(column);
    return this.nothing(after);
  }

  private list(column: number): ParsedNode | undefined {
    if (!this.enter()) return undefined;
    const start = this.at;
    const items: ParsedNode[] = [];
    do {
      this.at += 1;
      const item = this.item(column);
      if (!item) return undefined;
      items.push(item);
    } while (this.column === column && this.isDash());
    this.leave();
    return this.column > column ? undefined : seq(items, start, this.end);
  }

  private item(column: number): ParsedNode | undefined {
    const after = this.at;
    if (this.isLineDone()) {
      if (!this.finishLine()) return undefined;
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
    if (!node || (this.code(this.at) === codes.colon && this.isTooLong(node))) return undefined;
    if (this.isAtColon(node, false)) return this.map(inner, node);
    this.at = end;
    return this.finishLine() ? node : undefined;
  }

  /** Reads a value on the line of its key or dash. */
  private inline(column: number): ParsedNode | undefined {
    this.skipBlanks();
    const code = this.code(this.at);
    if (code === codes.bar || code === codes.greater) {
      const read = readBlockText(this.text, this.at, column);
      if (!read) return undefined;
      this.end = read.next;
      this.at = read.next;
      this.seek();
      return read.node;
    }
    const isFlow = code === codes.openList || code === codes.openMap;
    const node = isFlow ? this.flow(column) : this.scalar(false);
    this.at = this.end;
    return node && this.finishLine() ? node : undefined;
  }

  private isLineDone(): boolean {
    let at = this.at;
    while (this.code(at) === codes.blank) at += 1;
    const code = this.code(at);
    return at >= this.text.length || code === codes.newline || (code === codes.hash && at > this.at);
  }

  private nothing(at: number): ParsedNode {
    this.end = at;
    return scalar(null, '', 'PLAIN', [at, at, at]);
  }
}
