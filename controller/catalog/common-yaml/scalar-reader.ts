import type { ParsedNode } from 'yaml';
import { scalar } from './nodes.js';

export const codes = {
  newline: 10,
  blank: 32,
  quote: 34,
  hash: 35,
  apostrophe: 39,
  plus: 43,
  comma: 44,
  dash: 45,
  dot: 46,
  zero: 48,
  nine: 57,
  colon: 58,
  greater: 62,
  question: 63,
  openList: 91,
  closeList: 93,
  bar: 124,
  openMap: 123,
  closeMap: 125,
} as const;

/** Thrown where the text leaves the common forms: the complete parser takes over. */
export const beyond = new Error('not one of the common forms');

/** More is for the complete parser, which counts. */
const mostNodes = 50_000;
/** YAML wants the colon of a key on its line within 1024 characters. */
const longestKey = 1000;
/** Characters that a plain scalar does not begin with. */
const indicators = new Set([...'[]{}#&*!|>\'"%@`,'].map((character) => character.charCodeAt(0)));
const numeric = /^[-+]?(?:[0-9]+(\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;
const integral = /^[-+]?[0-9]+$/;
const rareNumber = /^(?:0[ox]|[-+]?\.(?:inf|nan))/i;

/** Reads scalars at a cursor over the text. */
export class ScalarReader {
  protected at = 0;
  /** Where the last thing read ends. */
  protected end = 0;
  private count = 0;

  constructor(protected readonly text: string) {}

  protected code(at: number): number {
    return this.text.charCodeAt(at);
  }

  /** A blank, a line's end or the text's end. */
  protected isGap(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code === codes.blank || code === codes.newline || at >= this.text.length;
  }

  protected skipBlanks(): void {
    while (this.text.charCodeAt(this.at) === codes.blank) this.at += 1;
  }

  /** A scalar on one line. The cursor is behind it, which for a plain one may be at the colon of a key. */
  protected scalar(inFlow: boolean): ParsedNode {
    this.count += 1;
    if (this.count > mostNodes) throw beyond;
    const code = this.code(this.at);
    if (code === codes.apostrophe) return this.singleQuoted();
    return code === codes.quote ? this.doubleQuoted() : this.plain(inFlow);
  }

  /** Whether the cursor is at a colon that ends a key. */
  protected isAtColon(key: ParsedNode, inFlow: boolean): boolean {
    if (this.code(this.at) !== codes.colon) return false;
    if (this.at - key.range[0] > longestKey) throw beyond;
    const isQuoted = this.code(key.range[0]) === codes.quote || this.code(key.range[0]) === codes.apostrophe;
    return (inFlow && isQuoted) || this.isGap(this.at + 1) || (inFlow && isFlowSign(this.code(this.at + 1)));
  }

  private plain(inFlow: boolean): ParsedNode {
    const { text } = this;
    const start = this.at;
    this.checkStart(inFlow);
    let at = start;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === codes.newline) break;
      if (code === codes.colon && (this.isGap(at + 1) || (inFlow && isFlowSign(text.charCodeAt(at + 1)))))
        break;
      if (code === codes.hash && text.charCodeAt(at - 1) === codes.blank) break;
      if (inFlow && isFlowSign(code)) break;
    }
    let end = at;
    while (text.charCodeAt(end - 1) === codes.blank) end -= 1;
    this.at = at;
    this.end = end;
    const source = text.slice(start, end);
    return scalar(plainValue(source), source, 'PLAIN', start, end);
  }

  private checkStart(inFlow: boolean): void {
    const { at } = this;
    const code = this.code(at);
    if (indicators.has(code) || Number.isNaN(code)) throw beyond;
    if (code === codes.dash || code === codes.question || code === codes.colon) {
      if (this.isGap(at + 1) || (inFlow && isFlowSign(this.code(at + 1)))) throw beyond;
    }
    if ((code === codes.dash || code === codes.dot) && /^(?:---|\.\.\.)/.test(this.text.slice(at, at + 3))) {
      throw beyond;
    }
  }

  private singleQuoted(): ParsedNode {
    const start = this.at;
    let at = start;
    do at = this.closing("'", at + 1) + 1;
    while (this.code(at) === codes.apostrophe);
    const value = this.text.slice(start + 1, at - 1).replaceAll("''", "'");
    return this.quoted(value, 'QUOTE_SINGLE', start, at);
  }

  private doubleQuoted(): ParsedNode {
    const start = this.at;
    let at = this.closing('"', start + 1);
    const inner = this.text.slice(start + 1, at);
    if (!inner.includes('\\')) return this.quoted(inner, 'QUOTE_DOUBLE', start, at + 1);
    at = start + 1;
    while (this.code(at) !== codes.quote) {
      if (this.code(at) === codes.newline || at >= this.text.length) throw beyond;
      at += this.text[at] === '\\' ? 2 : 1;
    }
    return this.quoted(unescaped(this.text.slice(start, at + 1)), 'QUOTE_DOUBLE', start, at + 1);
  }

  private closing(mark: string, from: number): number {
    const at = this.text.indexOf(mark, from);
    if (at === -1) throw beyond;
    // A text over several lines is folded.
    const lineEnd = this.text.indexOf('\n', from);
    if (lineEnd !== -1 && lineEnd < at) throw beyond;
    return at;
  }

  private quoted(
    value: string,
    type: 'QUOTE_SINGLE' | 'QUOTE_DOUBLE',
    start: number,
    end: number,
  ): ParsedNode {
    this.at = end;
    this.end = end;
    return scalar(value, value, type, start, end);
  }
}

export function isFlowSign(code: number): boolean {
  return (
    code === codes.comma ||
    code === codes.openList ||
    code === codes.closeList ||
    code === codes.openMap ||
    code === codes.closeMap
  );
}

/** The escapes that JSON has too. */
function unescaped(source: string): string {
  try {
    return JSON.parse(source);
  } catch {
    throw beyond;
  }
}

/** The core schema of YAML 1.2. */
function plainValue(source: string): unknown {
  const code = source.charCodeAt(0);
  if (
    code <= codes.nine &&
    (code >= codes.zero || code === codes.plus || code === codes.dash || code === codes.dot)
  ) {
    if (rareNumber.test(source)) throw beyond;
    if (!numeric.test(source)) return source;
    return integral.test(source) ? Number.parseInt(source, 10) : Number.parseFloat(source);
  }
  return words.has(source) ? words.get(source) : source;
}

const words = new Map<string, unknown>([
  ...['~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['true', 'True', 'TRUE'].map((word) => [word, true] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, false] as const),
]);
