import type { Json } from '../../../schemas/json/types.js';
import type { Program, Usage } from '../../expressions/index.js';

/** One evaluation of an expression. */
export interface Computation {
  readonly program: Pick<Program, 'source' | 'variables'>;
  readonly input: Json;
  readonly variables: Readonly<Record<string, Json>>;
  /** The part of its budget that the task has used before. */
  readonly usage: Usage;
}

/** The facts of an `ExpressionError`. */
interface Failure {
  readonly message: string;
  readonly offset: number;
  readonly kind: 'error' | 'budget';
  /** Undefined for none. */
  readonly value: Json | undefined;
}

/** The result of an evaluation; the value is undefined for a program without an output. */
export interface Computed {
  readonly value?: Json | undefined;
  readonly failure?: Failure;
  /** The part of its budget that the task has used, this evaluation included. */
  readonly usage: Usage;
  /** The time of the evaluation itself, in ms. */
  readonly computeMs: number;
}

export interface ComputedApart extends Computed {
  /** The time that the event loop spent on sending the input and receiving the output, in ms. */
  readonly transferMs: number;
}

/** `data` is a `Pick<Computation, 'input' | 'variables' | 'usage'>` as V8 serializes it; the answer is such a `Computed`. */
export interface Job extends Pick<Program, 'source' | 'variables'> {
  readonly data: Uint8Array;
}
