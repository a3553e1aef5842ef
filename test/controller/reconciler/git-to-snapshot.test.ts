import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findEntityText } from '../../../controller/catalog/index.js';
import { eventually, manyFiles, temporaryFolder, WorkTree } from '../git/git-fixture.js';
import { serveGit } from '../git/git-http-server.js';
import { BETTER, BROKEN, GOOD, startGit } from './git-reconciler.js';
import { reason } from './invariants.js';

test('a plain `git commit` is in service before the next caller, and without a caller soon after', async () => {
  const work = WorkTree.create();
  work.commit({ 'prod.yaml': GOOD });
  const { reconciler } = await startGit({ Remote: work.dir });
  await reconciler.current('main');
  const second = work.commit({ 'prod.yaml': BETTER });
  expect((await reconciler.fresh('main')).revision).toBe(second);
  const third = work.commit({ 'prod.yaml': GOOD });
  await eventually(() => reconciler.peek('main')?.revision === third);
});

test('ten commits in a row are each in service for the caller right after', async () => {
  const work = WorkTree.create();
  work.commit({ 'prod.yaml': GOOD });
  const { reconciler } = await startGit({ Remote: work.dir });
  await reconciler.current('main');
  for (let turn = 0; turn < 10; turn++) {
    const commit = work.commit({ 'prod.yaml': turn % 2 ? GOOD : BETTER });
    expect((await reconciler.fresh('main')).revision).toBe(commit);
  }
});

test('a commit that changes nothing but a text beside an entity is a new version of the entity', async () => {
  const work = WorkTree.create();
  const folio = 'kind: folio\nname: guide\ntitle: Guide\nfile: texts/guide.md\n';
  work.commit({ 'guide.yaml': folio, 'texts/guide.md': 'Giraffes', 'prod.yaml': GOOD });
  const { reconciler } = await startGit({ Remote: work.dir });
  const first = await reconciler.current('main');
  const commit = work.commit({ 'texts/guide.md': 'Elephants' });
  const snapshot = await reconciler.fresh('main');
  const guide = snapshot.get('folio', 'guide');
  expect([guide?.revision, guide && findEntityText(guide, 'body')]).toEqual([commit, 'Elephants']);
  expect(await snapshot.search('folio', 'elephants')).toMatchObject([{ name: 'guide' }]);
  expect(snapshot.get('environment', 'prod')).toBe(first.get('environment', 'prod'));
  rmSync(join(work.dir, 'texts'), { recursive: true });
  work.commit();
  const held = await reconciler.fresh('main');
  expect(held.findings).toMatchObject([{ rule: 'file-missing', file: 'guide.yaml', line: 4 }]);
  expect(await held.search('folio', 'elephants')).toMatchObject([{ name: 'guide' }]);
});

test('commits are followed through `git gc`, a rewritten branch, a merge and a rename', async () => {
  const work = WorkTree.create();
  work.commit({ 'prod.yaml': GOOD });
  const { reconciler } = await startGit({ Remote: work.dir });
  await reconciler.current('main');
  work.commit({ 'prod.yaml': BETTER });
  work.git('gc', '--quiet', '--prune=now');
  expect((await reconciler.fresh('main')).revision).toBe(work.head());
  work.git('reset', '--quiet', '--hard', 'HEAD~1');
  expect((await reconciler.fresh('main')).get('environment', 'prod')?.definition).toMatchObject({
    variables: { region: 'eu' },
  });
  work.git('switch', '--quiet', '-c', 'side');
  work.commit({ 'test.yaml': 'kind: environment\nname: test\n' });
  work.git('switch', '--quiet', 'main');
  work.commit({ 'README.md': 'x' });
  work.git('merge', '--quiet', '--no-ff', '-m', 'merge', 'side');
  expect((await reconciler.fresh('main')).list('environment')).toHaveLength(2);
  renameSync(join(work.dir, 'prod.yaml'), join(work.dir, 'renamed.yaml'));
  work.commit();
  expect((await reconciler.fresh('main')).get('environment', 'prod')?.path).toBe('renamed.yaml');
});

test('a `git push` into the repository in the data directory is picked up', async () => {
  const { reconciler, data, status } = await startGit({});
  expect((await reconciler.current('main')).counts.files).toBe(0);
  await eventually(() => reason(status(), 'Ready') === 'NoCommits');
  const work = WorkTree.create();
  const first = work.commit({ 'prod.yaml': GOOD });
  work.git('push', '--quiet', join(data, 'repository.git'), 'main');
  await eventually(() => reconciler.peek('main')?.revision === first);
  const second = work.commit({ 'prod.yaml': BETTER });
  work.git('push', '--quiet', join(data, 'repository.git'), 'main');
  expect((await reconciler.fresh('main')).revision).toBe(second);
  expect(reason(status(), 'Ready')).toBe('Applied');
});

test('every branch has its own snapshot; one that is deleted is gone', async () => {
  const work = WorkTree.create();
  work.commit({ 'prod.yaml': GOOD });
  work.git('switch', '--quiet', '-c', 'feature/x');
  const side = work.commit({ 'prod.yaml': BETTER });
  work.git('switch', '--quiet', 'main');
  const { reconciler } = await startGit({ Remote: work.dir });
  expect((await reconciler.current('feature/x')).revision).toBe(side);
  expect((await reconciler.current('main')).revision).toBe(work.head());
  work.git('branch', '-D', 'feature/x');
  await eventually(() => reconciler.peek('feature/x') === undefined);
  await expect(reconciler.current('feature/x')).rejects.toMatchObject({ code: 'branch_not_found' });
});

