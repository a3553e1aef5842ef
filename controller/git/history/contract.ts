import type { Author } from '../objects/contract.js';

/** A path that a commit changed; the blobs are null where there is no plain file, and the same where only the mode changed. */
export interface PathChange {
  path: string;
  before: string | null;
  after: string | null;
}

/** A commit among those that a tip reaches. */
export interface PlacedCommit {
  commit: string;
  /** Committed then; seconds since the epoch. */
  time: number;
  /** Larger than that of its parents. */
  order: number;
  isMerge: boolean;
}

export interface CommittedChange extends PathChange, PlacedCommit {}

/** The metadata of a commit. */
export interface CommitInfo {
  commit: string;
  parents: readonly string[];
  author: Author;
  /** ISO 8601, UTC. */
  committedAt: string;
  message: string;
}

export interface DeletedOptions {
  like?: string;
  below?: string;
  limit: number;
}

/** A path that a commit deleted, and the blob that it held until then. */
export interface DeletedPath {
  path: string;
  commit: string;
  blobId: string;
}

/** The relation of two commits; `base` is null when they share no history. */
export interface Comparison {
  base: string | null;
  /** The number of commits that only the second has. */
  ahead: number;
  /** The number of commits that only the first has. */
  behind: number;
}
