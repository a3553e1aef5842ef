import type { ReplayConflict } from './replay.js';

/** What has become of a commit at the remote. */
export type Fate =
  /** It is there; under another id when it was replayed on what came meanwhile, null when that said the same. */
  | { kind: 'pushed'; commit: string | null }
  /** It is on our branch, on the disk, and will be pushed. */
  | { kind: 'pending'; commit: string; reason: string }
  /** The remote has moved, and changed the same. The commit is on no branch any more. */
  | { kind: 'conflict'; conflict: ReplayConflict }
  /** A rule or hook of the remote is against it. The commit is on no branch any more, unless it is held: as this one. */
  | { kind: 'declined'; message: string; heldAs?: string };

export function pendingFor(reason: string): (commit: string) => Fate {
  return (commit) => ({ kind: 'pending', commit, reason });
}

/** How far the remote has what a branch has. */
export interface PushStatus {
  /** Commits that the remote has not yet. */
  pending: number;
  /** Why, when the last attempt failed. */
  lastError: string | undefined;
  /** RFC 3339. */
  nextRetryAt: string | undefined;
  /** Among what the remote has not yet, what no sync undoes. */
  holds: readonly HeldRevert[];
}

/** A revert that stays whatever the remote does, until that has it or somebody lets go of it. */
export interface HeldRevert {
  type: string;
  name: string;
  commitHash: string;
  author: string;
  /** RFC 3339. */
  since: string;
}

/** A commit that was acknowledged and can stay on its branch no longer. */
export interface Stray {
  branch: string;
  commit: string;
  reason: string;
  /** It stays, and is only shown to those who decide over the remote. */
  isHeld?: boolean;
}
