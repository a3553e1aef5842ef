import type { PathScope, TreeDifference, TreeFile } from '../../git/index.js';
import type { Problem } from '../../problems/index.js';

/** One file of a branch; the blob id is that of Git (SHA-1, hex). */
export interface SourceFile extends TreeFile {
  /** Set for a file of the overlay: its entities hide entities of the same name in the branch below. */
  overlay?: Overlaid | undefined;
}

/** The relation of an overlay file to the branch below. */
export interface Overlaid {
  /** The blob of the branch below at the same path; undefined when there is no file. */
  hides: string | undefined;
}

/** A changed file of a branch; `blobId` is undefined for a deleted one. */
export interface TreeChange extends TreeDifference {
  /** As `SourceFile.overlay`. A move between the layers alone is a change too. */
  overlay?: Overlaid | undefined;
}

/**
 * The origin of the files of one branch: a Git branch, a plain directory, an overlay. Level-triggered: a source reports
 * that something may have changed, never what.
 */
export interface Source {
  /** The name of the branch. */
  readonly branch: string;
  /** True when files written to this branch lie over another branch. */
  readonly isOverlay?: boolean;
  /** Fetches news and returns the revision at the tip. @throws Problem git_failed, branch_not_found */
  observe(signal?: AbortSignal): Promise<string>;
  /** As `observe`, without a request to a remote; left out where `observe` makes none. @throws Problem branch_not_found */
  observeHere?(): Promise<string>;
  /** The reason why the last `observe` could not read some files, which count as unchanged; undefined when it could. */
  readonly trouble?: Problem | undefined;
  /** Returns the last known tip without a request: it can be served while the remote is away. */
  readKnownRevision(): Promise<string | undefined>;
  /** Returns all entity files at a revision, and the text files that entities may name. */
  files(revision: string): Promise<SourceFile[]>;
  /** Returns the differences of two revisions of this source, of the files that `files` lists. */
  changes(from: string, to: string): Promise<TreeChange[]>;
  /** Returns the paths that may hold files of this branch at a revision; left out where all may. */
  scope?(revision: string): Promise<PathScope>;
  /**
   * True when a revision has the same files as an earlier one, so that the earlier one still stands for the branch; left
   * out where each revision counts. Compares one id, and reads no file.
   */
  hasSameFiles?(earlier: string, revision: string): Promise<boolean>;
  /** Returns the commit that the revision observed last takes files from; left out where there are no commits. */
  getCommit?(revision: string): string | undefined;
  /** Returns the bytes of blobs by blob id. */
  read(blobIds: readonly string[]): Promise<Map<string, Uint8Array>>;
  /**
   * Keeps this revision readable even when no branch has it any more, in place of the one kept before; undefined keeps
   * none. Durable when it resolves. A no-op for sources without history. @throws Problem git_failed
   */
  keep(revision: string | undefined): Promise<void>;
  /**
   * Calls `notify` when the tip may have moved; the returned function stops it. `isHere` means that only the local
   * repository changed, so that the remote need not be asked.
   */
  watch(notify: (isHere?: boolean) => void): () => void;
  /**
   * A cheap check for a caller that must not read stale state: true when the tip may have moved since the last `observe`.
   * Always false for a source that only polling can check.
   */
  mayHaveMoved(): boolean;
}
