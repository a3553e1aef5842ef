import type { Snapshot } from '../catalog/contract.js';
import type { BranchState } from './branch-state.js';
import type { SyncStatus } from './contract.js';

interface Beside extends Pick<SyncStatus, 'syncs'> {
  /** RFC 3339. */
  nextPassAt: string | undefined;
}

/** What anyone may see of a branch's state. */
export function statusOf(branch: string, state: BranchState, { syncs, nextPassAt }: Beside): SyncStatus {
  const { snapshot, refusal, failure, conditions, observedRevision, attemptedRevision } = state;
  const problem = failure ?? refusal?.problem;
  return {
    branch,
    conditions,
    observedRevision,
    attemptedRevision,
    appliedRevision: snapshot?.revision,
    counts: snapshot?.counts ?? { files: 0, entities: 0, invalid: 0 },
    // Costs as much as there are entities, and few who ask for a status want it.
    get problems() {
      return (refusal?.held?.snapshot ?? snapshot)?.findings ?? [];
    },
    held: refusal?.held && withoutSnapshot(refusal.held),
    lastError: problem?.message,
    hints: problem?.hints ?? [],
    nextRetryAt: failure && nextPassAt,
    syncs,
  };
}

function withoutSnapshot({ snapshot: _, ...held }: { snapshot: Snapshot } & SyncStatus['held'] & object) {
  return held;
}
