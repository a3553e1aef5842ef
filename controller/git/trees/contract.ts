/** An entry in the place of a file whose content is not in the repository. */
export type NonFile = 'link' | 'submodule';

/** One file of a tree: its path from the root, with forward slashes, and the id of its blob. */
export interface TreeFile {
  path: string;
  blobId: string;
  /** Set for a link or a submodule, whose `blobId` must not be read. */
  nonFile?: NonFile | undefined;
}

/** One difference between two trees; `blobId` is undefined for a deleted file. */
export interface TreeDifference extends Omit<TreeFile, 'blobId'> {
  blobId: string | undefined;
}

export type FileMode = '100644' | '100755';

/**
 * The intended content of one path: bytes, a blob that the repository already has, or none (`content: null`).
 * An existing file keeps its mode and a new one is a plain file (100644), unless `mode` is given.
 */
export type FileChange = { path: string; base?: string | null } & (
  | { content: Uint8Array | null; mode?: FileMode }
  | { blobId: string; mode?: FileMode }
);

/** A file in the tree of a commit. */
export interface FileVersion {
  path: string;
  blobId: string;
  mode: FileMode;
  content: Uint8Array;
}

/** A tree entry that is not a folder: a file, a link (120000) or a submodule (160000). */
export interface TreeLeaf {
  id: string;
  /** As Git writes it. */
  mode: string;
}

/** One path in which two trees differ; null stands for nothing, or for a folder. */
export interface EntryDifference {
  path: string;
  before: TreeLeaf | null;
  after: TreeLeaf | null;
}

/** One path of a three-way merge; the ids are of blobs, null where there is no file. */
export interface MergeEntry {
  path: string;
  base: string | null;
  ours: string | null;
  theirs: string | null;
}

/** The changes that a merge brings to our side, and the paths that have a conflict. */
export interface TreeMerge {
  changes: FileChange[];
  conflicts: MergeEntry[];
}

/** Merges the content of one path that both sides changed: the bytes (null: delete), or undefined for a conflict. */
export type MergeContent = (entry: MergeEntry) => Promise<Uint8Array | null | undefined>;
