import type { Condition, Snapshot } from '../catalog/contract.js';
import type { Problem } from '../problems/index.js';
import type { HeldRevision } from './contract.js';

/** Why the newest revision seen is not in service. */
export interface Refusal {
  revision: string;
  problem: Problem;
  /** Set when it was built and is held back: then the same revision need not be tried again. */
  held?: HeldRevision & { snapshot: Snapshot };
}

/** All the reconciler knows of one branch. Only its own pass changes it. */
export interface BranchState {
  snapshot: Snapshot | undefined;
  /** `snapshot` for those who await it; made once, for it is asked for with each request. */
  current: Promise<Snapshot> | undefined;
  observedRevision: string | undefined;
  attemptedRevision: string | undefined;
  refusal: Refusal | undefined;
  /** The revision whose deletions somebody confirmed. */
  confirmed: string | undefined;
  /** Why the last pass failed; undefined when it did not. */
  failure: Problem | undefined;
  /** Passes that failed in a row. */
  failures: number;
  conditions: readonly Condition[];
}

export const unread: Readonly<BranchState> = {
  snapshot: undefined,
  current: undefined,
  observedRevision: undefined,
  attemptedRevision: undefined,
  refusal: undefined,
  confirmed: undefined,
  failure: undefined,
  failures: 0,
  conditions: [],
};
