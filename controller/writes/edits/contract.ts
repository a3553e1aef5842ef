import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Finding, Snapshot, UnrunnableEntity } from '../../catalog/index.js';
import type { Problem } from '../../problems/index.js';

/** An intended change of one entity. It says what is wanted, so it can be applied again to another version of the entity. */
export interface EntityChange {
  op: 'create' | 'update' | 'delete' | 'restore';
  type: string;
  /** May be left out where the definition of a new entity contains the name. */
  name?: string | undefined;
  /** The whole new definition. `create` needs it; `update` needs one of the three. */
  definition?: JsonObject | undefined;
  /** RFC 7396. */
  mergePatch?: JsonObject | undefined;
  /** RFC 6902. */
  jsonPatch?: Json | undefined;
  /**
   * For `restore`: the bytes of the entity's file, the path it gets if the entity has no file now, and the text files that
   * the entity's file names, under the names it uses.
   */
  restore?:
    | { path: string; content: Uint8Array; texts?: readonly { file: string; content: Uint8Array }[] }
    | undefined;
  /** The etags that the entity may have right before the write; `*` for any. */
  ifMatch?: readonly string[] | undefined;
}

/** The caller of a write, as recorded in the history. */
export interface WriteOrigin {
  /** `user:<name>`, `api-key:<name>`… */
  principal: string;
  requestId: string;
  /** The program that acts for the principal. */
  agent?: string | undefined;
}

export interface WriteRequest {
  branch: string;
  /** All changes are made together, or none is. */
  changes: readonly EntityChange[];
  /** The commit message; made from the changes if left out. */
  message?: string | undefined;
  origin: WriteOrigin;
  /** Returns a refusal that depends on the content: called with the branch as it is and as the write would make it. */
  refuse?: ((before: Snapshot, after: Snapshot) => Problem | undefined) | undefined;
  /** Keep the commit on the branch, whatever the remote does, until the remote has it. */
  hold?: boolean | undefined;
}

export interface WrittenEntity {
  type: string;
  name: string;
  change: 'created' | 'updated' | 'deleted' | 'unchanged';
  path: string;
  /** The etag of the file after the write; null if the file was deleted. */
  etag: string | null;
}

interface Referrer {
  type: string;
  name: string;
  file: string;
  line: number;
}

/** The effects that a write would have. */
export interface WritePreview {
  entities: readonly WrittenEntity[];
  /** The difference of all files, as `git diff` shows it. */
  diff: string;
  /** Findings in the files after the write, and what the write would break elsewhere. */
  findings: readonly Finding[];
  /** The written entities that could not run, for want of something that the installation does not have. */
  notRunnable: readonly UnrunnableEntity[];
  /** The effect on each entity in words, and the reason why svc would refuse the write, if it would. */
  summary: string;
  /** The entities that refer to a deleted entity: svc refuses the write unless it deletes or changes them too. */
  referrers: readonly Referrer[];
  /** False if svc would refuse the write. */
  valid: boolean;
}

export interface WriteResult {
  branch: string;
  entities: readonly WrittenEntity[];
  /** The commit; null if nothing changed, and where files are written without Git. */
  commit: string | null;
  /** Warnings and hints about the files after the write. */
  findings: readonly Finding[];
  /** The written entities that cannot run, for want of something that the installation does not have. */
  notRunnable: readonly UnrunnableEntity[];
  /** `pushed`: the remote has the commit. `pending`: it will get it later. Left out without a remote. */
  push?: 'pushed' | 'pending' | undefined;
  /** The reason why the push is pending, or why the write became a proposal. */
  notice?: string | undefined;
}
