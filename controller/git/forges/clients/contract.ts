/** The outcome of a commit, which a forge shows beside the commit. */
export interface CommitStatus {
  revision: string;
  branch: string;
  state: 'pending' | 'success' | 'failure';
  /** One line; cut at 140 characters, the limit of the forges. */
  description: string;
  /** Sets it apart from other checks of the commit; `svc` by default. */
  context?: string;
  /** The page that the status leads to; by default the synchronisation of the branch. */
  url?: string | undefined;
}

export interface PullRequest {
  number: number;
  /** The page of the pull request. */
  url: string;
  title: string;
  state: 'open' | 'merged' | 'closed';
  /** The branch to merge, and the commit at its tip: as many of its digits as the forge gives, at least 12. */
  head: string;
  headRevision: string;
  /** True where the branch is in another repository: everyone who may read this one may have written the branch. */
  isFork: boolean;
  /** The branch to merge into. */
  base: string;
  /** The commit on `base` that the merge made; undefined before the merge. */
  mergedRevision: string | undefined;
}

export interface NewPullRequest {
  head: string;
  base: string;
  title: string;
  body: string;
}

export interface MergeRequest {
  title: string;
  message?: string;
  /** The reviewed tip of `head`: any other tip is not merged. */
  expectedHead: string;
}

/** `conflict`: the branches cannot be merged as they are. `moved`: the head is no longer at the expected commit. */
export type MergeResult =
  | { merged: true; revision: string | undefined }
  | { merged: false; reason: 'conflict' | 'moved'; message: string };

/** The open pull requests of a repository, those that changed last first. */
export interface OpenPullRequests {
  items: PullRequest[];
  /** True where there are more. */
  isCut: boolean;
}

export interface PullRequestComment {
  id: string;
  /** As it was written. */
  body: string;
}

export interface ChangedFilesOptions {
  /** False for a path, from the root of the repository, that is not to be read. */
  isWanted(path: string): boolean;
  maxFiles: number;
  maxBytes: number;
}

/** The files that a pull request changes, as its head has them. */
export interface ChangedFiles {
  /** `content` is undefined for a removed file. */
  files: { path: string; content: Uint8Array | undefined }[];
  /** The number of wanted files that were not read: links, and what is beyond the limits. */
  unread: number;
  /** True where there are more changes than are looked at. */
  isCut: boolean;
}

/** The service that hosts a repository. All calls throw Problem forge_failed (a retry may help) or forge_refused. */
export interface Forge {
  /** The address, for messages. */
  readonly location: string;
  setStatus(status: CommitStatus, signal?: AbortSignal): Promise<void>;
  /** Opens a pull request; returns the open one of these branches where there is one. */
  openPullRequest(request: NewPullRequest, signal?: AbortSignal): Promise<PullRequest>;
  /** Returns the open pull request of these branches. */
  findPullRequest(head: string, base: string, signal?: AbortSignal): Promise<PullRequest | undefined>;
  getPullRequest(number: number, signal?: AbortSignal): Promise<PullRequest | undefined>;
  mergePullRequest(number: number, request: MergeRequest, signal?: AbortSignal): Promise<MergeResult>;
  closePullRequest(number: number, signal?: AbortSignal): Promise<void>;
  listOpenPullRequests(signal?: AbortSignal): Promise<OpenPullRequests>;
  /** The characters that a comment may have. */
  readonly maxCommentLength: number;
  /**
   * Returns the oldest comment of a pull request that contains a text.
   * @throws Problem forge_refused where the pull request has more comments than are searched
   */
  findComment(number: number, text: string, signal?: AbortSignal): Promise<PullRequestComment | undefined>;
  createComment(number: number, body: string, signal?: AbortSignal): Promise<void>;
  updateComment(number: number, id: string, body: string, signal?: AbortSignal): Promise<void>;
  /** Returns undefined where the forge does not show the files of a fork through the repository. */
  readChangedFiles(
    pull: PullRequest,
    options: ChangedFilesOptions,
    signal?: AbortSignal,
  ): Promise<ChangedFiles | undefined>;
  /** True when a rule of the forge protects the branch; false also for a branch that the forge does not have. */
  isProtected(branch: string, signal?: AbortSignal): Promise<boolean>;
}

/** Receives the outcome of commits: a forge, or any server with a status address. */
export type StatusSink = Pick<Forge, 'location' | 'setStatus'>;
