import type { GitDirectories } from '../../folders/repository.js';

/** The branches of a repository, as the repository lists them. */
export interface RemoteRefs {
  /** The branch that HEAD names; undefined when HEAD is detached or the repository does not say. */
  head: string | undefined;
  /** Branch name → commit. */
  branches: ReadonlyMap<string, string>;
}

/** A ref to move at a remote, named in full (`refs/heads/main`); null stands for "no such ref". */
export interface RefUpdate {
  ref: string;
  /** The commit that the ref is expected to be at: it is moved from there only. */
  from: string | null;
  to: string | null;
}

export type PushResult =
  | { ref: string; status: 'ok' }
  | {
      ref: string;
      status: 'rejected';
      /** `non-fast-forward`: the ref is not at `from`. `declined`: a rule or hook of the remote forbids the push. */
      reason: 'non-fast-forward' | 'declined';
      /** The text of the remote. */
      message: string;
    };

/** Another repository that ours follows. */
export interface Remote {
  /** The address without credentials, for messages. */
  readonly location: string;
  /** The directories of a remote on this machine, whose refs can be watched; the remote may appear there later. */
  readonly local: GitDirectories | undefined;
  /** @throws Problem git_failed */
  list(signal?: AbortSignal): Promise<RemoteRefs>;
  /** Brings the objects of all branches; returns the tips: those of `listed` or newer. @throws Problem git_failed */
  fetch(listed: RemoteRefs, signal?: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /**
   * Moves refs, sends all objects that the remote lacks for them, and returns the result of each; several refs move
   * together or not at all, where the remote supports it. After an exception the remote may have moved them or not:
   * list it. @throws Problem git_failed
   */
  push(updates: readonly RefUpdate[], signal?: AbortSignal): Promise<PushResult[]>;
}
