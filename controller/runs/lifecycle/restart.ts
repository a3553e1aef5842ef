import { continueAll } from './recovery.js';
import type { RunServices } from './run-context.js';
import { storeStatus } from './run-control.js';

/** Deaths of the process after which the run that computed then is suspended. */
const maxDeaths = 2;
/** Entries of a journal that is read at once; reading all of a large journal takes up to a second. */
const fewEntries = 2_000;
/** The longest time that such a run waits, after its first death, for the others to end. */
const aloneWithinMs = 10_000;

interface Unfinished {
  readonly id: string;
  /** About the number of entries of its journal. */
  readonly entries: number;
}

/**
 * Finds the runs that a stopped process left unfinished. Those that computed at two deaths of the process are suspended;
 * `continueRuns` continues the others.
 */
export async function findUnfinished(services: RunServices): Promise<Unfinished[]> {
  const { store, computing, suspects } = services;
  for (const id of computing?.blamed ?? []) {
    if ((await store.find(id))?.endedAt !== null) computing?.forget(id);
  }
  for (const id of suspects?.ids ?? []) {
    if ((await store.find(id))?.endedAt !== null) suspects?.forget(id);
  }
  return withoutBlamed(services, await store.unfinished.toContinue());
}

/**
 * Suspends those of the runs that computed at two deaths of the process, and those that ended it by their calls; returns the
 * others.
 */
export async function withoutBlamed(
  services: RunServices,
  runs: readonly Unfinished[],
): Promise<Unfinished[]> {
  const others: Unfinished[] = [];
  for (const run of runs) {
    const reason = findBlame(services, run.id);
    if (reason === undefined) others.push(run);
    else await suspendBlamed(services, run.id, reason);
  }
  return others;
}

/**
 * Continues runs, oldest first and parents before their children, but those with large journals after the others, and
 * those that computed when the process ended, or called at two of its ends, last and alone.
 */
export async function continueRuns(services: RunServices, runs: readonly Unfinished[]): Promise<void> {
  const { suspects } = services;
  const isBlamed = ({ id }: Unfinished): boolean =>
    getDeaths(services, id) > 0 || suspects?.continuesAlone(id) === true;
  const isLarge = ({ entries }: Unfinished): boolean => entries >= fewEntries;
  const blamed = runs.filter(isBlamed);
  const others = runs.filter((run) => !isBlamed(run));
  const ordered = [...others.filter((run) => !isLarge(run)), ...others.filter(isLarge)];
  await continueAll(services, getIds(ordered), unended);
  if (blamed.length > 0) continueAlone(services, getIds(blamed), Date.now() + aloneWithinMs);
}

const unended = ['pending', 'running'] as const;

function getIds(runs: readonly Unfinished[]): string[] {
  return runs.map(({ id }) => id);
}

function getDeaths({ computing }: RunServices, id: string): number {
  return computing?.getDeaths(id) ?? 0;
}

/** Why a run may not continue; undefined for one that may. */
function findBlame({ computing, suspects }: RunServices, id: string): string | undefined {
  const deaths = computing?.getDeaths(id) ?? 0;
  if (deaths >= maxDeaths) return `the process ended ${deaths} times while this run computed`;
  if (!suspects?.isProven(id)) return undefined;
  return `a client library ended the process ${suspects.getEnds(id)} times in a row during calls of this run, the last time when no other run called`;
}

async function suspendBlamed(services: RunServices, id: string, blame: string): Promise<void> {
  const state = await services.store.find(id);
  if (!state) return;
  const reason = `an operator: ${blame}`;
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
  void continueAll(services, [id], unended).then(() =>
    continueAlone(services, others, Date.now() + aloneWithinMs),
  );
}
