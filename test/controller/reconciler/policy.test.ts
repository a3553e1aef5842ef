import { expect, test } from 'vitest';
import { Problem } from '../../../controller/problems/index.js';
import { eventually } from '../git/git-fixture.js';
import { checkInvariants, reason } from './invariants.js';
import { A1, A2, settled, start } from './loop-fixture.js';

const COMMIT = { rules: { policy: 'commit', pruneLimit: 50 } } as const;
const BROKEN = `${A2}broken`;

test('policy `commit`: a commit with one invalid entity is held as a whole, with the reason', async () => {
  const { source, reconciler, status } = start({ files: { 'a.yaml': A1 }, ...COMMIT });
  await reconciler.current('main');
  const before = status();
  source.commit('r2', { 'a.yaml': BROKEN, 'b.yaml': flow('b') });
  await reconciler.request('main');
  expect(reconciler.peek('main')?.revision).toBe('r1');
  expect(reconciler.peek('main')?.get('flow', 'b')).toBeUndefined();
  const now = checkInvariants(status(), before);
  expect(now).toMatchObject({
    observedRevision: 'r2',
    attemptedRevision: 'r2',
    appliedRevision: 'r1',
    held: { revision: 'r2', reason: 'invalid' },
  });
  expect([reason(now, 'Ready'), reason(now, 'Stalled')]).toEqual(['CommitHeld', 'CommitHeld']);
});

test('policy `commit`: the next good commit is applied with all that was held', async () => {
  const { source, reconciler, status } = start({ files: { 'a.yaml': A1 }, ...COMMIT });
  await reconciler.current('main');
  source.commit('r2', { 'a.yaml': BROKEN, 'b.yaml': flow('b') });
  await reconciler.request('main');
  source.commit('r3', { 'a.yaml': A2, 'b.yaml': flow('b') });
  await reconciler.request('main');
  expect(reconciler.peek('main')?.list('flow')).toHaveLength(2);
  expect(status()).toMatchObject({ appliedRevision: 'r3', held: undefined, lastError: undefined });
});

test('a held commit is built once, however often it is looked at, and not again once superseded', async () => {
  const { source, reconciler, catalog } = start({ files: { 'a.yaml': A1 }, ...COMMIT });
  await reconciler.current('main');
  source.commit('r2', { 'a.yaml': BROKEN });
  for (let turn = 0; turn < 3; turn++) await reconciler.request('main');
  source.commit('r3', { 'a.yaml': A1, 'b.yaml': flow('b') });
  await reconciler.request('main');
  // From r1 to r2, then from r1 to r3, in which `a` is as it was.
  expect(catalog.calls).toEqual(['load', 'advance 1', 'advance 1']);
});

test('a held commit that is taken back leaves the branch as if it had never been', async () => {
  const { source, reconciler, status } = start({ files: { 'a.yaml': A1 }, ...COMMIT });
  await reconciler.current('main');
  source.commit('r2', { 'a.yaml': BROKEN });
  await reconciler.request('main');
  source.rewind('r1');
  await reconciler.request('main');
  expect(status()).toMatchObject({ observedRevision: 'r1', appliedRevision: 'r1', held: undefined });
  expect(reason(status(), 'Ready')).toBe('Applied');
});

test('policy `commit`: an invalid first commit serves nothing, and every caller gets the reason', async () => {
  const { source, reconciler, status } = start({ files: { 'a.yaml': BROKEN }, ...COMMIT });
  await expect(reconciler.current('main')).rejects.toMatchObject({ code: 'commit_held' });
  expect(reason(status(), 'Ready')).toBe('CommitHeld');
  expect((await reconciler.head('main')).counts.invalid).toBe(1);
  source.commit('r2', { 'a.yaml': A1 });
  await reconciler.request('main');
  expect((await reconciler.current('main')).revision).toBe('r2');
});

