import type { Condition, Snapshot } from '../catalog/contract.js';
import type { Problem } from '../problems/index.js';
import type { Source } from '../sources/contract.js';

/** All the reconciler knows of one branch. Only its own pass changes it. */
export interface BranchState {
  readonly branch: string;
  readonly source: Source;
  /** Polled, and kept when the branch is deleted; other branches are there on demand. */
  readonly isKept: boolean;
  /** Starts a pass, or waits for the one after the pass that is going on. Never rejects. */
  readonly reconcile: () => Promise<void>;
  /** The pass that is going on. */
  running: Promise<void> | undefined;
  /** Whether the pass that is going on has something new to apply. */
  isCatchingUp: boolean;
  snapshot: Snapshot | undefined;
  /** `snapshot` for those who await it; made once, for it is asked for with each request. */
  current: Promise<Snapshot> | undefined;
  observedRevision: string | undefined;
  /** Why the last pass failed; undefined when it did not. */
  failure: Problem | undefined;
  /** Passes that failed in a row. */
  failures: number;
  conditions: readonly Condition[];
  nextRetryAt: string | undefined;
  cancelTimer: () => void;
  stopWatch: () => void;
}
