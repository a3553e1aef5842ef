import type { Node, NodeShape, Place } from './ast.js';
import { ESCAPES, unitsToText } from './escapes.js';
import { ExpressionSyntaxError } from './syntax-error.js';

/** Deepest nesting of an expression: the parser and the compiler are recursive. */
const maxNesting = 200;

/** The rules that parts of the grammar refer back to: a whole query, and one without pipes and commas. */
export interface Grammar {
  readonly pipe: (cursor: Cursor) => Node;
  readonly expression: (cursor: Cursor) => Node;
}

/** A reading position in a list of tokens. */
export class Cursor {
  private next = 0;

  constructor(
    readonly source: string,
    private readonly tokens: readonly Token[],
    private readonly grammar: Grammar,
    private depth = 0,
  ) {}

  pipe(): Node {
    return this.nested(() => this.grammar.pipe(this));
  }

  /** Reads a query and the operator that ends it. */
  pipeUntil(end: string): Node {
    const query = this.pipe();
    this.expect('op', end);
    return query;
  }

  expression(): Node {
    return this.nested(() => this.grammar.expression(this));
  }

  /** Makes a node that reaches from `at` to the token that was read last. */
  node(at: number, shape: NodeShape): Node {
    return { ...shape, ...this.since(at) };
  }

  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.next + ahead, this.tokens.length - 1)] as Token;
  }

  advance(): Token {
    const token = this.peek();
    this.next++;
    return token;
  }

  /** The end of the token that was read last. */
  get end(): number {
    const token = this.tokens[Math.max(0, this.next - 1)] as Token;
    return token.at + token.length;
  }

  is(kind: TokenKind, text?: string): boolean {
    const token = this.peek();
    return token.kind === kind && (text === undefined || token.text === text);
  }

  isOp(text: string): boolean {
    return this.is('op', text);
  }

  accept(kind: TokenKind, text?: string): Token | undefined {
    return this.is(kind, text) ? this.advance() : undefined;
  }

  expect(kind: TokenKind, text?: string): Token {
    return this.accept(kind, text) ?? this.unexpected(text === undefined ? a(kind) : `\`${text}\``);
  }

  /** Returns the place from `at` to the token that was read last. */
  since(at: number): Place {
    return { at, length: this.end - at };
  }

  nested<T>(read: () => T): T {
    if (++this.depth > maxNesting) this.reject('the expression is nested too deeply', this.peek());
    const result = read();
    this.depth--;
    return result;
  }

  /** Returns a cursor over the tokens of an interpolation. */
  inside(tokens: readonly Token[]): Cursor {
    return new Cursor(this.source, tokens, this.grammar, this.depth);
  }

  unexpected(expected: string): never {
    const token = this.peek();
    const actual = token.kind === 'end' ? token.text : `\`${this.text(token)}\``;
    return this.reject(`syntax error: unexpected ${actual}, expecting ${expected}`, token);
  }

  reject(message: string, place: Place, hint?: string): never {
    throw new ExpressionSyntaxError(message, this.source, place, hint);
  }

  private text(token: Token): string {
    return this.source.slice(token.at, token.at + token.length);
  }
}

function a(kind: TokenKind): string {
  return kind === 'identifier' ? 'a name' : kind === 'end' ? 'the end of the expression' : `a ${kind}`;
}

export type TokenKind =
  | 'op'
  | 'identifier'
  | 'keyword'
  | 'field'
  | 'variable'
  | 'format'
  | 'number'
  | 'string'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** The operator, or the name without its `.`, `$` or `@`. */
  readonly text: string;
  readonly at: number;
  readonly length: number;
  /** Parts of a string: literal texts and, between them, the tokens of each `\( … )`. */
  readonly parts?: readonly (string | readonly Token[])[];
}

const KEYWORDS = new Set(
  'as import include module def if then else elif end and or reduce foreach try catch label break'.split(' '),
);

