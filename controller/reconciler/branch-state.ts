import type { Condition, Snapshot } from '../catalog/index.js';
import type { Problem } from '../problems/index.js';
import type { HeldRevision } from './contract.js';

/** The newest observed revision, with the reason why it is not in service. */
export interface Refusal {
  revision: string;
  problem: Problem;
  /** Set when the revision is held: it is not tried again. Without a snapshot when its files were not read. */
  held?: HeldRevision & { snapshot?: Snapshot };
}

/** The reconciler's state of a branch. Only passes over the branch change it. */
export interface BranchState {
  snapshot: Snapshot | undefined;
  /** `snapshot` as a promise, built once because each request awaits it. */
  current: Promise<Snapshot> | undefined;
  observedRevision: string | undefined;
  attemptedRevision: string | undefined;
  refusal: Refusal | undefined;
  /** The revision whose deletions are confirmed. */
  confirmed: string | undefined;
  /** The failure of the last pass; undefined when it succeeded. */
  failure: Problem | undefined;
  /** Number of passes that failed in a row. */
  failures: number;
  conditions: readonly Condition[];
}

export const initialState: Readonly<BranchState> = {
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
