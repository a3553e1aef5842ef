import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReconcileEvent } from '../../../controller/reconciler/contract.js';
import { eventually, WorkTree } from '../git/git-fixture.js';
import { BETTER, BROKEN, GOOD, startGit } from './git-reconciler.js';
import { reason } from './invariants.js';

test('a force-push is applied as the difference it makes, with the last good versions there were', async () => {
  const work = WorkTree.create();
  work.commit({ 'prod.yaml': GOOD });
  work.commit({ 'prod.yaml': BETTER, 'test.yaml': GOOD.replace('prod', 'test') });
  const { reconciler, events } = await start(work);
  await reconciler.current('main');
  work.git('reset', '--quiet', '--hard', 'HEAD~1');
  const forced = work.commit({ 'prod.yaml': BROKEN });
  await reconciler.request('main');
  const snapshot = await reconciler.current('main');
  expect([snapshot.revision, snapshot.get('environment', 'test')]).toEqual([forced, undefined]);
  expect(snapshot.get('environment', 'prod')?.definition).toMatchObject({ variables: { region: 'us' } });
  expect(names(events)).toEqual(['deleted test']);
});

test('a production branch that is deleted goes on serving, over a restart and `git gc` too', async () => {
  const work = WorkTree.create();
  const first = work.commit({ 'prod.yaml': GOOD });
  work.git('switch', '--quiet', '-c', 'other');
  work.commit({ 'prod.yaml': BETTER });
  const before = await start(work);
  await before.reconciler.current('main');
  const ready = before.status().conditions[0];
  work.git('branch', '--quiet', '-D', 'main');
  await before.reconciler.request('main');
  const status = before.status();
  expect(status.conditions[0]).toEqual(ready);
  expect([reason(status, 'Stalled'), status.appliedRevision]).toEqual(['BranchNotFound', first]);
  await before.stop();

  gc(before.data);
  const after = await start(work, {}, before.data);
  expect((await after.reconciler.current('main')).revision).toBe(first);
  await eventually(() => reason(after.status(), 'Stalled') === 'BranchNotFound');
  work.git('branch', 'main', first);
  await after.reconciler.request('main');
  expect(after.status().conditions.map(({ type, status }) => `${type} ${status}`)).toEqual(['Ready True']);
});

test('a held revision that was forced over its predecessor survives `git gc` and a restart', async () => {
  const work = WorkTree.create();
  const first = work.commit({ 'prod.yaml': GOOD });
  const before = await start(work);
  await before.reconciler.current('main');
  work.git('checkout', '--quiet', '--orphan', 'empty');
  work.git('rm', '--quiet', '-rf', '.');
  const empty = work.commit({ 'README.md': 'nothing' });
  work.git('branch', '--force', 'main', empty);
  await before.reconciler.request('main');
  expect(before.status().held).toMatchObject({ revision: empty, reason: 'prune' });
  await before.stop();
  gc(before.data);
  const after = await start(work, {}, before.data);
  expect((await after.reconciler.current('main')).revision).toBe(first);
  await eventually(() => after.status().held?.revision === empty);
  await (await after.reconciler.sync('main', { confirmPrune: { revision: empty } })).done;
  expect(after.status()).toMatchObject({ appliedRevision: empty, counts: { entities: 0 } });
});

test('a deleted branch other than production is a branch_not_found, and nothing of it stays', async () => {
  const work = WorkTree.create();
  work.commit({ 'prod.yaml': GOOD });
  work.git('switch', '--quiet', '-c', 'feature/x');
  work.commit({ 'prod.yaml': BROKEN });
  const { reconciler, store } = await start(work);
  await Promise.all([reconciler.current('main'), reconciler.current('feature/x')]);
  expect((await store.branches()).sort()).toEqual(['feature/x', 'main']);
  work.git('switch', '--quiet', 'main');
  work.git('branch', '--quiet', '-D', 'feature/x');
  await expect(reconciler.request('feature/x')).rejects.toMatchObject({ code: 'branch_not_found' });
  expect([reconciler.status('feature/x'), await store.branches()]).toEqual([undefined, ['main']]);
});

test('a branch that is created again under its name starts from nothing', async () => {
  const work = WorkTree.create();
  work.commit({ 'prod.yaml': GOOD });
  work.git('branch', 'side');
  const { reconciler } = await start(work);
  await reconciler.current('side');
  work.git('branch', '--quiet', '-D', 'side');
  await expect(reconciler.request('side')).rejects.toMatchObject({ code: 'branch_not_found' });
  work.git('switch', '--quiet', '-c', 'side');
  work.commit({ 'prod.yaml': BROKEN });
  await reconciler.request('side');
  const snapshot = await reconciler.current('side');
  expect(snapshot.get('environment', 'prod')).toBeUndefined();
  expect(snapshot.counts.invalid).toBe(1);
});

test('a renamed branch is found under its new name, also where the old one stood in the way', async () => {
  const work = WorkTree.create();
  work.commit({ 'prod.yaml': GOOD });
  work.git('branch', 'side');
  const { reconciler } = await start(work);
  await reconciler.current('side');
  work.git('branch', '--quiet', '-m', 'side', 'side/further');
  await reconciler.request('main');
  expect((await reconciler.current('side/further')).list('environment')).toHaveLength(1);
  await expect(reconciler.request('side')).rejects.toMatchObject({ code: 'branch_not_found' });
});

test('a branch that went while no process ran leaves nothing behind', async () => {
  const work = WorkTree.create();
  work.commit({ 'prod.yaml': GOOD });
  work.git('branch', 'side');
  const before = await start(work);
  await before.reconciler.current('side');
  await before.stop();
  work.git('branch', '--quiet', '-D', 'side');
  const after = await start(work, {}, before.data);
  await after.reconciler.current('main');
  await eventually(async () => (await after.store.branches()).join() === 'main');
});

test('active branches are followed from the start; one that is deleted is not served, and followed when it is back', async () => {
  const work = WorkTree.create();
  const first = work.commit({ 'prod.yaml': GOOD });
  work.git('branch', 'staging');
  const { reconciler, status } = await start(work, { ActiveBranches: ['staging'] });
  await eventually(() => reconciler.peek('staging')?.revision === first);
  work.git('branch', '--quiet', '-D', 'staging');
  await eventually(() => reconciler.peek('staging') === undefined);
  await expect(reconciler.current('staging')).rejects.toMatchObject({ code: 'branch_not_found' });
  await eventually(() => reason(status('staging'), 'Stalled') === 'BranchNotFound');
  work.git('branch', 'staging');
  await eventually(() => reconciler.peek('staging')?.revision === first);
});

function start(work: WorkTree, git: object = {}, data?: string) {
  return startGit({ Remote: work.dir, Branch: 'main', ...git }, data);
}

/** Takes away everything that no ref holds on to. */
function gc(data: string): void {
  execFileSync('git', ['gc', '--quiet', '--prune=now'], { cwd: join(data, 'repository.git') });
}

function names(events: readonly ReconcileEvent[]): string[] {
  return events.flatMap(({ type, data }) =>
    'name' in data ? [`${type.split('.').at(-2)} ${data.name}`] : [],
  );
}
