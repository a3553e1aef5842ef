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
  /** Brings all branches with their objects into `refs/remotes/incoming/`. @throws Problem git_failed */
  fetch(signal?: AbortSignal): Promise<void>;
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
