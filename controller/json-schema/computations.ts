import type { Json } from '../../schemas/json/types.js';

/** A fault of a value under its schema. */
export interface SchemaFinding {
  /** JSON pointer into the value. */
  pointer: string;
  message: string;
}

/** A check of a value. */
export interface SchemaComputation {
  /** As JSON text. */
  readonly schema: string;
  readonly value: Json;
  /** True when the value gets the defaults of the schema first. */
  readonly isCompleted: boolean;
}

export interface SchemaOutcome {
  readonly findings: SchemaFinding[];
  /** The value with its defaults; undefined when it got none. */
  readonly completed?: Json;
  /** The reason why no thread checked the value. */
  readonly loss?: Error;
}

/** A check of the values of a call. */
export interface ArgumentComputation {
  /** The input schema of the callee, as JSON text. */
  readonly schema: string;
  readonly value: Json;
  /** As messages name the callee. */
  readonly callee: string;
}