test('an unknown branch is a branch_not_found with the nearest name', async () => {
  const work = WorkTree.create();
  work.commit({ 'prod.yaml': GOOD });
  work.git('branch', 'staging');
  const { reconciler } = await startGit({ Remote: work.dir });
  await expect(reconciler.current('stagign')).rejects.toMatchObject({
    code: 'branch_not_found',
    hints: expect.arrayContaining(['Did you mean `staging`?']),
  });
});

test('the last good version of a broken entity survives a restart, also with the remote away', async () => {
  const work = WorkTree.create();
  const first = work.commit({ 'prod.yaml': GOOD });
  const before = await startGit({ Remote: work.dir });
  await before.reconciler.current('main');
  const second = work.commit({ 'prod.yaml': BROKEN });
  await before.reconciler.fresh('main');
  await before.stop();

  const after = await startGit({ Remote: work.dir }, before.data);
  const snapshot = await after.reconciler.current('main');
  expect(snapshot.revision).toBe(second);
  expect(snapshot.get('environment', 'prod')).toMatchObject({
    revision: first,
    definition: { variables: { region: 'eu' } },
  });
  await after.stop();

  rmSync(work.dir, { recursive: true });
  const away = await startGit({ Remote: work.dir }, before.data);
  const served = await away.reconciler.current('main');
  expect([served.revision, served.get('environment', 'prod')?.revision]).toEqual([second, first]);
  await eventually(() => reason(away.status(), 'Reconciling') === 'Retrying');
  expect(reason(away.status(), 'Ready')).toBe('AppliedInPart');
});

test('a remote over HTTP is polled; while it is away the last snapshot serves', async () => {
  const work = WorkTree.create();
  const first = work.commit({ 'prod.yaml': GOOD });
  let isAway = false;
  const server = await serveGit(dirname(work.dir), {
    intercept(_, response) {
      if (isAway) response.destroy();
      return isAway;
    },
  });
  const { reconciler, status } = await startGit({ Remote: `${server.origin}/work/.git`, PollInterval: 1 });
  expect((await reconciler.current('main')).revision).toBe(first);
  const second = work.commit({ 'prod.yaml': BETTER });
  await eventually(() => reconciler.peek('main')?.revision === second);
  isAway = true;
  await reconciler.request('main');
  expect(reason(status(), 'Ready')).toBe('Applied');
  expect(reason(status(), 'Reconciling')).toBe('Retrying');
  expect(reconciler.peek('main')?.revision).toBe(second);
});

test('a remote that refuses the first look is not taken for a repository without commits', async () => {
  const work = WorkTree.create();
  const first = work.commit({ 'prod.yaml': GOOD });
  let isRefused = true;
  const server = await serveGit(dirname(work.dir), {
    intercept(_, response) {
      if (isRefused) response.writeHead(401, { 'www-authenticate': 'Basic' }).end();
      return isRefused;
    },
  });
  const { reconciler, status } = await startGit({ Remote: `${server.origin}/work/.git`, PollInterval: 1 });
  await expect(reconciler.current('main')).rejects.toMatchObject({ code: 'git_failed' });
  expect([reason(status(), 'Ready'), reason(status(), 'Reconciling')]).toEqual(['GitFailed', 'Retrying']);
  isRefused = false;
  await eventually(() => reconciler.peek('main')?.revision === first);
  expect(reason(status(), 'Ready')).toBe('Applied');
});

test('a remote known to have no commits stays that over a restart without it', async () => {
  const bare = join(temporaryFolder(), 'config.git');
  execFileSync('git', ['init', '--quiet', '--bare', '-b', 'main', bare]);
  const before = await startGit({ Remote: bare });
  await before.reconciler.current('main');
  await before.stop();
  rmSync(bare, { recursive: true });
  const { reconciler, status } = await startGit({ Remote: bare, PollInterval: 1 }, before.data);
  expect((await reconciler.current('main')).counts.files).toBe(0);
  for (let pass = 0; pass < 2; pass++) {
    await reconciler.request('main');
    expect([reason(status(), 'Ready'), reason(status(), 'Reconciling')]).toEqual(['NoCommits', 'Retrying']);
  }
});

test('a plain folder is followed; a broken file keeps its last good version', async () => {
  const work = new WorkTree(temporaryFolder());
  work.write({ 'prod.yaml': GOOD });
  const { reconciler, status } = await startGit({ Enabled: false, Directory: work.dir });
  await reconciler.current('live');
  work.write({ 'prod.yaml': BROKEN, 'test.yaml': 'kind: environment\nname: test\n' });
  await eventually(() => reconciler.peek('live')?.list('environment').length === 2);
  expect(reconciler.peek('live')?.get('environment', 'prod')?.definition).toMatchObject({
    variables: { region: 'eu' },
  });
  await eventually(() => reason(status(), 'Ready') === 'AppliedInPart');
});

test('a thousand files are read, and then one that changed', async () => {
  const work = WorkTree.create();
  work.commit(manyFiles(1_000));
  const { reconciler } = await startGit({ Remote: work.dir });
  expect((await reconciler.current('main')).counts).toMatchObject({
    files: 1_000,
    entities: 1_000,
    invalid: 0,
  });
  work.commit({
    'environments/3/env-150.yaml': 'kind: environment\nname: env-150\nvariables: { index: 1 }\n',
  });
  expect((await reconciler.fresh('main')).get('environment', 'env-150')?.revision).toBe(work.head());
});
