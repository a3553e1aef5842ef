import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { createCatalog, type Snapshot } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { createReconciler } from '../../../controller/reconciler/index.js';
import { eventually } from '../git/git-fixture.js';
import { A1, shut, start } from './loop-fixture.js';
import { ManualClock } from './manual-clock.js';
import { MemoryAppliedStore } from './memory-applied-store.js';
import { MemorySource } from './memory-source.js';
import { PlainCatalog } from './plain-catalog.js';

const minute = 60_000;

test('a branch on demand that is not requested is released, and read again at the next request', async () => {
  const { reconciler, clock, source } = start({ branch: 'side', files: { 'a.yaml': A1 } });
  await reconciler.current('side');
  pass(clock, 11);
  expect([reconciler.peek('side'), source.isWatched]).toEqual([undefined, false]);
  expect((await reconciler.current('side')).get('flow', 'a')).toBeDefined();
});

test('a branch that is requested now and then stays', async () => {
  const { reconciler, clock } = start({ branch: 'side', files: { 'a.yaml': A1 } });
  const first = await reconciler.current('side');
  for (let round = 0; round < 5; round++) {
    pass(clock, 8);
    expect(await reconciler.fresh('side')).toBe(first);
  }
});

test('production stays, also without requests', async () => {
  const { reconciler, clock } = start({ files: { 'a.yaml': A1 }, pollIntervalMs: 0 });
  const first = await reconciler.current('main');
  expect(clock.pending()).toEqual([]);
  pass(clock, 60);
  expect(reconciler.peek('main')).toBe(first);
});

test('a branch stays as long as a caller waits for it', async () => {
  const { reconciler, clock, source } = start({ branch: 'side', files: { 'a.yaml': A1 } });
  const open = shut(source);
  const waiting = reconciler.current('side');
  pass(clock, 30);
  open();
  expect((await waiting).get('flow', 'a')).toBeDefined();
  expect(reconciler.peek('side')).toBeDefined();
});

test('of many branches the longest unused are released sooner', async () => {
  const clock = new ManualClock();
  const reconciler = createReconciler({
    sourceFor: (name) => getSource(name),
    catalog: new PlainCatalog(),
    applied: new MemoryAppliedStore(),
    clock,
    production: 'main',
    rules: { policy: 'entity', pruneLimit: 50 },
    pollIntervalMs: 0,
  });
  onTestFinished(() => reconciler.stop());
  const names = Array.from({ length: 20 }, (_, index) => `side-${index}`);
  for (const name of names) {
    await reconciler.current(name);
    clock.advance(1);
  }
  expect(names.filter((name) => reconciler.peek(name))).toEqual(names);
  pass(clock, 2);
  expect(names.filter((name) => reconciler.peek(name))).toEqual(names.slice(4));
});

test('the memory of a branch comes back, but not from under a run that holds its snapshot', async () => {
  const catalog = createCatalog(kinds);
  const { reconciler, clock } = start({ branch: 'side', files: environments(500), catalog });
  let held: Snapshot | undefined = await reconciler.current('side');
  const snapshot = new WeakRef(held);
  const record = new WeakRef(held.get('environment', 'e-7') ?? {});
  pass(clock, 11);
  collectGarbage();
  expect(held.get('environment', 'e-7')?.definition).toMatchObject({ name: 'e-7' });
  held = undefined;
  await eventually(() => {
    collectGarbage();
    return !snapshot.deref() && !record.deref();
  });
});

function pass(clock: ManualClock, minutes: number): void {
  for (let seconds = 0; seconds < minutes * 60; seconds += 30) clock.advance(minute / 2);
}

function getSource(name: string): MemorySource {
  const source = new MemorySource(name);
  source.commit('r1', { 'a.yaml': A1 });
  return source;
}

function environments(count: number): Record<string, string> {
  const files = Array.from({ length: count }, (_, index) => [
    `${index}.yaml`,
    `kind: environment\nname: e-${index}\nvariables: { index: '${index}' }\n`,
  ]);
  return Object.fromEntries(files);
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