test('policy `commit`: a restart serves the last good commit, with its objects kept', async () => {
  const first = start({ files: { 'a.yaml': A1 }, ...COMMIT });
  await first.reconciler.current('main');
  first.source.commit('r2', { 'a.yaml': BROKEN });
  await first.reconciler.request('main');
  expect(first.source.kept).toBe('r1');
  await first.reconciler.stop();
  const { source, reconciler, status } = start({ source: first.source, store: first.applied, ...COMMIT });
  expect((await reconciler.current('main')).revision).toBe('r1');
  await settled(source);
  await eventually(() => status().held?.revision === 'r2');
  source.commit('r3', { 'a.yaml': A2 });
  await reconciler.request('main');
  expect([reconciler.peek('main')?.revision, source.kept]).toEqual(['r3', undefined]);
});

test('an empty tree is held: the last revision stays in service', async () => {
  const { source, reconciler, status } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  source.commit('r2', {});
  await reconciler.request('main');
  expect(reconciler.peek('main')?.revision).toBe('r1');
  expect(status().held).toMatchObject({ revision: 'r2', reason: 'prune', gone: 1, entities: 1 });
  expect(status().lastError).toContain('1 of 1');
  expect(reason(status(), 'Stalled')).toBe('PruneHeld');
});

test.each([
  [20, 9, 0, true],
  [20, 10, 50, true],
  [20, 11, 50, false],
  [30, 20, 70, true],
  [30, 29, 100, true],
  [30, 30, 100, false],
  [30, 10, 0, false],
])(
  'of %i entities %i gone at once, with a limit of %i %%: applied %s',
  async (all, gone, pruneLimit, isApplied) => {
    const { source, reconciler } = start({ files: flows(all), rules: { policy: 'entity', pruneLimit } });
    await reconciler.current('main');
    source.commit('r2', flows(all, gone));
    await reconciler.request('main');
    expect(reconciler.peek('main')?.revision).toBe(isApplied ? 'r2' : 'r1');
  },
);

test('entities that move or change their files are not gone', async () => {
  const { source, reconciler } = start({ files: flows(20) });
  await reconciler.current('main');
  const moved = Object.entries(flows(20)).map(([path, text]) => [`moved/${path}`, `${text}edited: 1\n`]);
  source.commit('r2', Object.fromEntries(moved));
  await reconciler.request('main');
  expect(reconciler.peek('main')?.revision).toBe('r2');
});

test('a confirmation applies the revision that is held', async () => {
  const { source, reconciler, status } = start({ files: flows(20) });
  await reconciler.current('main');
  source.commit('r2', flows(20, 15));
  await reconciler.request('main');
  const { done } = await reconciler.sync('main', { confirmPrune: { revision: undefined } });
  await done;
  expect(status()).toMatchObject({ appliedRevision: 'r2', held: undefined, counts: { entities: 5 } });
});

test('a confirmation is of one revision: another that takes away as much is held again', async () => {
  const { source, reconciler, status } = start({ files: flows(20) });
  await reconciler.current('main');
  source.commit('r2', flows(20, 15));
  await reconciler.request('main');
  source.commit('r3', flows(20, 16));
  await (await reconciler.sync('main', { confirmPrune: { revision: 'r2' } })).done;
  expect(status()).toMatchObject({ appliedRevision: 'r1', held: { revision: 'r3', gone: 16 } });
  await expect(reconciler.sync('main', { confirmPrune: { revision: 'r2' } })).rejects.toMatchObject({
    code: 'prune_not_held',
  });
});

test('there is nothing to confirm while nothing is held', async () => {
  const { reconciler } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  const confirmation = reconciler.sync('main', { confirmPrune: { revision: undefined } });
  await expect(confirmation).rejects.toMatchObject({ code: 'prune_not_held', status: 409 });
});

