import { ExpressionSyntaxError } from '../errors.js';
import type { Node, NodeShape, Place } from './ast.js';
import type { Token, TokenKind } from './lexer.js';

/** Refused at compile time when nested deeper: the parser and the compiler recurse. */
const MAX_NESTING = 200;

/** The rules that the parts of the grammar come back to: a whole query, and one without pipes and commas. */
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

  expression(): Node {
    return this.nested(() => this.grammar.expression(this));
  }

  /** A node that reaches from `at` to the last token read. */
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

  /** Where the last token read ended. */
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

  /** Everything from `at` to the last token read. */
  since(at: number): Place {
    return { at, length: this.end - at };
  }

  nested<T>(read: () => T): T {
    if (++this.depth > MAX_NESTING) this.reject('the expression is nested too deeply', this.peek());
    const result = read();
    this.depth--;
    return result;
  }

  /** A cursor over the tokens of an interpolation. */
  inside(tokens: readonly Token[]): Cursor {
    return new Cursor(this.source, tokens, this.grammar, this.depth);
  }

  unexpected(wanted: string): never {
    const token = this.peek();
    const found = token.kind === 'end' ? token.text : `\`${this.text(token)}\``;
    return this.reject(`syntax error: unexpected ${found}, expecting ${wanted}`, token);
  }

  reject(message: string, place: Place, hint?: string): never {
    throw new ExpressionSyntaxError(message, this.source, place.at, place.length, hint);
  }

  private text(token: Token): string {
    return this.source.slice(token.at, token.at + token.length);
  }
}

function a(kind: TokenKind): string {
  return kind === 'identifier' ? 'a name' : kind === 'end' ? 'the end of the expression' : `a ${kind}`;
}
