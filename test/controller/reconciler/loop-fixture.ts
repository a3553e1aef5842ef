import { onTestFinished } from 'vitest';
import type { ReconcileEvent, SyncStatus } from '../../../controller/reconciler/contract.js';
import { createReconciler, type ReconcilerOptions } from '../../../controller/reconciler/index.js';
import { eventually } from '../git/git-fixture.js';
import { checkInvariants } from './invariants.js';
import { ManualClock } from './manual-clock.js';
import { MemoryAppliedStore } from './memory-applied-store.js';
import { MemorySource } from './memory-source.js';
import { PlainCatalog } from './plain-catalog.js';

/** Two versions of one entity. */
export const A1 = 'kind: flow\nname: a\nversion: 1\n';
export const A2 = 'kind: flow\nname: a\nversion: 2\n';

interface StartOptions extends Partial<ReconcilerOptions> {
  branch?: string;
  files?: Record<string, string>;
  failure?: Error;
  /** Of an earlier reconciler. */
  source?: MemorySource;
  store?: MemoryAppliedStore;
}

/** A reconciler over one branch, kept when it is `main`; `status` checks the invariants each time. */
export function start({ branch = 'main', files, failure, ...options }: StartOptions = {}) {
  const source = options.source ?? new MemorySource(branch);
  const applied = options.store ?? new MemoryAppliedStore();
  if (files) source.commit('r1', files);
  if (failure) source.failure = failure;
  const catalog = new PlainCatalog();
  const clock = new ManualClock();
  const events: ReconcileEvent[] = [];
  const reconciler = createReconciler({
    sourceFor: (name) => (name === branch ? source : undefined),
    catalog,
    applied,
    clock,
    production: 'main',
    rules: { policy: 'entity', pruneLimit: 50 },
    pollIntervalMs: 10_000,
    ...options,
  });
  reconciler.onEvents((told) => events.push(...told));
  onTestFinished(() => reconciler.stop());
  let last: SyncStatus | undefined;
  return {
    source,
    catalog,
    clock,
    applied,
    events,
    reconciler,
    status: () => {
      last = checkInvariants(reconciler.status(branch), last);
      return last;
    },
  };
}

/** Keeps every look at the source waiting until the returned function is called. */
export function shut(source: MemorySource): () => void {
  let open = () => {};
  source.gate = new Promise((resolve) => {
    open = () => {
      source.gate = undefined;
      resolve();
    };
  });
  return open;
}

/** Waits until all that happened to the source has been looked at. */
export async function settled(source: MemorySource): Promise<void> {
  await eventually(() => source.observing === 0 && !source.mayHaveMoved());
}
