import type { Condition, Finding, SkippedFiles, Snapshot, Snapshots } from '../catalog/index.js';
import type { Hint, Problem } from '../problems/index.js';

/** The public status of a branch's synchronisation. */
export interface SyncStatus {
  branch: string;
  conditions: readonly Condition[];
  /** The newest observed revision. */
  observedRevision: string | undefined;
  /** The newest revision that a pass tried to apply. */
  attemptedRevision: string | undefined;
  /** The revision of the current snapshot. */
  appliedRevision: string | undefined;
  counts: Snapshot['counts'];
  /** Files of the same revision as `problems`. */
  passedOver: SkippedFiles;
  /** The findings of the held revision, or else of the revision in service. */
  problems: readonly Finding[];
  /** The revision that is held as a whole while the one before stays in service. */
  held: HeldRevision | undefined;
  lastError: string | undefined;
  /** Instructions for `lastError`. */
  hints: readonly Hint[];
  /** RFC 3339. */
  nextRetryAt: string | undefined;
  /** The last twenty requested syncs, the newest first. */
  syncs: readonly SyncRecord[];
}

export interface HeldRevision {
  revision: string;
  /**
   * `prune`: it deletes unusually many entities; `invalid`: it has invalid entities and `Git.ApplyPolicy` is `commit`;
   * `unverified`: it lacks a signature that `Git.Verify` demands, and its files were not read.
   */
  reason: 'prune' | 'invalid' | 'unverified';
  message: string;
  /** Entities that it would delete; 0 when its files were not read. */
  gone: number;
  /** Entities now. */
  entities: number;
}

/** A requested sync. */
export interface SyncRecord {
  syncId: string;
  status: 'running' | 'succeeded' | 'failed';
  /** RFC 3339. */
  requestedAt: string;
  /** RFC 3339. */
  endedAt: string | undefined;
  /** The newest observed revision when it ended. */
  revision: string | undefined;
}

export interface SyncOptions {
  /** Confirms the deletions of the held revision; with a `revision`, of this one only. */
  confirmPrune?: { revision: string | undefined };
}

export interface PreviewFile {
  /** From the root of the branch, with forward slashes. */
  path: string;
  /** Undefined deletes the file. */
  content: Uint8Array | undefined;
}

/** Reconciles branches: level-triggered, one pass at a time per branch. */
export interface Reconciler extends Snapshots {
  /** The current snapshot without waiting, if there is one. */
  peek(branch: string): Snapshot | undefined;
  /** As `fresh`, but returns the held revision instead of the one in service when there is one. */
  head(branch: string): Promise<Snapshot>;
  /**
   * The snapshot that `head` would become with these files. Changes nothing; costs as much as the files.
   * @throws Problem branch_not_found, git_failed
   */
  preview(branch: string, files: readonly PreviewFile[]): Promise<Snapshot>;
  /**
   * As `request`, for commits in the local repository: does not contact the remote, or wait for a pass that does. Resolves
   * when the present tip, or a later one, is in service or held. @throws Problem as `request`
   */
  catchUp(branch: string): Promise<void>;
  /** Requests a pass; resolves when the branch was reconciled again. */
  request(branch: string): Promise<void>;
  /**
   * As `request`, recorded under `syncs` of the status. Resolves when the sync is queued and a confirmation is stored; `done`
   * resolves when the branch was reconciled, and never rejects.
   * @throws Problem prune_not_held, branch_not_found, storage_failed
   */
  sync(branch: string, options?: SyncOptions): Promise<{ syncId: string; done: Promise<void> }>;
  status(branch: string): SyncStatus | undefined;
  /** The branches that are followed at present, production first. */
  followed(): readonly string[];
  /** Adds a listener for each new snapshot, called after it became current. */
  onApplied(listener: (snapshot: Snapshot) => void): void;
  /** Adds a listener for the events of passes, called after their effect is visible, in order for each branch. */
  onEvents(listener: (events: readonly ReconcileEvent[]) => void): void;
  stop(): Promise<void>;
}

interface EventBase {
  /** Stays the same when an event is delivered again after a crash. */
  id: string;
  /** RFC 3339. */
  time: string;
  branch: string;
  revision: string;
}

export interface EntityEvent extends EventBase {
  type: 'dev.svc.entity.created.v1' | 'dev.svc.entity.updated.v1' | 'dev.svc.entity.deleted.v1';
  data: { kind: string; name: string; path: string; previousPath?: string };
}

/** A revision came into service, or a failure to observe the branch has ended. */
export interface SyncSucceededEvent extends EventBase {
  type: 'dev.svc.sync.succeeded.v1';
  data: {
    previousRevision: string | null;
    counts: Snapshot['counts'];
    changes: { created: number; updated: number; deleted: number };
  };
}

/** A revision could not be applied, or none could be observed. Sent once for each revision and cause. */
export interface SyncFailedEvent extends EventBase {
  type: 'dev.svc.sync.failed.v1';
  data: { code: string; message: string; appliedRevision: string | null };
}

/** A tip that changes no file of svc: the revision before it still stands for the branch. */
export interface UnchangedTip {
  branch: string;
  /** The tip. */
  revision: string;
  /** The outcome of the revision that stands for it: its counts, or the reason why it is not in service. */
  outcome: { counts: Snapshot['counts'] } | { problem: Problem };
}

/** CloudEvents types and data; the sender adds the envelope. */
export type ReconcileEvent = EntityEvent | SyncSucceededEvent | SyncFailedEvent;
