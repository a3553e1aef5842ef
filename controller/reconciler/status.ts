import type { Snapshot } from '../catalog/index.js';
import type { BranchState } from './branch-state.js';
import type { SyncRecord, SyncStatus } from './contract.js';

interface StatusContext extends Pick<SyncStatus, 'syncs'> {
  /** RFC 3339. */
  nextPassAt: string | undefined;
}

/** The public part of a branch's state. */
export function statusOf(
  branch: string,
  state: BranchState,
  { syncs, nextPassAt }: StatusContext,
): SyncStatus {
  const { snapshot, refusal, failure, conditions, observedRevision, attemptedRevision } = state;
  const problem = failure ?? refusal?.problem;
  return {
    branch,
    conditions,
    observedRevision,
    attemptedRevision,
    appliedRevision: snapshot?.revision,
    counts: snapshot?.counts ?? { files: 0, entities: 0, invalid: 0 },
    // Computed on access: it costs as much as there are entities, and few readers of a status need it.
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

/** Syncs in the status. */
const SHOWN = 20;

/** The requested syncs, the newest first. */
export class SyncLog {
  #records: readonly SyncRecord[] = [];

  get records(): readonly SyncRecord[] {
    return this.#records;
  }

  /** Adds a record, or replaces the one of the same sync. */
  put(record: SyncRecord): void {
    const others = this.#records.filter(({ syncId }) => syncId !== record.syncId);
    this.#records = [record, ...others].slice(0, SHOWN);
  }
}
