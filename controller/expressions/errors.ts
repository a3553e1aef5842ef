import type { Json } from './json.js';

/** The source does not compile. Offsets count UTF-16 units from 0; line and column count from 1. */
export class ExpressionSyntaxError extends Error {
  override readonly name = 'ExpressionSyntaxError';
  offset: number;
  length: number;
  line: number;
  column: number;
  hint?: string;

  constructor(message: string, source: string, offset: number, length: number, hint?: string) {
    super(message);
    this.offset = offset;
    this.length = length;
    const before = source.slice(0, offset).split('\n');
    this.line = before.length;
    this.column = (before.at(-1)?.length ?? 0) + 1;
    if (hint !== undefined) this.hint = hint;
  }
}

/** `error`: raised by the program or a built-in, catchable with `try`. `budget`: the evaluation was cut off. */
export type ExpressionErrorKind = 'error' | 'budget';

/** An evaluation failed at `offset` of the source. `value` is what `try … catch` would see. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  offset: number;
  value?: Json;
  kind: ExpressionErrorKind;

  constructor(message: string, offset: number, kind: ExpressionErrorKind, value?: Json) {
    super(message);
    this.offset = offset;
    this.kind = kind;
    if (value !== undefined) this.value = value;
  }
}
