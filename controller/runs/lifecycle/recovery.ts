import { setTimeout as sleep } from 'node:timers/promises';
import { isTurnOver, nextTurn } from '../../concurrency/loop-turn.js';
import type { RunState, RunStatus } from '../journal/run-state.js';
import type { Due } from '../journal/unfinished-runs.js';
import { RunContext, type RunServices } from './run-context.js';
import { RunExecution } from './run-execution.js';

/** Parked runs that are continued at once. */
const runsPerPage = 200;

/** Continues parked runs that are due by `now`. Returns the time when the next one is due. */
export async function wakeDueRuns(services: RunServices, now: number): Promise<number | undefined> {
  const { store, queue } = services;
  for (let last: Due | undefined; ; ) {
    // Memory holds few of the runs that one event wakes, and those of production wait for no others.
    const hasRoom = (isProduction: boolean): boolean => queue.pending(isProduction) <= runsPerPage;
    while (!hasRoom(true) && !hasRoom(false) && !queue.isClosed) await sleep(10);
    const branch = { name: queue.production, isIncluded: hasRoom(true), areOthers: hasRoom(false) };
    const due = await store.unfinished.dueToWake(now, runsPerPage, branch, last);
    last = due.at(-1);
    await continueAll(
      services,
      due.map(({ id }) => id),
      ['waiting'],
    );
    if (!last || due.length < runsPerPage || queue.isClosed) break;
  }
  const next = await store.unfinished.nextWake();
  // A run that sleeps in memory is due in the database too; the pause prevents a query in each turn of the event loop.
  return next === undefined ? undefined : Math.max(next, now + 250);
}

/**
 * Loads a stored run, which continues after its last journalled step. Returns undefined if the run is in memory or has
 * none of the statuses. Call it, and admit the run, in the run's turn.
 */
export async function loadRun(
  services: RunServices,
  id: string,
  statuses: readonly RunStatus[],
): Promise<RunExecution | undefined> {
  const { store, queue } = services;
  if (queue.active(id) || queue.waiting(id)) return undefined;
  const state = await store.find(id);
  if (!state || !statuses.includes(state.status) || queue.active(id) || queue.waiting(id)) return undefined;
  const pinned = await loadDocuments(services, state);
  const recorded = await store.recorded(id);
  const context = new RunContext(services, { ...pinned, state: store.reveal(state) }, true, recorded);
  await queue.claim(context);
  return new RunExecution(context);
}

/** The documents and the plan that a stored run is pinned to. */
export async function loadDocuments(services: RunServices, state: RunState) {
  const documents = await services.documents.load(state.closure);
  const plan = documents.flow(state.flow);
  if (!plan) throw new Error(`The flow ${state.flow} cannot be compiled from the documents ${documents.id}`);
  return { documents, plan };
}

/** Continues stored runs that have one of the statuses, in this order; reports those that cannot be. */
export async function continueAll(
  services: RunServices,
  ids: readonly string[],
  statuses: readonly RunStatus[],
): Promise<void> {
  const { queue, turns } = services;
  for (const id of ids) {
    if (queue.isClosed) return;
    try {
      await turns.run(id, async () => {
        const run = await loadRun(services, id, statuses);
        if (run) queue.admit(run);
      });
      if (isTurnOver()) await nextTurn();
    } catch (error) {
      services.report(error, { runId: id });
    }
  }
}
