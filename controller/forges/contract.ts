export type CommitState = 'pending' | 'success' | 'failure';

/** The outcome of a commit, as a forge shows it beside the commit. */
export interface CommitStatus {
  revision: string;
  branch: string;
  state: CommitState;
  /** One line; forges cut it at 140 characters, so it is cut before. */
  description: string;
}

export interface PullRequest {
  number: number;
  /** Where people look at it. */
  url: string;
  title: string;
  state: 'open' | 'merged' | 'closed';
  /** The branch that is to be merged, and the commit at its tip. */
  head: string;
  headRevision: string;
  /** The branch it is to be merged into. */
  base: string;
  /** The commit on `base` that it became, once it is merged. */
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
  /** The tip of `head` that was looked at: another one is not merged. */
  expectedHead: string;
}

/** `conflict`: the branches cannot be merged as they are. `moved`: the head is not the expected one any more. */
export type MergeResult =
  | { merged: true; revision: string | undefined }
  | { merged: false; reason: 'conflict' | 'moved'; message: string };

/** The service a repository lies on. All calls throw Problem forge_failed (may be tried again) or forge_refused. */
export interface Forge {
  /** How messages name it. */
  readonly location: string;
  setStatus(status: CommitStatus, signal?: AbortSignal): Promise<void>;
  /** Opens a pull request; one that is open already for these branches is answered as it is. */
  openPullRequest(request: NewPullRequest, signal?: AbortSignal): Promise<PullRequest>;
  /** The open pull request of these branches. */
  findPullRequest(head: string, base: string, signal?: AbortSignal): Promise<PullRequest | undefined>;
  getPullRequest(number: number, signal?: AbortSignal): Promise<PullRequest | undefined>;
  mergePullRequest(number: number, request: MergeRequest, signal?: AbortSignal): Promise<MergeResult>;
  closePullRequest(number: number, signal?: AbortSignal): Promise<void>;
}
