import type { Condition, Finding, Snapshot, Snapshots } from '../catalog/contract.js';

/** What anyone can see of one branch's synchronisation. */
export interface SyncStatus {
  branch: string;
  conditions: readonly Condition[];
  /** The newest revision seen. */
  observedRevision: string | undefined;
  /** The newest revision that was tried to be put in service. */
  attemptedRevision: string | undefined;
  /** The revision the current snapshot was made from. */
  appliedRevision: string | undefined;
  counts: Snapshot['counts'];
  /** What was found in the newest revision: the one that is held, or else the one in service. */
  problems: readonly Finding[];
  /** The revision that is held back as a whole; the one in service goes on serving. */
  held: HeldRevision | undefined;
  lastError: string | undefined;
  /** What to do about `lastError`. */
  hints: readonly string[];
  /** RFC 3339. */
  nextRetryAt: string | undefined;
  /** The syncs that were asked for, the newest first; the last twenty. */
  syncs: readonly SyncRecord[];
}

export interface HeldRevision {
  revision: string;
  /** `prune`: it takes away unusually many entities; `invalid`: it has invalid ones and `Git.ApplyPolicy` is `commit`. */
  reason: 'prune' | 'invalid';
  message: string;
  /** How many entities would go out of service. */
  gone: number;
  /** How many entities there are now. */
  entities: number;
}

/** A sync that somebody asked for. */
export interface SyncRecord {
  syncId: string;
  status: 'running' | 'succeeded' | 'failed';
  /** RFC 3339. */
  requestedAt: string;
  /** RFC 3339. */
  endedAt: string | undefined;
  /** The newest revision seen when it ended. */
  revision: string | undefined;
}

export interface SyncOptions {
  /** Lets the revision that is held for its deletions be applied: this one, or whichever it is. */
  confirmPrune?: { revision: string | undefined };
}

export interface PreviewFile {
  /** From the root of the branch, with forward slashes. */
  path: string;
  /** Undefined takes the file away. */
  content: Uint8Array | undefined;
}

/** The keyed loop: one reconciliation at a time per branch, level-triggered. */
export interface Reconciler extends Snapshots {
  /** The current snapshot without waiting, if there is one. */
  peek(branch: string): Snapshot | undefined;
  /** As `fresh`, with a revision that is held back in place of the one in service. */
  head(branch: string): Promise<Snapshot>;
  /**
   * What `head` would become with these files over its own. Nothing is changed; the cost grows with the files.
   * @throws Problem branch_not_found, git_failed
   */
  preview(branch: string, files: readonly PreviewFile[]): Promise<Snapshot>;
  /**
   * As `request`, for what is in our own repository already: the remote is not asked, nor waited for where it is being
   * asked. Resolves when the tip of now, or a later one, is in service or held back. @throws Problem as `request`
   */
  catchUp(branch: string): Promise<void>;
  /** Adds the branch to the queue; resolves when it has been reconciled once more. */
  request(branch: string): Promise<void>;
  /**
   * As `request`, to be found again under `syncs` of the status. Resolves when it is in the queue, and a confirmation on
   * disk; `done` resolves when it has been reconciled, and never rejects.
   * @throws Problem prune_not_held, branch_not_found, storage_failed
   */
  sync(branch: string, options?: SyncOptions): Promise<{ syncId: string; done: Promise<void> }>;
  status(branch: string): SyncStatus | undefined;
  /** Called with each new snapshot after it became current. */
  onApplied(listener: (snapshot: Snapshot) => void): void;
  /** Called with what a pass brought about, after it is visible. At least once each, in order for each branch. */
  onEvents(listener: (events: readonly ReconcileEvent[]) => void): void;
  stop(): Promise<void>;
}

interface EventBase {
  /** The same for the same occurrence, told again after a crash. */
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

/** A revision came into service, or the branch can be looked at again after it could not. */
export interface SyncSucceededEvent extends EventBase {
  type: 'dev.svc.sync.succeeded.v1';
  data: {
    previousRevision: string | null;
    counts: Snapshot['counts'];
    changes: { created: number; updated: number; deleted: number };
  };
}

/** A revision could not be put in service, or none could be seen. Told once for each revision and cause. */
export interface SyncFailedEvent extends EventBase {
  type: 'dev.svc.sync.failed.v1';
  data: { code: string; message: string; appliedRevision: string | null };
}

/** CloudEvents types and data; whoever sends them makes the envelope. */
export type ReconcileEvent = EntityEvent | SyncSucceededEvent | SyncFailedEvent;
