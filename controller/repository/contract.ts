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

/** A repository elsewhere that ours follows. */
export interface Remote {
  /** How messages name it: the address without credentials. */
  readonly location: string;
  /** Where its refs are, when it lies on this machine and its refs can be watched. */
  readonly local: GitDirectories | undefined;
  /** @throws Problem git_failed */
  list(signal?: AbortSignal): Promise<RemoteRefs>;
  /** Brings all branches with their objects into `refs/remotes/incoming/`. @throws Problem git_failed */
  fetch(signal?: AbortSignal): Promise<void>;
}

export interface GitDirectories {
  /** Holds HEAD; a linked work tree has one of its own. */
  gitDir: string;
  /** Holds `refs/`, `packed-refs` and the objects. */
  commonDir: string;
}
