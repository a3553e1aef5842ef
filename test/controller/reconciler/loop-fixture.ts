import { onTestFinished } from 'vitest';
import type { HeldEntity } from '../../../controller/catalog/contract.js';
import {
  createReconciler,
  type HeldStore,
  type ReconcilerOptions,
} from '../../../controller/reconciler/index.js';
import { eventually } from '../repository/git-fixture.js';
import { checkInvariants } from './invariants.js';
import { ManualClock } from './manual-clock.js';
import { MemorySource } from './memory-source.js';
import { PlainCatalog } from './plain-catalog.js';

/** Two versions of one entity. */
export const A1 = 'kind: flow\nname: a\nversion: 1\n';
export const A2 = 'kind: flow\nname: a\nversion: 2\n';

interface StartOptions extends Partial<ReconcilerOptions> {
  branch?: string;
  files?: Record<string, string>;
  failure?: Error;
}

/** A reconciler over one branch, kept when it is `main`; `status` checks the invariants each time. */
export function start({ branch = 'main', files, failure, ...options }: StartOptions = {}) {
  const source = new MemorySource(branch);
  if (files) source.commit('r1', files);
  source.failure = failure;
  const catalog = new PlainCatalog();
  const clock = new ManualClock();
  const held = new MemoryHeldStore();
  const reconciler = createReconciler({
    sourceFor: (name) => (name === branch ? source : undefined),
    catalog,
    held,
    clock,
    kept: branch === 'main' ? ['main'] : [],
    pollIntervalMs: 10_000,
    ...options,
  });
  onTestFinished(() => reconciler.stop());
  return {
    source,
    catalog,
    clock,
    held,
    reconciler,
    status: () => checkInvariants(reconciler.status(branch)),
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

class MemoryHeldStore implements HeldStore {
  readonly saved = new Map<string, readonly HeldEntity[]>();
  failure: Error | undefined;

  async load(branch: string): Promise<HeldEntity[]> {
    return [...(this.saved.get(branch) ?? [])];
  }

  async save(branch: string, held: readonly HeldEntity[]): Promise<void> {
    if (this.failure) throw this.failure;
    this.saved.set(branch, held);
  }
}
