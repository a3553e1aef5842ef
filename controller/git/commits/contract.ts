import type { CommitProofs } from '../objects/commit-proofs.js';
import type { Author, Trailer } from '../objects/contract.js';
import type { FileChange } from '../trees/contract.js';

/** Shows that svc made a commit: here, and with a signature to everyone. */
export interface CommitSealing {
  proofs: CommitProofs;
  /** Undefined where commits are not signed. */
  signer: { sign(commit: Buffer): Promise<Buffer> } | undefined;
  /** True when svc may put its signature on top of a commit of the repository. */
  trusts(commit: string): Promise<boolean>;
}

export interface CommitRequest {
  branch: string;
  /** A change with a `base` is refused unless the path holds that blob right before (null: no file). */
  changes: readonly FileChange[];
  /** The tip that the branch must have right before, null for "no such branch". Left out: any tip. */
  expected?: string | null;
  author: Author;
  message: string;
  trailers?: readonly Trailer[];
  /** The change that a replayed commit was written for; null for a commit of others. Left out: a new change. */
  change?: string | null;
  /** Further parents besides the tip: a merge. A merge may change no file. */
  mergedParents?: readonly string[];
}

/** The reason why a commit was not made. Nothing was changed then. */
export type CommitRefusal =
  | { kind: 'moved'; expected: string | null; actual: string | null }
  | { kind: 'branch_missing' }
  | { kind: 'path_moved'; path: string; expected: string | null; actual: string | null }
  | { kind: 'path_missing'; path: string }
  /** `at` is a file, folder, link or submodule where another kind of entry is needed. */
  | { kind: 'path_conflict'; path: string; at: string; found: 'file' | 'folder' | 'link' | 'submodule' }
  | { kind: 'path_invalid'; path: string; reason: string }
  | { kind: 'unchanged'; tip: string };

/** The outcome of a commit request; `blobs` maps each written path to the blob that it holds now. */
export type CommitOutcome =
  | { ok: true; commit: string; parent: string | null; blobs: ReadonlyMap<string, string> }
  | { ok: false; refusal: CommitRefusal };

/** The outcome of a request to create, move or delete a branch; `actual` is its tip, null for no branch. */
export type BranchOutcome = { ok: true } | { ok: false; actual: string | null; reason: BranchRefusal };

type BranchRefusal = 'moved' | 'name_invalid' | 'name_taken' | 'not_a_fast_forward' | 'commit_missing';
