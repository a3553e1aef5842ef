import { createHash } from 'node:crypto';
import { nextTurn } from '../../concurrency/loop-turn.js';
import type { Run, RunService, TaskRecord } from '../../runs/contract.js';

const dayMs = 86_400_000;
/** Days whose runs are looked at. */
const maxDays = 30;
/** The newest runs of a flow that are looked at. */
const maxLookedAt = 60;
/** Runs that are chosen as they are the newest, and as they faulted. */
const newestCount = 2;
const faultedCount = 5;

/** The runs of a flow that stand for the others. */
export interface ChosenRuns {
  readonly runs: Run[];
  /** Distinct paths of the runs that were looked at. */
  readonly paths: number;
  readonly lookedAt: number;
  /** Runs whose paths were not read, because the time was up. */
  readonly unread: number;
}

interface Choice {
  branch: string;
  flow: string;
  /** ms since the epoch, as `endsAt`: the paths of no more runs are read then. */
  now: number;
  endsAt: number;
}

/**
 * Chooses ended runs of a flow: the newest, the recent faults, and one for each distinct path of the last 30 days; the newest
 * first within each.
 */
export async function chooseRuns(
  runs: Pick<RunService, 'list' | 'tasks'>,
  { branch, flow, now, endsAt }: Choice,
): Promise<ChosenRuns> {
  const since = new Date(now - maxDays * dayMs).toISOString();
  const { items } = await runs.list({
    branch,
    flow,
    since,
    statuses: ['completed', 'faulted'],
    hasData: false,
    limit: maxLookedAt,
  });
  const chosen = new Map<string, Run>();
  for (const run of items.slice(0, newestCount)) chosen.set(run.id, run);
  const faults = items.filter(({ status }) => status === 'faulted');
  for (const run of faults.slice(0, faultedCount)) chosen.set(run.id, run);
  const paths = new Set<string>();
  let read = 0;
  for (const run of items) {
    if (Date.now() > endsAt) break;
    read++;
    const path = computePath(await runs.tasks(run.id), run);
    if (!paths.has(path)) chosen.set(run.id, run);
    paths.add(path);
    await nextTurn();
  }
  return {
    runs: [...chosen.values()],
    paths: paths.size,
    lookedAt: items.length,
    unread: items.length - read,
  };
}

/** The signature of the path of a run: the tasks that it took, how each ended, and the fault; iterations do not count. */
function computePath(tasks: readonly TaskRecord[], { status, error }: Run): string {
  const steps = new Set(tasks.map((task) => `${task.reference} ${task.status}`));
  const text = [...steps].sort().join('\n');
  return createHash('sha256')
    .update(`${status} ${error?.type ?? ''} ${error?.status ?? ''}\n${text}`)
    .digest('hex');
}
