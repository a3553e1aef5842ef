import type { Controller } from '../../controller/contract.js';
import type { Principal, Role } from '../../controller/identity/contract.js';
import type { JsonObject, JsonSchema } from '../../schemas/json.js';

/** What an operation may use. No protocol in it: REST, and whatever binds the same registry, make one per call. */
export interface OperationContext {
  readonly controller: Controller;
  readonly principal: Principal;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface OperationHints {
  readOnly: boolean;
  destructive: boolean;
  /** Doing it twice is as good as doing it once. */
  idempotent: boolean;
}

/** What came of it. The binding turns `outcome` into what its protocol has for it; left out, it is just done. */
export interface Result {
  value?: unknown;
  outcome?: 'created' | 'accepted' | 'deleted';
  /** The file that `value` was read from, byte for byte, for who would rather have that. */
  file?: string;
  /** In place of `value`: what arrives while the caller listens. Ends by itself. */
  stream?: AsyncIterable<StreamItem>;
}

export interface StreamItem {
  event: string;
  /** Where a caller who lost the connection goes on. */
  id?: number;
  data: unknown;
}

/** The schema of an operation's input: one object whose properties a binding spreads over its protocol. */
export interface InputSchema {
  properties: Readonly<Record<string, JsonObject>>;
  required?: readonly string[];
}

/** One thing a caller can do, defined once for all surfaces. */
export interface Operation<Input = unknown> {
  /** Verb and noun, such as `run-flow`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: OperationHints;
  /** The least role that may do it. */
  readonly permission: Role;
  readonly input: InputSchema;
  readonly output: JsonSchema;
  /** @throws Problem */
  run(context: OperationContext, input: Input): Promise<Result>;
}

export const reads: OperationHints = { readOnly: true, destructive: false, idempotent: true };
