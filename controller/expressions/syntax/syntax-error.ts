import type { Place } from './ast.js';

/** Reports that a source does not compile. Offsets count UTF-16 units from 0; line and column count from 1. */
export class ExpressionSyntaxError extends Error {
  override readonly name = 'ExpressionSyntaxError';
  offset: number;
  length: number;
  line: number;
  column: number;
  hint?: string;

  constructor(message: string, source: string, place: Place, hint?: string) {
    super(message);
    this.offset = place.at;
    this.length = place.length;
    const before = source.slice(0, place.at).split('\n');
    this.line = before.length;
    this.column = (before.at(-1)?.length ?? 0) + 1;
    if (hint !== undefined) this.hint = hint;
  }
}