test('a confirmation that cannot be stored confirms nothing', async () => {
  const { source, reconciler, applied, status } = start({ files: flows(20) });
  await reconciler.current('main');
  source.commit('r2', {});
  await reconciler.request('main');
  applied.failure = new Problem('storage_failed', 'The disk is full.');
  const confirmation = reconciler.sync('main', { confirmPrune: { revision: undefined } });
  await expect(confirmation).rejects.toMatchObject({ code: 'storage_failed' });
  applied.failure = undefined;
  await reconciler.request('main');
  expect(status()).toMatchObject({ appliedRevision: 'r1', held: { revision: 'r2' } });
});

test('a later commit that brings the entities back is applied by itself', async () => {
  const { source, reconciler, status } = start({ files: flows(20) });
  await reconciler.current('main');
  source.commit('r2', {});
  await reconciler.request('main');
  source.commit('r3', flows(20, 2));
  await reconciler.request('main');
  expect(status()).toMatchObject({ appliedRevision: 'r3', held: undefined });
});

test('deletions that came while nothing ran are held too, and a confirmation survives a restart', async () => {
  const first = start({ files: flows(20) });
  await first.reconciler.current('main');
  await first.reconciler.stop();
  first.source.commit('r2', {});
  const second = start({ source: first.source, store: first.applied });
  await eventually(() => second.status().held?.revision === 'r2');
  expect((await second.reconciler.current('main')).revision).toBe('r1');
  await second.reconciler.stop();
  await second.applied.confirm('main', 'r2');
  const third = start({ source: first.source, store: first.applied });
  await eventually(() => third.status().appliedRevision === 'r2');
  expect(third.status().held).toBeUndefined();
});

test('with what was in service unreadable, its number of entities guards', async () => {
  const first = start({ files: flows(20) });
  await first.reconciler.current('main');
  await first.reconciler.stop();
  first.source.commit('r2', flows(20, 15));
  first.source.forget('r1');
  const { reconciler, status } = start({ source: first.source, store: first.applied });
  await expect(reconciler.current('main')).rejects.toMatchObject({ code: 'prune_held' });
  expect(status().held).toMatchObject({ gone: 15, entities: 20 });
  await (await reconciler.sync('main', { confirmPrune: { revision: 'r2' } })).done;
  expect((await reconciler.current('main')).revision).toBe('r2');
});

test('a remote that goes away while a revision is held is tried again; the revision stays held', async () => {
  const { source, reconciler, status } = start({ files: flows(20) });
  await reconciler.current('main');
  source.commit('r2', {});
  await reconciler.request('main');
  source.failure = new Problem('git_failed', 'The remote is away.');
  await reconciler.request('main');
  expect(status()).toMatchObject({ held: { revision: 'r2' }, lastError: 'The remote is away.' });
  expect([reason(status(), 'Ready'), reason(status(), 'Reconciling')]).toEqual(['PruneHeld', 'Retrying']);
  source.failure = undefined;
  await reconciler.request('main');
  expect(reason(status(), 'Stalled')).toBe('PruneHeld');
});

test('the faults of a change are reported without making it', async () => {
  const { reconciler, catalog } = start({ files: { 'a.yaml': A1, 'b.yaml': flow('b') } });
  await reconciler.current('main');
  const preview = await reconciler.preview('main', [
    { path: 'a.yaml', content: Buffer.from(BROKEN) },
    { path: 'b.yaml', content: undefined },
    { path: 'c.yaml', content: Buffer.from(flow('c')) },
  ]);
  expect(preview.counts).toMatchObject({ files: 2, invalid: 1 });
  expect(preview.list('flow').map(({ name }) => name)).toEqual(['a', 'c']);
  expect(catalog.calls).toEqual(['load', 'advance 3']);
  expect((await reconciler.current('main')).list('flow')).toHaveLength(2);
});

function flow(name: string): string {
  return `kind: flow\nname: ${name}\n`;
}

/** `count` flows, the first `without` left out. */
function flows(count: number, without = 0): Record<string, string> {
  const names = Array.from({ length: count }, (_, index) => `f${index}`).slice(without);
  return Object.fromEntries(names.map((name) => [`${name}.yaml`, flow(name)]));
}
