import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openRemote, openRepository } from '../../../../controller/git/index.js';
import { InProcessReader } from '../../../../controller/git/objects/object-reader.js';
import { missingObjects } from '../../../../controller/git/remotes/missing-objects.js';
import { manyFiles, temporaryFolder, WorkTree } from '../git-fixture.js';
import { serveGit } from '../git-http-server.js';

const transports: Record<string, (dir: string) => Promise<string>> = {
  'a path': async (dir) => dir,
  'a file: address': async (dir) => pathToFileURL(dir).href,
  'http:': async (dir) => `${(await serveGit(dirname(dir))).origin}/theirs.git`,
};
const MAIN = 'refs/heads/main';

describe.each(Object.entries(transports))('a push to a remote at %s', (_, getAddress) => {
  test('makes a branch, moves it and deletes it', async () => {
    const { theirs, remote, commit } = await setUp();
    const first = commit({ ...manyFiles(60), 'a.yaml': '1' });
    expect(await remote.push([{ ref: MAIN, from: null, to: first }])).toEqual([{ ref: MAIN, status: 'ok' }]);
    const second = commit({ 'a.yaml': '2', 'deep/er/b.yaml': '3' });
    await remote.push([{ ref: MAIN, from: first, to: second }]);
    expect(theirs.head('main')).toBe(second);
    expect(theirs.git('show', 'main:deep/er/b.yaml')).toBe('3');
    expect(theirs.git('fsck', '--strict', '--full')).toBe('');
    expect((await remote.list()).branches).toEqual(new Map([['main', second]]));
    const side = 'refs/heads/proposals/1';
    await remote.push([{ ref: side, from: null, to: second }]);
    expect(await remote.push([{ ref: side, from: second, to: null }])).toEqual([{ ref: side, status: 'ok' }]);
    expect((await remote.list()).branches).toEqual(new Map([['main', second]]));
  });

  test('of a commit on an old tip is rejected as non-fast-forward and changes nothing', async () => {
    const { theirs, remote, commit } = await setUp();
    const first = commit({ 'a.yaml': '1' });
    await remote.push([{ ref: MAIN, from: null, to: first }]);
    const second = commit({ 'a.yaml': '2' });
    await remote.push([{ ref: MAIN, from: first, to: second }]);
    const third = commit({ 'a.yaml': '3' });
    const [result] = await remote.push([{ ref: MAIN, from: first, to: third }]);
    expect(result).toMatchObject({ ref: MAIN, status: 'rejected', reason: 'non-fast-forward' });
    expect(theirs.head('main')).toBe(second);
  });

  test('of a branch that is there already, believed to be new, is rejected', async () => {
    const { theirs, remote, commit } = await setUp();
    const first = commit({ 'a.yaml': '1' });
    await remote.push([{ ref: MAIN, from: null, to: first }]);
    const second = commit({ 'a.yaml': '2' });
    const [result] = await remote.push([{ ref: MAIN, from: null, to: second }]);
    expect(result).toMatchObject({ status: 'rejected', reason: 'non-fast-forward' });
    expect(theirs.head('main')).toBe(first);
  });

  test('that a hook of the remote declines is rejected with what the hook said', async () => {
    const { theirs, remote, commit } = await setUp();
    const hook = join(theirs.dir, 'hooks/pre-receive');
    writeFileSync(hook, '#!/bin/sh\necho "The branch main is protected, ask Ada." >&2\nexit 1\n');
    chmodSync(hook, 0o755);
    const [result] = await remote.push([{ ref: MAIN, from: null, to: commit({ 'a.yaml': '1' }) }]);
    expect(result).toMatchObject({
      status: 'rejected',
      reason: 'declined',
      message: expect.stringMatching(/hook declined.*The branch main is protected, ask Ada\./),
    });
  });

  test('of several refs moves all of them or none', async () => {
    const { remote, commit } = await setUp();
    const first = commit({ 'a.yaml': '1' });
    const side = 'refs/heads/proposals/1';
    await remote.push([
      { ref: MAIN, from: null, to: first },
      { ref: side, from: null, to: first },
    ]);
    const second = commit({ 'a.yaml': '2' });
    const results = await remote.push([
      { ref: MAIN, from: first, to: second },
      { ref: side, from: second, to: second },
    ]);
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect((await remote.list()).branches).toEqual(
      new Map([
        ['main', first],
        ['proposals/1', first],
      ]),
    );
  });

  test('of a merge sends what both sides brought', async () => {
    const { ours, theirs, remote, commit } = await setUp();
    const base = commit({ 'a.yaml': '1', 'b/c.yaml': '1' });
    await remote.push([{ ref: MAIN, from: null, to: base }]);
    ours.git('checkout', '--quiet', '-b', 'side');
    commit({ 'b/d.yaml': 'side' });
    ours.git('checkout', '--quiet', 'main');
    commit({ 'a.yaml': 'main' });
    ours.git('merge', '--quiet', '--no-edit', 'side');
    const [result] = await remote.push([{ ref: MAIN, from: base, to: share(ours) }]);
    expect(result?.status).toBe('ok');
    expect(theirs.git('fsck', '--strict', '--full')).toBe('');
    expect(theirs.git('show', 'main:b/d.yaml')).toBe('side');
  });

  async function setUp() {
    const theirs = WorkTree.create(join(temporaryFolder(), 'theirs.git'), '--bare');
    const { ours, gitDir, commit } = await repositoryOfOurs();
    share = (tree) => {
      tree.git('push', '--quiet', '--force', gitDir, 'HEAD:refs/heads/main');
      return tree.head();
    };
    const remote = await openRemote(await getAddress(theirs.dir), { gitDir, baseDir: '/' });
    return { ours, theirs, gitDir, remote, commit };
  }
  let share: (tree: WorkTree) => string = () => '';
});

