import type { Problem } from '../problems/index.js';

/** One file of a tree. */
export interface SourceFile {
  path: string;
  /**
   * Git blob id (SHA-1, hex). A symbolic link or a submodule where files would count has an id that is no blob's
   * (`standInOf`): it is told of, and cannot be read.
   */
  blobId: string;
  /** Set for a file of the overlay: what it defines hides what files below define under the same name. */
  overlay?: Overlaid | undefined;
}

/** That a file lies over the branch below. */
export interface Overlaid {
  /** The blob that the branch below has at the same path; undefined when it has no file there. */
  hides: string | undefined;
}

export interface TreeChange {
  path: string;
  /** Undefined when the file was deleted. */
  blobId: string | undefined;
  /** As `SourceFile.overlay`. A file that changes layers alone is a change too. */
  overlay?: Overlaid | undefined;
}

/**
 * Where the files of one branch come from: a Git branch, a plain directory, an overlay. Level-triggered: a source says
 * that something may have changed, never what.
 */
export interface Source {
  /** The branch name this source serves. */
  readonly branch: string;
  /** Whether files written to this branch lie over another branch. */
  readonly isOverlay?: boolean;
  /** Brings in what is new and answers with the revision now at the tip. @throws Problem git_failed, branch_not_found */
  observe(signal?: AbortSignal): Promise<string>;
  /** As `observe`, without asking anyone elsewhere; left out where `observe` never does. @throws Problem branch_not_found */
  observeHere?(): Promise<string>;
  /**
   * Why some of the files could not be read when `observe` last looked: they count as they were, and the revision is that
   * of all others. Left out where all can be read, or none.
   */
  readonly trouble?: Problem | undefined;
  /** The tip as last brought in, without asking anyone: what can be served while the remote is away. */
  known(): Promise<string | undefined>;
  /** All entity files at a revision, and the text files that entities may name. */
  files(revision: string): Promise<SourceFile[]>;
  /** What differs between two revisions of this source, of the files that `files` lists; equal subtrees are not read. */
  changes(from: string, to: string): Promise<TreeChange[]>;
  /** The bytes of many blobs at once, by blob id. */
  read(blobIds: readonly string[]): Promise<Map<string, Uint8Array>>;
  /**
   * Sees to it that this revision, and no other kept before, can be read even when no branch has it any more; undefined
   * lets go of it. Durable when it resolves. Sources without history have nothing to keep. @throws Problem git_failed
   */
  keep(revision: string | undefined): Promise<void>;
  /**
   * Calls `notify` whenever the tip may have moved; the returned function stops it. With `isHere`, only here: nobody
   * elsewhere needs to be asked.
   */
  watch(notify: (isHere?: boolean) => void): () => void;
  /**
   * Cheap check for a caller who must not read stale state: true when the tip may have moved since the last
   * `observe`. Always false for sources that only polling can tell.
   */
  mayHaveMoved(): boolean;
}
