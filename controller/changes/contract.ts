import type { Json, JsonObject } from '../../schemas/json.js';
import type { Finding } from '../catalog/contract.js';

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
  /** `restore`: the bytes its file is to have, and where that goes when the entity has no file now. */
  restore?: { path: string; content: Uint8Array } | undefined;
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
}

export interface WrittenEntity {
  type: string;
  name: string;
  change: 'created' | 'updated' | 'deleted' | 'unchanged';
  path: string;
  /** Of the file as it is now; null when it is gone. */
  etag: string | null;
}

/** What a write would do. */
export interface WritePreview {
  entities: readonly WrittenEntity[];
  /** Of all files, as `git diff` shows it. */
  diff: string;
  /** About the files as they would be, and what would break elsewhere. */
  findings: readonly Finding[];
  /** Whether the write would be refused for what was found. */
  valid: boolean;
}

export interface WriteResult {
  branch: string;
  entities: readonly WrittenEntity[];
  /** The commit; null where nothing was changed, and where files are written without Git. */
  commit: string | null;
  /** Warnings and hints about the files as they are now. */
  findings: readonly Finding[];
}

/** The write path: every change of entities goes through it. */
export interface Changes {
  /**
   * Makes the changes, and answers when they are on the disk and in service.
   * @throws Problem entity_invalid, entity_not_found, entity_in_use, entity_file_unreadable, name_taken,
   *   version_conflict, patch_invalid, patch_conflict, git_failed
   */
  write(request: WriteRequest): Promise<WriteResult>;
  /** What `write` would do; changes nothing. @throws Problem as `write`, but not for what is found in the result */
  preview(request: WriteRequest): Promise<WritePreview>;
}
