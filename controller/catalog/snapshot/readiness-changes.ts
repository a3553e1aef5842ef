import { type BranchState, emptyState, kindOf, nameOf } from '../state/branch-state.js';
import { stateOf } from './branch-snapshot.js';
import type { Snapshot } from './contract.js';

export interface ReadinessChange {
  kind: string;
  name: string;
  isReady: boolean;
}

/** The entities whose readiness differs between two snapshots of a branch; costs as much as they differ. */
export function readinessChanges(before: Snapshot | undefined, after: Snapshot): ReadinessChange[] {
  const was: Pick<BranchState, 'notReady'> = before ? stateOf(before) : emptyState;
  const is = stateOf(after);
  return [...was.notReady.differencesTo(is.notReady)].flatMap(({ key, to }) => {
    const [kind, name] = [kindOf(key), nameOf(key)];
    // A deleted entity is neither ready nor not ready.
    const isThere = to !== undefined || is.entities.get(kind)?.has(key) === true;
    return isThere ? [{ kind, name, isReady: to === undefined }] : [];
  });
}
