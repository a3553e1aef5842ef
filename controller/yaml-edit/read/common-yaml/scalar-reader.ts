import type { ParsedNode, Scalar } from 'yaml';

const nodeType = Symbol.for('yaml.node.type');

/** A node's start, end of its value, and end with what belongs to it. */
type Range = [number, number, number];

/** Nodes with the members of the package's nodes that this service reads; cheaper to create. */
class Node {
  declare readonly tag: undefined;
  declare readonly anchor: undefined;
}

class ScalarNode extends Node {
  constructor(
    readonly value: unknown,
    readonly source: string,
    readonly type: Scalar.Type,
    readonly range: Range,
  ) {
    super();
  }
}

class MapNode extends Node {
  constructor(
    readonly items: PairNode[],
    readonly range: Range,
  ) {
    super();
  }
}

class SeqNode extends Node {
  constructor(
    readonly items: ParsedNode[],
    readonly range: Range,
  ) {
    super();
  }
}

export class PairNode {
  constructor(
    readonly key: ParsedNode,
    readonly value: ParsedNode,
  ) {}
}

// The symbol that `isMap`, `isSeq`, `isPair` and `isScalar` of the package look at.
for (const [owner, name] of [
  [ScalarNode, 'scalar'],
  [MapNode, 'map'],
  [SeqNode, 'seq'],
  [PairNode, 'pair'],
] as const) {
  Object.defineProperty(owner.prototype, nodeType, { value: Symbol.for(`yaml.${name}`) });
}

export function scalar(value: unknown, source: string, type: Scalar.Type, range: Range): ParsedNode {
  return new ScalarNode(value, source, type, range) as unknown as ParsedNode;
}

export function map(items: PairNode[], start: number, end: number): ParsedNode {
  return new MapNode(items, [start, end, end]) as unknown as ParsedNode;
}

export function seq(items: ParsedNode[], start: number, end: number): ParsedNode {
  return new SeqNode(items, [start, end, end]) as unknown as ParsedNode;
}

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

/** Larger files are for the complete parser, which counts the tokens. */
const maxNodes = 50_000;
/** YAML requires the colon of a key within 1024 characters, on the same line. */
const maxKeyLength = 1000;
/** Characters that a plain scalar cannot begin with. */
const indicators = new Set([...'[]{}#&*!|>\'"%@`,'].map((character) => character.charCodeAt(0)));
const numeric = /^[-+]?(?:[0-9]+(\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;
const integral = /^[-+]?[0-9]+$/;
const rareNumber = /^(?:0[ox]|[-+]?\.(?:inf|nan))/i;

/** Reads scalars at a cursor. Methods that read return undefined or false for an uncommon form: the caller gives up. */
export class ScalarReader {
  protected at = 0;
  /** The end of the last node that was read. */
  protected end = 0;
  private count = 0;

  constructor(protected readonly text: string) {}

  protected code(at: number): number {
    return this.text.charCodeAt(at);
  }

  /** True at a blank, at the end of a line, and at the end of the text. */
  protected isGap(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code === codes.blank || code === codes.newline || at >= this.text.length;
  }

  protected skipBlanks(): void {
    while (this.text.charCodeAt(this.at) === codes.blank) this.at += 1;
  }

  /** Reads a scalar on one line. The cursor is behind it then; after a plain one, it may be at the colon of a key. */
  protected scalar(inFlow: boolean): ParsedNode | undefined {
    this.count += 1;
    if (this.count > maxNodes) return undefined;
    const code = this.code(this.at);
    if (code === codes.apostrophe) return this.singleQuoted();
    return code === codes.quote ? this.doubleQuoted() : this.plain(inFlow);
  }

  /** True if the cursor is at the colon of a key, and the key is not too long. */
  protected isAtColon(key: ParsedNode, inFlow: boolean): boolean {
    if (this.code(this.at) !== codes.colon || this.isTooLong(key)) return false;
    const isQuoted = this.code(key.range[0]) === codes.quote || this.code(key.range[0]) === codes.apostrophe;
    return (inFlow && isQuoted) || this.isGap(this.at + 1) || (inFlow && isFlowSign(this.code(this.at + 1)));
  }

  protected isTooLong(key: ParsedNode): boolean {
    return this.at - key.range[0] > maxKeyLength;
  }

  private plain(inFlow: boolean): ParsedNode | undefined {
    const { text } = this;
    const start = this.at;
    if (!this.isPlainStart(inFlow)) return undefined;
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
    if (source.charCodeAt(0) <= codes.nine && rareNumber.test(source)) return undefined;
    return scalar(plainValue(source), source, 'PLAIN', [start, end, end]);
  }

  private isPlainStart(inFlow: boolean): boolean {
    const { at } = this;
    const code = this.code(at);
    if (indicators.has(code) || Number.isNaN(code)) return false;
    if (code === codes.dash || code === codes.question || code === codes.colon) {
      if (this.isGap(at + 1) || (inFlow && isFlowSign(this.code(at + 1)))) return false;
    }
    if (code !== codes.dash && code !== codes.dot) return true;
    return !/^(?:---|\.\.\.)/.test(this.text.slice(at, at + 3));
  }

  private singleQuoted(): ParsedNode | undefined {
    const start = this.at;
    let at = start;
    do {
      const closing = this.closing("'", at + 1);
      if (closing === -1) return undefined;
      at = closing + 1;
    } while (this.code(at) === codes.apostrophe);
    const value = this.text.slice(start + 1, at - 1).replaceAll("''", "'");
    return this.quoted(value, 'QUOTE_SINGLE', start, at);
  }

  private doubleQuoted(): ParsedNode | undefined {
    const start = this.at;
    let at = this.closing('"', start + 1);
    if (at === -1) return undefined;
    const inner = this.text.slice(start + 1, at);
    if (!inner.includes('\\')) return this.quoted(inner, 'QUOTE_DOUBLE', start, at + 1);
    at = start + 1;
    while (this.code(at) !== codes.quote) {
      if (this.code(at) === codes.newline || at >= this.text.length) return undefined;
      at += this.text[at] === '\\' ? 2 : 1;
    }
    const value = unescaped(this.text.slice(start, at + 1));
    return value === undefined ? undefined : this.quoted(value, 'QUOTE_DOUBLE', start, at + 1);
  }

  /** Returns the next mark on the line; -1 if there is none, because texts over several lines are not common. */
  private closing(mark: string, from: number): number {
    const at = this.text.indexOf(mark, from);
    const lineEnd = this.text.indexOf('\n', from);
    return lineEnd !== -1 && lineEnd < at ? -1 : at;
  }

  private quoted(
    value: string,
    type: 'QUOTE_SINGLE' | 'QUOTE_DOUBLE',
    start: number,
    end: number,
  ): ParsedNode {
    this.at = end;
    this.end = end;
    return scalar(value, value, type, [start, end, end]);
  }
}

function isFlowSign(code: number): boolean {
  return (
    code === codes.comma ||
    code === codes.openList ||
    code === codes.closeList ||
    code === codes.openMap ||
    code === codes.closeMap
  );
}

/** Decodes the escapes that JSON has too; undefined if there are others. */
function unescaped(source: string): string | undefined {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

/** Returns the value of a plain scalar in the core schema of YAML 1.2, but for rare numbers. */
function plainValue(source: string): unknown {
  const code = source.charCodeAt(0);
  if (
    code <= codes.nine &&
    (code >= codes.zero || code === codes.plus || code === codes.dash || code === codes.dot)
  ) {
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
