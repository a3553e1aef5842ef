import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headBranch, listRefs, readRef, updateRef } from '../../../../controller/git/refs/refs.js';
import { WorkTree } from '../git-fixture.js';

const MAIN = 'refs/heads/main';

test('loose, packed and symbolic refs read as Git reads them', async () => {
  const { work, gitDir } = repository();
  const first = work.commit({ 'a.yaml': '1' });
  work.git('branch', 'packed');
  work.git('tag', '-a', '-m', 'peeled', 'v1');
  work.git('pack-refs', '--all');
  const second = work.commit({ 'a.yaml': '2' });
  work.git('symbolic-ref', 'refs/heads/alias', MAIN);
  expect(await readRef(gitDir, MAIN)).toBe(second);
  expect(await readRef(gitDir, 'refs/heads/alias')).toBe(second);
  expect(Object.fromEntries(await listRefs(gitDir, 'refs/heads/'))).toEqual({
    alias: second,
    main: second,
    packed: first,
  });
  expect(await headBranch(gitDir)).toBe('main');
});

test('a ref moves only from where it is said to be', async () => {
  const { work, gitDir } = repository();
  const first = work.commit({ 'a.yaml': '1' });
  const second = work.commit({ 'a.yaml': '2' });
  expect(await updateRef(gitDir, MAIN, first, first)).toBe(false);
  expect(await updateRef(gitDir, MAIN, undefined, first)).toBe(false);
  expect(await updateRef(gitDir, MAIN, second, first)).toBe(true);
  expect(work.head('main')).toBe(first);
});

test('of many who move a ref at once, one wins', async () => {
  const { work, gitDir } = repository();
  const first = work.commit({ 'a.yaml': '1' });
  const others = ['2', '3', '4', '5'].map((content) => work.commit({ 'a.yaml': content }));
  await updateRef(gitDir, MAIN, others.at(-1), first);
  const won = await Promise.all(others.map((commit) => updateRef(gitDir, MAIN, first, commit)));
  expect(won.filter(Boolean)).toHaveLength(1);
});

test('a deleted ref is gone, loose and packed, and leaves the other packed ones', async () => {
  const { work, gitDir } = repository();
  const commit = work.commit({ 'a.yaml': '1' });
  work.git('tag', '-a', '-m', 'peeled', 'v1');
  work.git('branch', 'a/b');
  work.git('pack-refs', '--all');
  expect(await updateRef(gitDir, 'refs/heads/a/b', commit, undefined)).toBe(true);
  expect(work.git('for-each-ref', '--format=%(refname)')).toBe(`${MAIN}\nrefs/tags/v1`);
  expect(await updateRef(gitDir, 'refs/tags/v1', work.head('v1'), undefined)).toBe(true);
  expect(work.git('for-each-ref', '--format=%(refname)')).toBe(MAIN);
  expect(await updateRef(gitDir, 'refs/heads/a', undefined, commit)).toBe(true);
  expect(work.git('fsck', '--no-dangling')).toBe('');
});

test('a lock of a running Git command delays the write, which then fails with the reason', async () => {
  const { work, gitDir } = repository();
  const commit = work.commit({ 'a.yaml': '1' });
  const lock = join(gitDir, `${MAIN}.lock`);
  writeFileSync(lock, '');
  await expect(updateRef(gitDir, MAIN, commit, undefined)).rejects.toMatchObject({
    code: 'git_failed',
    message: expect.stringContaining(lock),
  });
  expect(existsSync(lock)).toBe(true);
});

test('a lock that a killed process left behind is taken over', async () => {
  const { work, gitDir } = repository();
  const commit = work.commit({ 'a.yaml': '1' });
  const lock = join(gitDir, `${MAIN}.lock`);
  writeFileSync(lock, '');
  utimesSync(lock, new Date(0), new Date(0));
  expect(await updateRef(gitDir, MAIN, commit, undefined)).toBe(true);
  expect(existsSync(lock)).toBe(false);
});

test('while we hold the lock, Git refuses to move the ref', async () => {
  const { work, gitDir } = repository();
  work.commit({ 'a.yaml': '1' });
  const { withFileLock } = await import('../../../../controller/git/refs/lock-file.js');
  await withFileLock(gitDir, MAIN, async () => {
    expect(() => work.commit({ 'a.yaml': '2' })).toThrow();
  });
  work.commit({ 'a.yaml': '2' });
});

test('a ref in the way of another is a git_failed', async () => {
  const { work, gitDir } = repository();
  const commit = work.commit({ 'a.yaml': '1' });
  await expect(updateRef(gitDir, `${MAIN}/below`, undefined, commit)).rejects.toMatchObject({
    code: 'git_failed',
  });
});

test('an empty folder where a branch is to be does not stand in its way', async () => {
  const { work, gitDir } = repository();
  const commit = work.commit({ 'a.yaml': '1' });
  mkdirSync(join(gitDir, 'refs/heads/topic'));
  expect(await updateRef(gitDir, 'refs/heads/topic', undefined, commit)).toBe(true);
  expect(work.head('topic')).toBe(commit);
});

function repository(): { work: WorkTree; gitDir: string } {
  const work = WorkTree.create();
  return { work, gitDir: join(work.dir, '.git') };
}
