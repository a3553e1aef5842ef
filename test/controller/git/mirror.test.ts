import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Mirror, openRemote, openRepository } from '../../../controller/git/index.js';
import { updateRef } from '../../../controller/git/refs/refs.js';
import { temporaryFolder, WorkTree } from './git-fixture.js';

test('a commit pushed into our repository stays while the remote does not move', async () => {
  const { work, mirror, repository } = await follow();
  const pushed = await pushInto(repository.dir, 'ours.yaml');
  await mirror.refresh();
  expect(await repository.resolveRef('main')).toBe(pushed);
  work.git('pull', '--quiet', repository.dir, 'main');
  await mirror.refresh();
  expect(await repository.resolveRef('main')).toBe(pushed);
});

test('when remote and pushed commit diverge, the remote wins and the pushed commit is kept as detached', async () => {
  const { work, mirror, repository } = await follow();
  const pushed = await pushInto(repository.dir, 'ours.yaml');
  const theirs = work.commit({ 'theirs.yaml': '1' });
  await mirror.refresh();
  expect(await repository.resolveRef('main')).toBe(theirs);
  expect(work.git('--git-dir', repository.dir, 'rev-parse', `refs/displaced/${pushed}`)).toBe(pushed);
});

test('commits pushed on top of what the remote has by now stay', async () => {
  const { work, mirror, repository } = await follow();
  const first = await pushInto(repository.dir, 'one.yaml');
  const second = await pushInto(repository.dir, 'two.yaml');
  work.git('fetch', '--quiet', repository.dir, 'main');
  work.git('merge', '--quiet', '--ff-only', first);
  await mirror.refresh();
  expect(await repository.resolveRef('main')).toBe(second);
});

test('a branch that was only pushed into our repository stays', async () => {
  const { work, mirror, repository } = await follow();
  const pushed = await pushInto(repository.dir, 'ours.yaml', 'preview');
  work.commit({ 'a.yaml': '2' });
  await mirror.refresh();
  expect(await repository.resolveRef('preview')).toBe(pushed);
});

test('a branch that cannot be moved does not delay the others, and is reported', async () => {
  const { work, mirror, repository } = await follow();
  await pushInto(repository.dir, 'ours.yaml', 'topic');
  work.git('branch', 'topic/below');
  const next = work.commit({ 'a.yaml': '2' });
  await expect(mirror.refresh()).rejects.toMatchObject({
    code: 'git_failed',
    message: expect.stringContaining('topic'),
  });
  expect(await repository.resolveRef('main')).toBe(next);
});

test('the branch that another was merged into has moved when that other is deleted', async () => {
  const { work, mirror, repository } = await follow();
  work.git('branch', 'topic');
  await mirror.refresh();
  await pushInto(repository.dir, 'ours.yaml', 'topic');
  const next = work.commit({ 'a.yaml': '2' });
  work.git('branch', '--quiet', '-D', 'topic');
  let tip: string | undefined;
  mirror.subscribe({
    listed: () => {},
    async resolveDivergence({ branch, incoming }) {
      expect([branch, incoming]).toEqual(['topic', undefined]);
      tip = await repository.resolveRef('main');
      return { tip: undefined, done: () => {} };
    },
  });
  await mirror.refresh();
  expect(tip).toBe(next);
});

test('a move that a crash interrupted is completed', async () => {
  const { work, mirror, repository } = await follow();
  const before = await repository.resolveRef('main');
  const next = work.commit({ 'a.yaml': '2' });
  await mirror.refresh();
  // As if the process had died after the branch was moved and before that was noted, and before it was moved.
  await updateRef(repository.dir, 'refs/remotes/mirrored/main', next, before);
  await mirror.refresh();
  expect(await repository.resolveRef('main')).toBe(next);
  await updateRef(repository.dir, 'refs/remotes/mirrored/main', next, before);
  await updateRef(repository.dir, 'refs/heads/main', next, before);
  await mirror.refresh();
  expect(await repository.resolveRef('main')).toBe(next);
});

test('a branch ref that a crash left empty is fetched again', async () => {
  const { work, mirror, repository } = await follow();
  for (const ref of ['heads', 'remotes/incoming'])
    writeFileSync(join(repository.dir, 'refs', ref, 'main'), '');
  await openRepository(repository.dir);
  await mirror.refresh();
  expect(await repository.resolveRef('main')).toBe(work.head());
  const next = work.commit({ 'a.yaml': '2' });
  await mirror.refresh();
  expect(await repository.resolveRef('main')).toBe(next);
});

test('calls at the same time share fetches, and each sees what was committed before it', async () => {
  const { work, mirror, repository } = await follow();
  const calls: Promise<void>[] = [];
  for (const content of ['2', '3', '4']) {
    const commit = work.commit({ 'a.yaml': content });
    const check = async () => expect(await isIn(repository.dir, work, commit)).toBe(true);
    calls.push(mirror.refresh().then(check), mirror.refresh().then(check));
  }
  await Promise.all(calls);
});

test('a detached HEAD of the remote leaves the default branch as it was', async () => {
  const { work, mirror, repository } = await follow();
  work.git('checkout', '--quiet', '--detach');
  work.commit({ 'a.yaml': '2' });
  await mirror.refresh();
  expect(await repository.defaultBranch()).toBe('main');
});

test('a branch of the remote with a name no path can hold is left out', async () => {
  const { work, mirror, repository } = await follow();
  work.git('update-ref', 'refs/heads/-x', 'HEAD');
  work.git('branch', 'fine');
  await mirror.refresh();
  expect([...(await repository.listBranches()).keys()].sort()).toEqual(['fine', 'main']);
});

async function isIn(gitDir: string, work: WorkTree, commit: string): Promise<boolean> {
  return work.git('--git-dir', gitDir, 'branch', '--contains', commit).includes('main');
}

/** A native `git push` into our repository, from a clone of it. */
async function pushInto(gitDir: string, file: string, branch = 'main'): Promise<string> {
  const clone = new WorkTree(join(temporaryFolder(), 'clone'));
  WorkTree.create(join(clone.dir)).git('pull', '--quiet', gitDir, 'main');
  const commit = clone.commit({ [file]: 'pushed' });
  clone.git('push', '--quiet', gitDir, `HEAD:refs/heads/${branch}`);
  return commit;
}

async function follow() {
  const work = WorkTree.create();
  work.commit({ 'a.yaml': '1' });
  const dir = join(temporaryFolder(), 'repository.git');
  const repository = await openRepository(dir);
  const mirror = new Mirror(repository, await openRemote(work.dir, { gitDir: dir, baseDir: '/' }));
  await mirror.refresh();
  return { work, repository, mirror };
}

test('a repository whose making was cut short is completed', async () => {
  const dir = join(temporaryFolder(), 'repository.git');
  await openRepository(dir);
  rmSync(join(dir, 'refs'), { recursive: true });
  writeFileSync(join(dir, 'HEAD'), '');
  const repository = await openRepository(dir);
  expect(await repository.defaultBranch()).toBe('main');
  expect(existsSync(join(dir, 'refs/heads'))).toBe(true);
});

test('a data directory with something else in the place of the repository is refused', async () => {
  const dir = temporaryFolder();
  writeFileSync(join(dir, 'photo.jpg'), 'x');
  await expect(openRepository(dir)).rejects.toMatchObject({ code: 'git_failed' });
});
