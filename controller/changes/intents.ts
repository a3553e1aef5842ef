import type { Json, JsonObject } from '../../schemas/json.js';

/** What is to become of one entity: an intent, which can be carried out again on another version of it. */
export interface EntityChange {
  op: 'create' | 'update' | 'delete' | 'restore';
  type: string;
  /** May be left out where the definition of a new entity says it. */
  name?: string | undefined;
  /** The whole new definition. `create` needs it, `update` one of the three. */
  definition?: JsonObject | undefined;
  /** RFC 7396. */
  mergePatch?: JsonObject | undefined;
  /** RFC 6902. */
  jsonPatch?: Json | undefined;
  /**
   * `restore`: the bytes its file is to have, and where that goes when the entity has no file now; with the texts that the
   * file names, as it names them.
   */
  restore?:
    | { path: string; content: Uint8Array; texts?: readonly { file: string; content: Uint8Array }[] }
    | undefined;
  /** The etags the entity may have right before, `*` for any. */
  ifMatch?: readonly string[] | undefined;
}

/** Who asks for a write, and what is noted of it in the history. */
export interface WriteOrigin {
  /** `user:<name>`, `api-key:<name>`… */
  principal: string;
  requestId: string;
  /** The program that acts for the principal. */
  agent?: string | undefined;
}

export interface WriteRequest {
  branch: string;
  /** All of them in one commit, or none. */
  changes: readonly EntityChange[];
  /** The commit message; one is made of the changes when it is left out. */
  message?: string | undefined;
  origin: WriteOrigin;
  /** Put it on a branch of its own, to be looked at. Where the remote declines a write, it is put there in any case. */
  propose?: boolean | undefined;
  /** Keep it on the branch, whatever the remote does, until that has it. */
  hold?: boolean | undefined;
}

export interface WrittenEntity {
  type: string;
  name: string;
  change: 'created' | 'updated' | 'deleted' | 'unchanged';
  path: string;
  /** Of the file as it is now; null when it is gone. */
  etag: string | null;
}
