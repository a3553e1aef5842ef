import type { Finding } from '../catalog/contract.js';
import type { FileWrite } from './directories/write-files.js';
import type { EntityName } from './hold.js';
import type { WriteRequest, WrittenEntity } from './intents.js';
import type { Proposal, Proposals } from './proposals/contract.js';
import type { PushStatus } from './pushing/contract.js';

export type { EntityChange, WriteOrigin, WriteRequest, WrittenEntity } from './intents.js';

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
  /** Whether the remote has the commit. `pending`: it will, and `GET …/cicd/sync` tells when; left out without a remote. */
  push?: 'pushed' | 'pending' | undefined;
  /** In place of a commit on the branch. */
  proposal?: Proposal | undefined;
  /** Why it is pending, or a proposal that nobody asked for. */
  notice?: string | undefined;
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
  /** @throws Problem git_versioning_disabled from each, where there is no Git */
  readonly proposals: Proposals;
  /** How far the remote has what the branch has; undefined without a remote. */
  pushStatus(branch: string): Promise<PushStatus | undefined>;
  /** Lets go of what is held of an entity on a branch. @returns whether anything was */
  release?(branch: string, entity: EntityName): Promise<boolean>;
  /**
   * Brings a commit that svc made beside the write path to the remote and into service, its deletions confirmed.
   * @returns where it is now; null where the branch says the same without it
   * @throws Problem push_declined, or for what the remote changed the same; the commit is on no branch then
   */
  bring?(branch: string, commit: string): Promise<string | null>;
  /**
   * Writes files of a folder as they are, in turn with all other writes of it; there only where there is no Git.
   * @throws FileMoved when one does not hold its `base`, Problem directory_failed, name_taken
   */
  put?(writes: readonly FileWrite[]): Promise<void>;
  close(): Promise<void>;
}
