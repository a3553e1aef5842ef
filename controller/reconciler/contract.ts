import type { Condition, Snapshot, Snapshots } from '../catalog/contract.js';

/** What anyone can see of one branch's synchronisation. */
export interface SyncStatus {
  branch: string;
  conditions: readonly Condition[];
  /** The newest revision seen. */
  observedRevision: string | undefined;
  /** The revision the current snapshot was made from. */
  appliedRevision: string | undefined;
  counts: { files: number; entities: number; invalid: number };
  lastError: string | undefined;
  /** RFC 3339. */
  nextRetryAt: string | undefined;
}

/** The keyed loop: one reconciliation at a time per branch, level-triggered. */
export interface Reconciler extends Snapshots {
  /** The current snapshot without waiting, if there is one. */
  peek(branch: string): Snapshot | undefined;
  /** Adds the branch to the queue; resolves when it has been reconciled once more. */
  request(branch: string): Promise<void>;
  status(branch: string): SyncStatus | undefined;
  /** Called with each new snapshot after it became current. */
  onApplied(listener: (snapshot: Snapshot) => void): void;
  stop(): Promise<void>;
}
