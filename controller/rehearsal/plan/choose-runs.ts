import { nextTurn } from '../../concurrency/loop-turn.js';
import type { Run, RunService, TaskRecord } from '../../runs/contract.js';
import { RunPath } from '../../runs/index.js';

const dayMs = 86_400_000;
/** Days whose runs are looked at. */
const maxDays = 30;
/** The newest runs of a flow that are looked at one by one. */
const maxLookedAt = 60;
/** Paths that older runs stand for. */
const maxOlderPaths = 40;
/** Runs that are chosen as they are the newest, and as they faulted. */
const newestCount = 2;
const faultedCount = 5;

/** The runs of a flow that stand for the others. */
export interface ChosenRuns {
  readonly runs: Run[];
  /** Distinct paths of the runs. */
  readonly paths: number;
  readonly lookedAt: number;
  /** Runs of an earlier version whose paths were not computed, because the time was up. */
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
  runs: Pick<RunService, 'list' | 'tasks' | 'paths' | 'get'>,
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
  let unread = 0;
  for (const run of items) {
    const path = run.path ?? (Date.now() > endsAt ? undefined : computePath(await runs.tasks(run.id), run));
    if (path === undefined) unread++;
    else if (!paths.has(path)) chosen.set(run.id, run);
    if (path !== undefined) paths.add(path);
    await nextTurn();
  }
  const taken = await runs.paths(branch, flow, now - maxDays * dayMs);
  for (const { path, newest } of taken.filter((each) => !paths.has(each.path)).slice(0, maxOlderPaths)) {
    const run = await runs.get(newest);
    // The path of a cancelled run ends where the call came.
    if (run.status === 'cancelled') continue;
    chosen.set(run.id, run);
    paths.add(path);
  }
  return {
    runs: [...chosen.values()],
    paths: paths.size,
    lookedAt: items.length,
    unread,
  };
}

/** The signature of a run that has none stored. */
function computePath(tasks: readonly TaskRecord[], { flow, status, error }: Run): string {
  const path = new RunPath();
  for (const task of tasks) path.add(task.reference, task.status);
  return path.sign({ flow, status, error });
}
