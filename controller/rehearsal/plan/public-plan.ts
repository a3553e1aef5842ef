import type { Snapshot } from '../../catalog/index.js';
import type { ChangePlan, PlannedReplay } from './contract.js';

/** The names of members that the definitions of these flows have, in either version. */
function listNames(flows: Iterable<string>, snapshots: readonly Snapshot[]): Set<string> {
  const names = new Set<string>();
  for (const flow of flows)
    for (const snapshot of snapshots)
      for (const [name] of (snapshot.get('flow', flow)?.text ?? '').matchAll(/[\p{L}\p{N}_$-]+/gu))
        names.add(name);
  return names;
}

/**
 * Returns a plan for readers who may not see the data of runs. A name of a member may come from data: only those that stand in the
 * flow are named, the others are `*`. Reasons and notes about runs are left out.
 */
export function toPublicPlan(plan: ChangePlan, before: Snapshot, after: Snapshot): ChangePlan {
  const flows = new Set(
    plan.replays.flatMap((replay) => [
      replay.flow,
      ...('differences' in replay ? replay.differences.map(({ flow }) => flow) : []),
    ]),
  );
  const names = listNames(flows, [before, after]);
  const isShown = (name: string): boolean => name === '' || /^\d{1,2}$/.test(name) || names.has(name);
  const toPath = (path: string): string =>
    path
      .split('/')
      .map((name) => (isShown(name) ? name : '*'))
      .join('/');
  return {
    ...plan,
    replays: plan.replays.map((replay): PlannedReplay => {
      if (replay.result === 'not-replayable') return { ...replay, reason: 'it cannot be replayed' };
      return {
        ...replay,
        notes: [],
        differences: replay.differences.map((difference) => ({
          ...difference,
          fields: difference.fields.map(({ path }) => ({ path: toPath(path) })),
        })),
      };
    }),
  };
}
