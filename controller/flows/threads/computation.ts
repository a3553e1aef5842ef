import type { Json } from '../../../schemas/json/types.js';
import type { Program, Usage } from '../../expressions/index.js';

/** One evaluation of an expression. */
export interface Computation {
  readonly program: Pick<Program, 'source' | 'variables'>;
  readonly input: Json;
  readonly variables: Readonly<Record<string, Json>>;
  /** What the task has used of its budget before. */
  readonly usage: Usage;
}

/** The facts of an `ExpressionError`. */
export interface Failure {
  readonly message: string;
  readonly offset: number;
  readonly kind: 'error' | 'budget';
  /** Undefined for none. */
  readonly value: Json | undefined;
}

/** What an evaluation gave; the value is undefined for a program without an output. */
export interface Computed {
  readonly value?: Json | undefined;
  readonly failure?: Failure;
  /** What the task has used of its budget, this evaluation included. */
  readonly usage: Usage;
  /** The time of the evaluation itself, in ms. */
  readonly computeMs: number;
}

export interface ComputedApart extends Computed {
  /** What the event loop spent on sending the input and receiving the output, in ms. */
  readonly transferMs: number;
}

/** `data` is a `Pick<Computation, 'input' | 'variables' | 'usage'>` as V8 serializes it; the answer is such a `Computed`. */
export interface Job extends Pick<Program, 'source' | 'variables'> {
  readonly data: Uint8Array;
}
