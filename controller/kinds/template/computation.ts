import type { JsonObject } from '../../../schemas/json/types.js';
import type { TransformError } from '../compile/compilation.js';

/** A rendering. */
export interface TemplateComputation {
  readonly body: string;
  readonly values: JsonObject;
}

export type TemplateOutcome =
  | { readonly text: string }
  | { readonly failure: TransformError['failure']; readonly message: string };
