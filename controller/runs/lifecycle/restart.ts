import { continueAll } from './recovery.js';
import type { RunServices } from './run-context.js';
import { storeStatus } from './run-control.js';

/** Deaths of the process after which the run that computed then is suspended. */
const mostDeaths = 2;
/** The longest time that such a run waits, after its first death, for the others to end. */
const aloneWithinMs = 10_000;

/**
 * Continues the runs that a stopped process left unfinished, oldest first, so parents before their children. A run that
 * computed when the process ended is continued last and alone; after the second time it is suspended.
 */
export async function recoverRuns(services: RunServices): Promise<void> {
  const { store, computing } = services;
  const unfinished = await store.unfinished();
  const deaths = (id: string): number => computing?.deathsOf(id) ?? 0;
  const blamed = unfinished.filter((id) => deaths(id) > 0);
  for (const id of computing?.blamed ?? []) {
    if ((await store.find(id))?.endedAt !== null) computing?.forget(id);
  }
  await continueAll(
    services,
    unfinished.filter((id) => deaths(id) === 0),
    ['pending', 'running'],
  );
  for (const id of blamed.filter((each) => deaths(each) >= mostDeaths)) await suspendBlamed(services, id);
  const once = blamed.filter((id) => deaths(id) < mostDeaths);
  if (once.length > 0) continueAlone(services, once, Date.now() + aloneWithinMs);
}

async function suspendBlamed(services: RunServices, id: string): Promise<void> {
  const state = await services.store.find(id);
  if (!state) return;
  const reason = `an operator: the process ended ${services.computing?.deathsOf(id)} times while this run computed`;
  await storeStatus(services, services.store.reveal(state), 'suspended', reason);
  services.report(new Error(`The run was suspended: ${reason}`), { runId: id });
}

/** Continues the runs one after the other, each once no other run is in progress. */
function continueAlone(services: RunServices, [id, ...others]: readonly string[], latest: number): void {
  if (id === undefined || services.queue.isClosed) return;
  const isTime = services.queue.load().running === 0 || Date.now() >= latest;
  if (!isTime) {
    setTimeout(() => continueAlone(services, [id, ...others], latest), 100).unref();
    return;
  }
  void continueAll(services, [id], ['pending', 'running']).then(() =>
    continueAlone(services, others, Date.now() + aloneWithinMs),
  );
}
