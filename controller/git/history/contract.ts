import type { Author } from '../objects/contract.js';

export type ChangeKind = 'added' | 'modified' | 'deleted' | 'renamed';

/** One commit in the history of a path. */
export interface PathVersion {
  commit: string;
  change: ChangeKind;
  /** The path in this commit; older versions of a renamed file have the older name. */
  path: string;
  /** The earlier path of a renamed file. */
  previousPath?: string;
  /** The blob at the path after the commit; null when the file was deleted. */
  blobId: string | null;
  author: Author;
  /** ISO 8601, UTC. */
  committedAt: string;
  message: string;
}

export interface Page<Item> {
  items: Item[];
  /** The value of `after` for the next page; undefined at the end. */
  next: string | undefined;
}

/** A commit that touched some of several paths, with the changes of those paths. */
export interface PathsVersion extends Omit<PathVersion, 'change' | 'path' | 'previousPath' | 'blobId'> {
  changes: readonly Pick<PathVersion, 'change' | 'path' | 'previousPath' | 'blobId'>[];
}

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
