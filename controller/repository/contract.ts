export interface GitObject {
  type: 'blob' | 'tree' | 'commit' | 'tag';
  content: Uint8Array;
}

/** Reads Git objects: in process (isomorphic-git), or through a `git cat-file --batch`. */
export interface ObjectReader {
  /** Many objects at once, by id; each id once. @throws Problem git_failed naming the object that is missing or damaged */
  read(ids: readonly string[]): Promise<Map<string, GitObject>>;
  /** Ends what runs beside svc. A read after that still answers, in process. */
  close(): Promise<void>;
}

/** One file of a tree: its path from the root, with forward slashes, and its blob's id. */
export interface TreeFile {
  path: string;
  blobId: string;
}

/** One difference between two trees; without `blobId`, the file is gone. */
export interface TreeDifference {
  path: string;
  blobId: string | undefined;
}

/** The branches of a repository, as it tells them itself. */
export interface RemoteRefs {
  /** The branch HEAD stands for; undefined when HEAD is detached or the repository says nothing. */
  head: string | undefined;
  /** Branch name → commit. */
  branches: ReadonlyMap<string, string>;
}

/** A ref to move at a remote, named in full (`refs/heads/main`); null stands for "no such ref". */
export interface RefUpdate {
  ref: string;
  /** Where it is believed to be: it is moved from there only. */
  from: string | null;
  to: string | null;
}

export type PushResult =
  | { ref: string; status: 'ok' }
  | {
      ref: string;
      status: 'rejected';
      /** `non-fast-forward`: it is elsewhere than believed. `declined`: a rule or hook of the remote is against it. */
      reason: 'non-fast-forward' | 'declined';
      /** In the remote's own words. */
      message: string;
    };

