import type { Author } from '../objects/contract.js';
import type { EntryDifference, FileVersion, MergeContent, TreeMerge } from '../trees/contract.js';

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

export interface HistoryPage {
  items: PathVersion[];
  /** The value of `after` for the next page; undefined at the end. */
  next: string | undefined;
}

/** A commit that touched some of several paths, with the changes of those paths. */
export interface PathsVersion extends Omit<PathVersion, 'change' | 'path' | 'previousPath' | 'blobId'> {
  changes: readonly Pick<PathVersion, 'change' | 'path' | 'previousPath' | 'blobId'>[];
}

export interface PathsPage {
  items: PathsVersion[];
  /** As in `HistoryPage`. */
  next: string | undefined;
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

/** Answers questions about the past. Works also while the index of the history is not built yet. */
export interface RepositoryHistory {
  /** The commits reachable from `tip` that touched `path`, newest first, through renames. */
  versions(tip: string, path: string, options?: { limit?: number; after?: string }): Promise<HistoryPage>;
  /** As `versions`, of several paths together: each commit once. */
  versionsOfAll(
    tip: string,
    paths: readonly string[],
    options?: { limit?: number; after?: string },
  ): Promise<PathsPage>;
  /**
   * Paths that commits reachable from `tip` deleted, the newest first; a rename deletes the old path. With `like`, only
   * paths whose file name begins with it.
   */
  deleted(tip: string, options: { like?: string; limit: number }): Promise<DeletedPath[]>;
  /** The metadata of a commit; undefined when the repository has no commit of this id. */
  commit(id: string): Promise<CommitInfo | undefined>;
  /** A few ids of commits that begin with `prefix`: reachable from `tip`, or known from other branches. */
  find(prefix: string, tip: string): Promise<string[]>;
  /** The commits that `tip` has and `without` lacks, the newest first. */
  log(tip: string, without: string, limit: number): Promise<CommitInfo[]>;
  /**
   * The first parents of `tip` back to right after `from`, the oldest first; undefined when `from` is not met within
   * `limit` commits.
   */
  line(from: string, tip: string, limit: number): Promise<string[] | undefined>;
  /** All paths in which two commits differ, of any name, also by mode alone. Equal subtrees are not read. */
  differences(from: string, to: string): Promise<EntryDifference[]>;
  /** The id of a plain file's blob at a commit, without reading the blob; null when there is no file. */
  blobAt(commit: string, path: string): Promise<string | null>;
  /** A file at a commit; undefined when it is not there. */
  at(commit: string, path: string): Promise<FileVersion | undefined>;
  mergeBase(one: string, other: string): Promise<string | null>;
  isAncestor(ancestor: string, descendant: string): Promise<boolean>;
  compare(one: string, other: string): Promise<Comparison>;
  mergeTrees(base: string | null, ours: string, theirs: string, merge: MergeContent): Promise<TreeMerge>;
  /** Reports that a branch is at `tip` now: its history is indexed in the background. */
  notice(tip: string): void;
  /** Ends the background work. */
  close(): Promise<void>;
}