test('a push to the checked-out branch of a work tree moves its files too', async () => {
  const { remote, work, commit } = await workTreeRemote();
  const before = commit({ 'a.yaml': '1' });
  await remote.push([{ ref: MAIN, from: work.head(), to: before }]);
  expect(readFileSync(join(work.dir, 'a.yaml'), 'utf8')).toBe('1');
  expect(work.git('status', '--porcelain')).toBe('');
});

test('a push to a checked-out branch with changes of its own is declined and leaves them', async () => {
  const { remote, work, commit } = await workTreeRemote();
  const tip = work.head();
  work.write({ 'first.yaml': 'edited by hand' });
  const [result] = await remote.push([{ ref: MAIN, from: tip, to: commit({ 'first.yaml': '2' }) }]);
  expect(result).toMatchObject({ status: 'rejected', reason: 'declined' });
  expect(readFileSync(join(work.dir, 'first.yaml'), 'utf8')).toBe('edited by hand');
  expect(work.head()).toBe(tip);
});

test('a push takes as much as has changed, not as much as there is', async () => {
  const { gitDir, commit } = await repositoryOfOurs();
  const base = commit(manyFiles(180));
  const next = commit({ 'environments/3/env-170.yaml': 'kind: environment\nname: env-170\n' });
  const objects = await missingObjects(new InProcessReader(gitDir), [next], [base]);
  // The commit, the blob, and the three trees on the way to it.
  expect(objects).toHaveLength(5);
});

test('what a push sends is what `git rev-list --objects` names, or a little more', async () => {
  const { ours, gitDir, commit } = await repositoryOfOurs();
  const tips = [commit({ 'a.yaml': '0' })];
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.tuple(fc.constantFrom('a', 'b/c', 'b/d/e', 'f'), fc.integer({ min: 0, max: 3 }), fc.boolean()),
        {
          minLength: 1,
          maxLength: 4,
        },
      ),
      fc.nat(),
      async (edits, from) => {
        const base = tips[from % tips.length] as string;
        ours.git('checkout', '--quiet', '--detach', base);
        for (const [path, content, merges] of edits) {
          if (merges) {
            const other = tips[content % tips.length] as string;
            ours.git('merge', '--quiet', '--no-edit', '-X', 'ours', other);
          }
          ours.git('rm', '-rq', '--ignore-unmatch', '--', path);
          commit({ [`${path}/x.yaml`]: String(content) });
        }
        tips.push(ours.head());
        const wanted = ours.git('rev-list', '--objects', ours.head(), '--not', base).split('\n');
        const needed = wanted.map((line) => line.split(' ')[0] ?? '').filter((id) => id !== '');
        const sent = await missingObjects(new InProcessReader(gitDir), [ours.head()], [base]);
        const ids = sent.map(({ id }) => id);
        for (const id of needed) expect(ids).toContain(id);
      },
    ),
    { numRuns: 6 },
  );
});

async function repositoryOfOurs() {
  const ours = WorkTree.create();
  const gitDir = join(temporaryFolder(), 'repository.git');
  await openRepository(gitDir);
  const commit = (files: Record<string, string>): string => {
    ours.commit(files);
    ours.git('push', '--quiet', '--force', gitDir, 'HEAD:refs/heads/main');
    return ours.head();
  };
  return { ours, gitDir, commit };
}

async function workTreeRemote() {
  const { ours, gitDir, commit } = await repositoryOfOurs();
  const first = commit({ 'first.yaml': '1' });
  const work = WorkTree.create(join(temporaryFolder(), 'people'));
  work.git('pull', '--quiet', gitDir, 'main');
  expect(work.head()).toBe(first);
  const remote = await openRemote(work.dir, { gitDir, baseDir: '/' });
  return { ours, remote, work, commit };
}