/** A repository elsewhere that ours follows. */
export interface Remote {
  /** How messages name it: the address without credentials. */
  readonly location: string;
  /** Where its refs are, when it lies on this machine and its refs can be watched; it may appear there later. */
  readonly local: GitDirectories | undefined;
  /** @throws Problem git_failed */
  list(signal?: AbortSignal): Promise<RemoteRefs>;
  /**
   * Brings the objects of all branches, and answers with where those are: as `listed` says, or as they are by now.
   * @throws Problem git_failed
   */
  fetch(listed: RemoteRefs, signal?: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /**
   * Moves refs, with all objects the remote lacks for them, and says for each what became of it; several are moved
   * together or not at all, where the remote knows how. When it throws, the remote may have moved them or not: list it.
   * @throws Problem git_failed
   */
  push(updates: readonly RefUpdate[], signal?: AbortSignal): Promise<PushResult[]>;
}

export interface GitDirectories {
  /** Holds HEAD; a linked work tree has one of its own. */
  gitDir: string;
  /** Holds `refs/`, `packed-refs` and the objects. */
  commonDir: string;
}

/** Who wrote a commit; what Git's syntax cannot hold (`<`, `>`, line breaks) is left out. */
export interface Author {
  name: string;
  email: string;
}

/** A line `<key>: <value>` at the end of a commit message. */
export interface Trailer {
  key: string;
  value: string;
}

/**
 * What one path is to hold: bytes, a blob that the repository has already, or nothing (`content: null`).
 * An existing file keeps its mode and a new one is a plain file (100644), unless `mode` says otherwise.
 */
export type FileChange = { path: string; base?: string | null } & (
  | { content: Uint8Array | null; mode?: FileMode }
  | { blobId: string; mode?: FileMode }
);

export type FileMode = '100644' | '100755';

export interface CommitRequest {
  branch: string;
  /** `base`, where given, is the blob the path must hold right before (null: no file); the change is refused else. */
  changes: readonly FileChange[];
  /** The tip the branch must have right before, null for "no such branch". Left out: whatever the tip is. */
  expected?: string | null;
  author: Author;
  message: string;
  trailers?: readonly Trailer[];
  /** Commits besides the tip that become parents: a merge. Such a commit may change nothing. */
  mergedParents?: readonly string[];
}

/** Why a commit was not made. Nothing was changed then. */
export type CommitRefusal =
  | { kind: 'moved'; expected: string | null; actual: string | null }
  | { kind: 'branch_missing' }
  | { kind: 'path_moved'; path: string; expected: string | null; actual: string | null }
  | { kind: 'path_missing'; path: string }
  /** `at` is a file, folder, link or submodule where another kind of thing would be needed. */
  | { kind: 'path_conflict'; path: string; at: string; found: 'file' | 'folder' | 'link' | 'submodule' }
  | { kind: 'path_invalid'; path: string; reason: string }
  | { kind: 'unchanged'; tip: string };

/** What became of a commit request; `blobs` tells the blob each written path holds now. */
export type CommitOutcome =
  | { ok: true; commit: string; parent: string | null; blobs: ReadonlyMap<string, string> }
  | { ok: false; refusal: CommitRefusal };

/** What became of a request to make, move or delete a branch; `actual` is where it is, null for nowhere. */
export type BranchOutcome = { ok: true } | { ok: false; actual: string | null; reason: BranchRefusal };

export type BranchRefusal = 'moved' | 'name_invalid' | 'name_taken' | 'not_a_fast_forward' | 'commit_missing';

/** The write side of a repository: every call is on the disk when it resolves, and did all or nothing. */
export interface BranchWriter {
  /**
   * Commits on the branch's tip. Concurrent requests share disk flushes; each keeps its own commit, in the order they
   * came. @throws Problem git_failed when the repository cannot be read or written
   */
  commit(request: CommitRequest): Promise<CommitOutcome>;
  /**
   * Builds commits one on the other from `onto` on, and moves no branch: whoever asked sees to it that one leads to them.
   * @throws Problem git_failed
   */
  buildOn(onto: string, requests: readonly Omit<CommitRequest, 'branch'>[]): Promise<CommitOutcome[]>;
  /** Makes a branch at a commit. */
  createBranch(name: string, at: string): Promise<BranchOutcome>;
  /** Deletes a branch that is at `expected`. */
  deleteBranch(name: string, expected: string): Promise<BranchOutcome>;
  /** Moves a branch from `expected` forward to `to`, one of its descendants. */
  fastForward(name: string, expected: string, to: string): Promise<BranchOutcome>;
  /** What keeps the repository from being packed (no `git` program, a full disk); undefined when nothing does. */
  readonly note: string | undefined;
  /** Ends what goes on in the background. */
  close(): Promise<void>;
}

export type ChangeKind = 'added' | 'modified' | 'deleted' | 'renamed';

/** One commit of a path's history. */
export interface PathVersion {
  commit: string;
  change: ChangeKind;
  /** The path in this commit; older versions of a renamed file have the older name. */
  path: string;
  /** Where a renamed file was before. */
  previousPath?: string;
  /** What the path holds after the commit; null when deleted. */
  blobId: string | null;
  author: Author;
  /** ISO 8601, UTC. */
  committedAt: string;
  message: string;
}

export interface HistoryPage {
  items: PathVersion[];
  /** Passed back as `after` for the next page; undefined at the end. */
  next: string | undefined;
}

/** A commit that touched some of several paths, with what became of those. */
export interface PathsVersion extends Omit<PathVersion, 'change' | 'path' | 'previousPath' | 'blobId'> {
  changes: readonly Pick<PathVersion, 'change' | 'path' | 'previousPath' | 'blobId'>[];
}

export interface PathsPage {
  items: PathsVersion[];
  /** As in `HistoryPage`. */
  next: string | undefined;
}

/** A file as a commit has it. */
export interface FileVersion {
  path: string;
  blobId: string;
  mode: FileMode;
  content: Uint8Array;
}

/** A commit, as people want to know it. */
export interface CommitInfo {
  commit: string;
  parents: readonly string[];
  author: Author;
  /** ISO 8601, UTC. */
  committedAt: string;
  message: string;
}

/** A path that a commit took away, and the blob it held until then. */
export interface DeletedPath {
  path: string;
  commit: string;
  blobId: string;
}

/** How two commits stand to each other; `base` is null when they share no history. */
export interface Comparison {
  base: string | null;
  /** Commits only the second has. */
  ahead: number;
  /** Commits only the first has. */
  behind: number;
}

/** One plain file in which two trees differ; the ids are of blobs, null where there is none. */
export interface FileDifference {
  path: string;
  before: string | null;
  after: string | null;
}

/** What a tree has under a name that is no folder: a file, a link (120000) or a submodule (160000). */
export interface TreeLeaf {
  id: string;
  /** As Git writes it. */
  mode: string;
}

/** One path in which two trees differ; null where there is nothing, or a folder. */
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

/** What a merge brings to our side, and the paths nobody could decide. */
export interface TreeMerge {
  changes: FileChange[];
  conflicts: MergeEntry[];
}

/** Merges the content of one path that both sides changed: the bytes (null: delete), or undefined for a conflict. */
export type MergeContent = (entry: MergeEntry) => Promise<Uint8Array | null | undefined>;

/** A commit as it says itself. */
export interface CommitText {
  id: string;
  parents: readonly string[];
  author: Author;
  /** Without the trailers at its end. */
  message: string;
  trailers: readonly Trailer[];
  /** Committer's time, seconds since the epoch. */
  time: number;
}

/** What was when. Reads answer whether or not the index of the history is built yet. */
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
   * Paths that commits reachable from `tip` took away, the newest first; a rename takes the old path away. With `like`,
   * those whose file name begins with it.
   */
  deleted(tip: string, options: { like?: string; limit: number }): Promise<DeletedPath[]>;
  /** What a commit says; undefined when the repository has no commit of this id. */
  commit(id: string): Promise<CommitInfo | undefined>;
  /** The ids of commits that begin so: those reachable from `tip`, and others that are known; some where there are many. */
  find(prefix: string, tip: string): Promise<string[]>;
  /** The commits that `tip` has and `without` has not, the newest first. */
  log(tip: string, without: string, limit: number): Promise<CommitInfo[]>;
  /**
   * From `tip` back along first parents to right after `from`, the oldest first; undefined when `from` is not met
   * within `limit` commits.
   */
  line(from: string, tip: string, limit: number): Promise<string[] | undefined>;
  /** All in which two commits differ, of any name, also by mode alone. Subtrees with equal ids are not read. */
  differences(from: string, to: string): Promise<EntryDifference[]>;
  /** The blob of a plain file at a commit, which is not read; null when there is none. */
  blobAt(commit: string, path: string): Promise<string | null>;
  /** A file at a commit; undefined when it is not there. */
  at(commit: string, path: string): Promise<FileVersion | undefined>;
  mergeBase(one: string, other: string): Promise<string | null>;
  isAncestor(ancestor: string, descendant: string): Promise<boolean>;
  compare(one: string, other: string): Promise<Comparison>;
  mergeTrees(base: string | null, ours: string, theirs: string, merge: MergeContent): Promise<TreeMerge>;
  /** Says that a branch is at `tip` now, so that its history is taken up in the background. */
  notice(tip: string): void;
  /** Ends what goes on in the background. */
  close(): Promise<void>;
}
