import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultSettings } from '../../../../controller/settings/index.js';
import { openBranches } from '../../../../controller/sources/index.js';
import { eventually, temporaryFolder, WorkTree } from '../../git/git-fixture.js';
import { serveGit } from '../../git/git-http-server.js';

test('with Git on, production is the branch the remote’s HEAD names', async () => {
  const work = WorkTree.create();
  work.commit();
  work.git('branch', '-m', 'main', 'trunk');
  const branches = await open({ Remote: work.dir });
  expect(branches.production).toBe('trunk');
  expect(await branches.resolve('trunk')).toBe('trunk');
});

test('while the remote is away, production is the branch it named last', async () => {
  const DataDirectory = temporaryFolder();
  const work = WorkTree.create();
  work.commit();
  work.git('branch', '-m', 'main', 'trunk');
  await open({ Remote: work.dir }, { DataDirectory });
  const again = await open({ Remote: '/nowhere/at/all' }, { DataDirectory });
  expect(again.production).toBe('trunk');
});

test('`Git.Branch` decides, and must be a branch name', async () => {
  const work = WorkTree.create();
  work.commit();
  expect((await open({ Remote: work.dir, Branch: 'release' })).production).toBe('release');
  for (const Branch of ['live', 'local', 'platform-x', '../x']) {
    await expect(open({ Remote: work.dir, Branch })).rejects.toMatchObject({ code: 'settings_invalid' });
  }
});

test('with a detached HEAD, production is a branch that exists', async () => {
  const work = WorkTree.create();
  work.commit();
  work.git('branch', '-m', 'main', 'master');
  work.git('checkout', '--quiet', '--detach');
  expect((await open({ Remote: work.dir })).production).toBe('master');
});

test('`live` with Git on is a branch_not_found that names production', async () => {
  const { branches } = await withBranches('main');
  await expect(branches.resolve('live')).rejects.toMatchObject({
    code: 'branch_not_found',
    hints: [expect.stringContaining('`main`')],
  });
});

test('a branch name with a slash is a branch like any other', async () => {
  const { branches } = await withBranches('feature/x');
  expect(await branches.resolve('feature/x')).toBe('feature/x');
});

test('an unknown branch is a branch_not_found with the nearest name', async () => {
  const { branches } = await withBranches('staging');
  await expect(branches.resolve('stagin')).rejects.toMatchObject({
    code: 'branch_not_found',
    hints: expect.arrayContaining(['Did you mean `staging`?']),
  });
});

test.each(['platform', 'platform-x', '../../etc', 'a b', '', '-x', 'HEAD'])(
  'the segment %j is a branch_not_found, even where Git has such a branch',
  async (segment) => {
    const { work, branches } = await withBranches('platform-x');
    work.git('branch', 'platform');
    await expect(branches.resolve(segment)).rejects.toMatchObject({ code: 'branch_not_found' });
    expect((await branches.list()).map((branch) => branch.name)).toEqual(['main']);
    expect(branches.sourceFor(segment)).toBeUndefined();
  },
);

test('a branch made a moment ago at a remote on this machine counts', async () => {
  const { work, branches } = await withBranches();
  work.git('branch', 'new');
  expect(await branches.resolve('new')).toBe('new');
});

test('branches are listed by name, with their tips', async () => {
  const { work, branches } = await withBranches('b', 'a');
  await branches.resolve('a');
  const revision = work.head();
  expect(await branches.list()).toEqual([
    { name: 'a', production: false, revision },
    { name: 'b', production: false, revision },
    { name: 'main', production: true, revision },
  ]);
});

test('a repository without commits has its production branch', async () => {
  const branches = await open({ Remote: WorkTree.create().dir });
  expect(await branches.list()).toEqual([{ name: 'main', production: true, revision: null }]);
  expect(await branches.resolve('main')).toBe('main');
});

test('without a remote, the repository in the data directory is the only one', async () => {
  const branches = await open({});
  expect(branches.production).toBe('main');
  expect(branches.sourceFor('main')).toBeDefined();
});

test('over HTTP, production is the branch the remote’s HEAD names', async () => {
  const work = WorkTree.create();
  work.commit();
  work.git('branch', '-m', 'main', 'trunk');
  const server = await serveGit(dirname(work.dir));
  expect((await open({ Remote: `${server.origin}/work/.git` })).production).toBe('trunk');
});

test('a remote on this machine that appears late is watched from then on', async () => {
  const dir = join(temporaryFolder(), 'late');
  const branches = await open({ Remote: dir, Branch: 'main' });
  const source = branches.sourceFor('main');
  let notices = 0;
  onTestFinished(source?.watch(() => notices++) ?? (() => {}));
  await expect(source?.observe()).rejects.toMatchObject({ code: 'git_failed' });
  const work = WorkTree.create(dir);
  const first = work.commit();
  expect(await source?.observe()).toBe(first);
  await source?.observe();
  expect(source?.mayHaveMoved()).toBe(false);
  notices = 0;
  const second = work.commit({ 'a.yaml': '1' });
  await eventually(() => notices > 0);
  expect(source?.mayHaveMoved()).toBe(true);
  expect(await source?.observe()).toBe(second);
});

test('with Git off there is `live`, and nothing else', async () => {
  const branches = await open({ Enabled: false, Directory: temporaryFolder() });
  expect(branches.production).toBe('live');
  expect(await branches.resolve('live')).toBe('live');
  await expect(branches.resolve('main')).rejects.toMatchObject({
    code: 'branch_not_found',
    hints: [expect.stringContaining('`live`')],
  });
  expect(await branches.list()).toEqual([{ name: 'live', production: true, revision: null }]);
});

test.each([true, false])('`local` is overlay_disabled unless enabled (Git: %s)', async (Enabled) => {
  const branches = await open({ Enabled, Directory: temporaryFolder() });
  await expect(branches.resolve('local')).rejects.toMatchObject({
    code: 'overlay_disabled',
    hints: [expect.stringContaining('LocalOverlay.Enabled')],
  });
});

test('an overlay without a folder is refused', async () => {
  await expect(open({}, { LocalOverlay: { Enabled: true } })).rejects.toMatchObject({
    code: 'settings_invalid',
    message: expect.stringContaining('LocalOverlay.Directory'),
  });
});

test.each([true, false])('`local` is a branch where it is enabled (Git: %s)', async (Enabled) => {
  const Directory = temporaryFolder();
  const branches = await open({ Enabled, Directory }, { LocalOverlay: { Enabled: true, Directory } });
  expect(await branches.resolve('local')).toBe('local');
  expect(branches.sourceFor('local')?.branch).toBe('local');
  expect(await branches.list()).toContainEqual({ name: 'local', production: false, revision: null });
});

async function withBranches(...names: string[]) {
  const work = WorkTree.create();
  work.commit();
  for (const name of names) if (name !== 'main') work.git('branch', name);
  const branches = await open({ Remote: work.dir });
  await branches.sourceFor('main')?.observe();
  return { work, branches };
}

async function open(git: object, others: object = {}) {
  const branches = await openBranches({
    ...defaultSettings,
    DataDirectory: temporaryFolder(),
    Git: { ...defaultSettings.Git, ...git },
    ...others,
  });
  onTestFinished(() => branches.close());
  return branches;
}
