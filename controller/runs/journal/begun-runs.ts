import type { Storage } from '../../storage/index.js';
import { childRunId, isFinal } from './run-state.js';
import type { RunStore } from './run-store.js';

/** A run that has begun and not ended, in memory or not. */
export interface BegunRun {
  readonly id: string;
  /** False for a run that waits for a time, an event or a person, or is suspended. */
  readonly isWorking: boolean;
  /** The run above it, of the same flow, that waits for it. */
  readonly sharesWith: string | undefined;
}

/** Reads the runs of a flow that have begun and not ended, wherever they are. */
export async function readBegunRuns(
  { db }: Storage,
  store: RunStore,
  branch: string,
  flow: string,
): Promise<BegunRun[]> {
  const rows = await db
    .selectFrom('runs')
    .select(['id', 'status', 'parent_run_id'])
    .where('ended_at', 'is', null)
    .where('started_at', 'is not', null)
    .where('branch', '=', branch)
    .where('flow', '=', flow)
    .execute();
  const runs: BegunRun[] = [];
  for (const { id, status, parent_run_id: parent } of rows) {
    const sharesWith = parent === null ? undefined : await findAncestor(store, { id, parent, branch, flow });
    runs.push({ id, isWorking: status === 'running', sharesWith });
  }
  return runs;
}

/** Finds the nearest run above a run that is of its flow and waits for it, directly or through others. */
async function findAncestor(
  store: RunStore,
  run: { id: string; parent: string; branch: string; flow: string },
): Promise<string | undefined> {
  let [child, parentId]: [string, string | null] = [run.id, run.parent];
  while (parentId !== null) {
    const parent = await store.find(parentId);
    if (!parent || isFinal(parent.status) || !(await isAwaited(store, child, parentId))) return undefined;
    if (parent.branch === run.branch && parent.flow === run.flow) return parent.id;
    [child, parentId] = [parent.id, parent.parentRunId];
  }
  return undefined;
}

/** A step with a recorded outcome does not wait for the run that it started. */
async function isAwaited(store: RunStore, child: string, parent: string): Promise<boolean> {
  const { effects } = await store.recorded(parent);
  return ![...effects.keys()].some((key) => childRunId(parent, key) === child);
}
