import type { FileConflict } from '../merging/merge-file.js';

/** The result of pushing a commit to the remote. */
export type PushOutcome =
  /** The remote has it: under another id if it was replayed, null if the remote had its changes already. */
  | { kind: 'pushed'; commit: string | null }
  /** It is on our branch, on the disk, and will be pushed later. */
  | { kind: 'pending'; commit: string; reason: string }
  /** The remote's branch contains other changes of the same places. The commit is on no branch any more. */
  | { kind: 'conflict'; conflict: FileConflict }
  /** A rule or hook of the remote declined it. The commit is on no branch any more, unless it is held: as `heldAs`. */
  | { kind: 'declined'; message: string; heldAs?: string };

export function pendingBecause(reason: string): (commit: string) => PushOutcome {
  return (commit) => ({ kind: 'pending', commit, reason });
}

/** How much of a branch the remote has. */
export interface PushStatus {
  /** Commits that the remote does not have yet. */
  pending: number;
  /** The reason of the last failure, if the last attempt failed. */
  lastError: string | undefined;
  /** RFC 3339. */
  nextRetryAt: string | undefined;
  /** Those of the pending commits that no sync undoes. */
  holds: readonly HeldRevert[];
}

/** A revert that stays, whatever the remote does, until the remote has it or a caller releases it. */
export interface HeldRevert {
  type: string;
  name: string;
  commitHash: string;
  author: string;
  /** RFC 3339. */
  since: string;
}

/** A commit that svc acknowledged and then had to take off its branch. */
export interface DetachedCommit {
  branch: string;
  commit: string;
  reason: string;
  /** True if the commit stays on its branch and is only proposed to the remote. */
  isHeld?: boolean;
}
