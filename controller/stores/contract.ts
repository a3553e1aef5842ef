import type { Json, JsonObject } from '../../schemas/json.js';
import type { StoreAction } from '../flows/contract.js';
import type { CompiledStore } from '../library/index.js';

/** One step of a run that reads or changes a store. */
export interface StoreRequest {
  /** The data of a store belongs to a branch: what runs of another branch keep, they keep for themselves. */
  branch: string;
  store: string;
  rules: CompiledStore;
  action: StoreAction;
  /** What the flow says: `key`, `value`, `by`, `ttl`, `prefix`, `after`, `limit`. */
  input: JsonObject;
  runId: string;
  /** The same whenever the step is performed again: its change is made once. */
  idempotencyKey: string;
}

/** A step that the store refuses; nothing has changed. The message is for people. */
export class StoreError extends Error {
  override name = 'StoreError';
}

/** What a value's JSON text is stored as, and back. */
export interface ValueSealing {
  keep(text: string): string;
  open(kept: string): string;
}

export interface StoreOptions {
  /** Characters of JSON that a value, and a list of entries, may have. */
  largestValue: number;
  /** Seals values with secrets in them; left out, all are stored as they are. */
  sealing?: ValueSealing;
  /** Hears of errors of the cleaning, which goes on later. */
  report(error: unknown): void;
  /** ms since the epoch. */
  now?: () => number;
}

export interface Stores {
  /**
   * Changes are durable when this resolves.
   * - `get`: the value, or null
   * - `set`: `{ created }`, false where the key had a value already
   * - `delete`: `{ deleted }`, false where it had none
   * - `list`: `{ entries: [{ key, value }], more }`, in the order of their keys
   * - `increment`: the new number
   * @throws StoreError
   */
  perform(request: StoreRequest): Promise<Json>;
  /** Removes what has expired and what ended runs have left behind, now and then. */
  startCleaning(everyMs?: number): void;
  /** Resolves when nothing is being removed any more. */
  stopCleaning(): Promise<void>;
}
