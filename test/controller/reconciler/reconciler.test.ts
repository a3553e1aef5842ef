import { expect, test } from 'vitest';
import { Problem } from '../../../controller/problems/index.js';
import { eventually } from '../git/git-fixture.js';
import { checkInvariants, reason } from './invariants.js';
import { A1, A2, settled, shut, start } from './loop-fixture.js';

const AWAY = new Problem('git_failed', 'The remote is away.');

test('before the first pass is through, Ready is Unknown and Reconciling is there', async () => {
  const { source, reconciler, status } = start();
  expect(reason(status(), 'Ready')).toBe('Pending');
  expect(reason(status(), 'Reconciling')).toBe('Progressing');
  expect(reconciler.peek('main')).toBeUndefined();
  source.commit('r1', { 'a.yaml': A1 });
  await reconciler.current('main');
});

test('a kept branch is applied from the start, and Ready says so', async () => {
  const { source, reconciler, status } = start({ files: { 'a.yaml': A1 } });
  const snapshot = await reconciler.current('main');
  await settled(source);
  expect(snapshot.get('flow', 'a')?.revision).toBe('r1');
  expect(status()).toMatchObject({
    observedRevision: 'r1',
    appliedRevision: 'r1',
    counts: { files: 1, entities: 1 },
  });
  expect(status().conditions.map((condition) => condition.type)).toEqual(['Ready']);
});

test('a branch without files is Ready, reason NoFiles', async () => {
  const { reconciler, status } = start({ files: {} });
  expect((await reconciler.current('main')).counts.entities).toBe(0);
  await eventually(() => reason(status(), 'Ready') === 'NoFiles');
});

test('a change is applied as a change, not as a whole tree', async () => {
  const { source, reconciler, catalog } = start({ files: { 'a.yaml': A1, 'b.yaml': A1 } });
  await reconciler.current('main');
  source.commit('r2', { 'a.yaml': A2, 'b.yaml': A1 });
  await reconciler.request('main');
  expect(catalog.calls).toEqual(['load', 'advance 1']);
  expect(reconciler.peek('main')?.revision).toBe('r2');
});

test('nothing new means nothing is built', async () => {
  const { reconciler, catalog, status } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  const before = status();
  await reconciler.request('main');
  expect(catalog.calls).toEqual(['load']);
  expect(status().conditions).toEqual(before.conditions);
});

test('an invalid entity leaves the branch Ready, in part, with its last good version in service', async () => {
  const { source, reconciler, status, applied } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  source.commit('r2', { 'a.yaml': `${A2}broken` });
  await reconciler.request('main');
  expect(reason(status(), 'Ready')).toBe('AppliedInPart');
  expect(reconciler.peek('main')?.get('flow', 'a')).toMatchObject({
    revision: 'r1',
    definition: { text: A1 },
  });
  expect(applied.saved.get('main')).toMatchObject({
    revision: 'r2',
    held: [{ name: 'a', revision: 'r1', content: A1 }],
  });
});

test('the last good version is stored before the snapshot that needs it is seen', async () => {
  const { source, reconciler, applied } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  source.commit('r2', { 'a.yaml': `${A2}broken` });
  applied.failure = new Problem('storage_failed', 'The disk is full.');
  await reconciler.request('main');
  expect(reconciler.peek('main')?.revision).toBe('r1');
  applied.failure = undefined;
  await reconciler.request('main');
  expect(reconciler.peek('main')?.revision).toBe('r2');
});

test('one pass at a time runs for a branch, and requests during it share the next one', async () => {
  const { source, reconciler } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  const open = shut(source);
  const requests = [reconciler.request('main')];
  await eventually(() => source.observing === 1);
  const before = source.observed;
  for (let turn = 0; turn < 20; turn++) requests.push(reconciler.request('main'));
  open();
  await Promise.all(requests);
  expect(source.maxAtOnce).toBe(1);
  expect(source.observed).toBe(before + 1);
});

test('a request resolves after a pass that began after it', async () => {
  const { source, reconciler } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  const first = reconciler.request('main');
  source.commit('r2', { 'a.yaml': A2 });
  const second = reconciler.request('main');
  await Promise.all([first, second]);
  expect(reconciler.peek('main')?.revision).toBe('r2');
});

test('a notification applies what is new', async () => {
  const { source, reconciler } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  source.commit('r2', { 'a.yaml': A2 });
  source.notify();
  await eventually(() => reconciler.peek('main')?.revision === 'r2');
});

test('listeners hear of each new snapshot once, when it is current', async () => {
  const { source, reconciler } = start({ files: { 'a.yaml': A1 } });
  const heard: string[] = [];
  reconciler.onApplied((snapshot) => {
    expect(reconciler.peek('main')).toBe(snapshot);
    heard.push(snapshot.revision);
  });
  await reconciler.current('main');
  source.commit('r2', { 'a.yaml': A2 });
  await reconciler.request('main');
  await reconciler.request('main');
  expect(heard).toEqual(['r1', 'r2']);
});

test('the branch is polled at the interval, a tenth more or less', async () => {
  const { source, reconciler, clock } = start({ files: { 'a.yaml': A1 }, random: () => 0 });
  await reconciler.current('main');
  await eventually(() => clock.pending().length === 1);
  expect(clock.pending()).toEqual([9_000]);
  source.commit('r2', { 'a.yaml': A2 });
  clock.advance(9_000);
  await eventually(() => reconciler.peek('main')?.revision === 'r2');
});

