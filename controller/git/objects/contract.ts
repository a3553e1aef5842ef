export interface GitObject {
  type: 'blob' | 'tree' | 'commit' | 'tag';
  content: Uint8Array;
}

/** Why an object cannot be read; the cause of the problem that a reader throws. */
export class UnreadableObject extends Error {
  /** @param fault `missing`: no file has the object; `damaged`: a file has it, or should, and is not sound */
  constructor(
    readonly id: string,
    readonly fault: 'missing' | 'damaged',
    reason: string,
  ) {
    super(reason);
    this.name = 'UnreadableObject';
  }
}

/** Reads Git objects: in process (isomorphic-git), or through `git cat-file --batch`. */
export interface ObjectReader {
  /** Reads objects by id. @throws Problem git_failed naming the object that is missing or damaged */
  read(ids: readonly string[]): Promise<Map<string, GitObject>>;
  /** Ends the processes that the reader started. Later reads still answer, in process. */
  close(): Promise<void>;
}

/** The author of a commit. Characters that Git's syntax cannot hold (`<`, `>`, line breaks) are left out. */
export interface Author {
  name: string;
  email: string;
}

/** A line `<key>: <value>` at the end of a commit message. */
export interface Trailer {
  key: string;
  value: string;
}

/** The text of a commit object, its trailers apart from its message. */
export interface CommitText {
  id: string;
  parents: readonly string[];
  author: Author;
  /** Without the trailers at its end. */
  message: string;
  /** Names the change that svc wrote the commit for, also after it was replayed; undefined if svc did not write it. */
  change: string | undefined;
  /** Empty for a commit that svc did not write. */
  trailers: readonly Trailer[];
  /** Committer's time, seconds since the epoch. */
  time: number;
}
