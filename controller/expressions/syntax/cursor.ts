import type { Node, NodeShape, Place } from './ast.js';
import type { Token, TokenKind } from './lexer.js';
import { ExpressionSyntaxError } from './syntax-error.js';

/** Deepest nesting of an expression: the parser and the compiler are recursive. */
const MAX_NESTING = 200;

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
    if (++this.depth > MAX_NESTING) this.reject('the expression is nested too deeply', this.peek());
    const result = read();
    this.depth--;
    return result;
  }

  /** Returns a cursor over the tokens of an interpolation. */
  inside(tokens: readonly Token[]): Cursor {
    return new Cursor(this.source, tokens, this.grammar, this.depth);
  }

  unexpected(wanted: string): never {
    const token = this.peek();
    const found = token.kind === 'end' ? token.text : `\`${this.text(token)}\``;
    return this.reject(`syntax error: unexpected ${found}, expecting ${wanted}`, token);
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