const SPACE = /(?:[ \t\r\n]+|#(?:[^\\\r\n]|\\\\|\\\r?\n|\\(?!\\)|\r(?!\n))*)+/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /(?:[a-zA-Z_]\w*::)*[a-zA-Z_]\w*/y;
const OPERATOR = /\?\/\/=?|\/\/=|\|=|\+=|-=|\*=|\/=|%=|==|!=|<=|>=|\/\/|\.\.|[.?=<>+\-*/%|,:;()[\]{}]/y;

/** Splits the source into tokens, the last of kind `end`. Throws ExpressionSyntaxError. */
export function tokenize(source: string): readonly Token[] {
  return new Lexer(source).tokens(undefined);
}

class Lexer {
  private at = 0;
  constructor(private readonly source: string) {}

  /** Reads to the end of the source or, inside `\( … )`, to the parenthesis that closes it. */
  tokens(opened: number | undefined): Token[] {
    const tokens: Token[] = [];
    let nesting = 0;
    for (;;) {
      this.take(SPACE);
      if (this.at >= this.source.length) {
        if (opened !== undefined) this.reject('unterminated string interpolation', opened, this.at - opened);
        tokens.push({ kind: 'end', text: 'end of expression', at: this.at, length: 0 });
        return tokens;
      }
      if (opened !== undefined && nesting === 0 && this.source[this.at] === ')') {
        tokens.push({ kind: 'end', text: ')', at: this.at, length: 1 });
        this.at++;
        return tokens;
      }
      const token = this.token();
      if (token.kind === 'op' && token.text === '(') nesting++;
      if (token.kind === 'op' && token.text === ')') nesting--;
      tokens.push(token);
    }
  }

  private token(): Token {
    const at = this.at;
    const first = this.source[at] as string;
    if (first === '"') return this.string();
    const number = this.take(NUMBER);
    if (number !== undefined) return { kind: 'number', text: number, at, length: number.length };
    if (first === '.' || first === '$' || first === '@') {
      const name = this.name(at + 1);
      const kind = first === '.' ? 'field' : first === '$' ? 'variable' : 'format';
      if (name !== undefined) return { kind, text: name, at, length: this.at - at };
    }
    const word = this.take(WORD);
    if (word !== undefined) {
      return { kind: KEYWORDS.has(word) ? 'keyword' : 'identifier', text: word, at, length: word.length };
    }
    const op = this.take(OPERATOR);
    if (op === undefined) return this.reject(`unexpected character ${JSON.stringify(first)}`, at, 1);
    return { kind: 'op', text: op, at, length: op.length };
  }

  private name(from: number): string | undefined {
    const start = this.at;
    this.at = from;
    const pattern = this.source[start] === '@' ? /\w+/y : this.source[start] === '.' ? /[a-zA-Z_]\w*/y : WORD;
    const name = this.take(pattern);
    if (name === undefined) this.at = start;
    return name;
  }

  private string(): Token {
    const start = this.at++;
    const parts: (string | readonly Token[])[] = [];
    let text = '';
    for (;;) {
      const char = this.source[this.at];
      if (char === undefined) return this.reject('unterminated string', start, this.at - start);
      this.at++;
      if (char === '"') break;
      if (char !== '\\') {
        text += char;
      } else if (this.source[this.at] === '(') {
        parts.push(text, this.tokens(this.at++));
        text = '';
      } else {
        text += this.escape();
      }
    }
    parts.push(text);
    return { kind: 'string', text: '', at: start, length: this.at - start, parts };
  }

  private escape(): string {
    const at = this.at - 1;
    const letter = this.source[this.at++];
    if (letter === 'u') return this.unicode(at);
    const char = letter === undefined ? undefined : ESCAPES[letter];
    return char ?? this.reject(`invalid escape \`\\${letter ?? ''}\``, at, 2);
  }

  /** Reads `\uXXXX`, or two of them for one character: strings hold no half of a character. */
  private unicode(at: number): string {
    const digits = this.take(/[0-9a-fA-F]{4}/y);
    if (digits === undefined) return this.reject('`\\u` takes four hexadecimal digits', at, 2);
    const unit = Number.parseInt(digits, 16);
    const alone = unitsToText(unit);
    if (alone !== undefined) return alone;
    const second = this.take(/\\u[dD][c-fC-F][0-9a-fA-F]{2}/y);
    if (second === undefined) return this.reject('a surrogate needs its other half', at, 6);
    return unitsToText(unit, Number.parseInt(second.slice(2), 16)) as string;
  }

  private take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.source);
    if (match === null) return undefined;
    this.at = pattern.lastIndex;
    return match[0];
  }

  private reject(message: string, at: number, length: number): never {
    throw new ExpressionSyntaxError(`syntax error: ${message}`, this.source, { at, length });
  }
}