test('a remote that is away leaves the last snapshot serving, and is tried again ever more slowly', async () => {
  const { source, reconciler, status, clock } = start({ files: { 'a.yaml': A1 }, random: () => 1 });
  await reconciler.current('main');
  const ready = status();
  source.failure = AWAY;
  const delays: number[] = [];
  for (let turn = 0; turn < 11; turn++) {
    await reconciler.request('main');
    expect(status()).toMatchObject({ lastError: AWAY.message, appliedRevision: 'r1' });
    expect(status().conditions[0]).toEqual(ready.conditions[0]);
    expect(reason(status(), 'Reconciling')).toBe('Retrying');
    expect(Date.parse(status().nextRetryAt ?? '') - clock.now()).toBe(clock.pending()[0]);
    delays.push(clock.pending()[0] ?? 0);
  }
  expect(delays.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(delays.at(-1)).toBe(300_000);
  expect((await reconciler.current('main')).revision).toBe('r1');
  source.failure = undefined;
  clock.advance(300_000);
  await eventually(() => status().lastError === undefined);
  expect(status().nextRetryAt).toBeUndefined();
  checkInvariants(status(), ready);
});

test('with the remote away from the start, what was brought in before is served', async () => {
  const { reconciler, status } = start({ files: { 'a.yaml': A1 }, failure: AWAY });
  expect((await reconciler.current('main')).revision).toBe('r1');
  await eventually(() => reason(status(), 'Reconciling') === 'Retrying');
  expect(reason(status(), 'Ready')).toBe('Applied');
});

test('with the remote away from the start and nothing to serve, every caller gets the reason at once', async () => {
  const { source, reconciler } = start({ failure: AWAY });
  await expect(reconciler.current('main')).rejects.toBe(AWAY);
  const before = source.observed;
  await expect(reconciler.current('main')).rejects.toBe(AWAY);
  await expect(reconciler.fresh('main')).rejects.toBe(AWAY);
  expect(source.observed).toBe(before);
});

test('what arrived is applied even when the remote fails afterwards', async () => {
  const { source, reconciler, status } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  source.commit('r2', { 'a.yaml': A2 });
  source.failure = AWAY;
  await reconciler.request('main');
  expect(reconciler.peek('main')?.revision).toBe('r2');
  expect(reason(status(), 'Ready')).toBe('Applied');
  expect(reason(status(), 'Reconciling')).toBe('Retrying');
});

test('a kept branch that does not exist is Stalled, and polled on', async () => {
  const { status, clock } = start({ failure: new Problem('branch_not_found', 'There is no branch `main`.') });
  await eventually(() => reason(status(), 'Stalled') === 'BranchNotFound');
  await eventually(() => clock.pending().length === 1);
});

test('a kept branch that is deleted goes on serving what it had', async () => {
  const { source, reconciler, status } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  source.failure = new Problem('branch_not_found', 'There is no branch `main`.');
  await reconciler.request('main');
  expect(reason(status(), 'Stalled')).toBe('BranchNotFound');
  expect((await reconciler.current('main')).revision).toBe('r1');
});

test('a branch on demand is followed once requested, and released when it is deleted', async () => {
  const { source, reconciler } = start({ branch: 'side', files: { 'a.yaml': A1 } });
  expect(source.observed).toBe(0);
  expect((await reconciler.current('side')).revision).toBe('r1');
  source.failure = new Problem('branch_not_found', 'There is no branch `side`.');
  await expect(reconciler.request('side')).rejects.toBe(source.failure);
  expect([reconciler.peek('side'), reconciler.status('side'), source.isWatched]).toEqual([
    undefined,
    undefined,
    false,
  ]);
  await expect(reconciler.current('side')).rejects.toMatchObject({ code: 'branch_not_found' });
});

test('a name no branch can have is a branch_not_found', async () => {
  const { reconciler } = start();
  await expect(reconciler.current('../x')).rejects.toMatchObject({ code: 'branch_not_found' });
  await expect(reconciler.fresh('../x')).rejects.toMatchObject({ code: 'branch_not_found' });
  await expect(reconciler.request('../x')).rejects.toMatchObject({ code: 'branch_not_found' });
});

test('a defect while building is reported as internal, leaves the old snapshot, and is tried again', async () => {
  const { source, reconciler, catalog, status } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  source.commit('r2', { 'a.yaml': A2 });
  catalog.failure = new Error('cannot');
  await reconciler.request('main');
  expect(reason(status(), 'Ready')).toBe('Internal');
  expect(reconciler.peek('main')?.revision).toBe('r1');
  const since = status().conditions[0]?.lastTransitionTime;
  await reconciler.request('main');
  expect(status().conditions[0]?.lastTransitionTime).toBe(since);
  catalog.failure = undefined;
  await reconciler.request('main');
  expect(reconciler.peek('main')?.revision).toBe('r2');
});

test('when the revision in service is not known any more, the whole tree is read', async () => {
  const { source, reconciler, catalog } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  source.forget('r1');
  source.commit('r2', { 'a.yaml': A2 });
  await reconciler.request('main');
  expect(catalog.calls).toEqual(['load', 'advance whole']);
  expect(reconciler.peek('main')?.revision).toBe('r2');
});

test('after stop nothing runs, what was current can still be read, and requests are refused', async () => {
  const { source, reconciler, clock } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  await reconciler.stop();
  expect(clock.pending()).toEqual([]);
  expect(source.isWatched).toBe(false);
  expect((await reconciler.fresh('main')).revision).toBe('r1');
  await expect(reconciler.request('main')).rejects.toMatchObject({ code: 'shutting_down' });
  await expect(reconciler.current('other')).rejects.toMatchObject({ code: 'shutting_down' });
});

test('stop ends a pass that hangs', async () => {
  const { source, reconciler } = start({ files: { 'a.yaml': A1 } });
  await reconciler.current('main');
  await settled(source);
  shut(source);
  const hanging = reconciler.request('main').catch(() => undefined);
  await eventually(() => source.observing === 1);
  await reconciler.stop();
  await hanging;
});
