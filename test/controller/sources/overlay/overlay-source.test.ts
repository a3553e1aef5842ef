import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultSettings } from '../../../../controller/settings/index.js';
import { openBranches } from '../../../../controller/sources/index.js';
import { temporaryFolder, WorkTree } from '../../git/git-fixture.js';

test('a work tree without changes is its branch, at the same revision', async () => {
  const { work, source } = await workTree({ 'a.yaml': '1' });
  expect(await source.observe()).toBe(work.head());
  expect(await seen(source)).toEqual(['a.yaml below']);
});

test('an edit, a new file and a deleted one differ from the branch until they are committed', async () => {
  const { work, source } = await workTree({ 'a.yaml': '1', 'b.yaml': '1', 'c.yaml': '1' });
  const first = await source.observe();
  work.write({ 'a.yaml': '2', 'd.yaml': '1' });
  rmSync(join(work.dir, 'b.yaml'));
  const edited = await source.observe();
  expect(await seen(source)).toEqual(['a.yaml over, hides one', 'c.yaml below', 'd.yaml over']);
  expect((await source.changes(first, edited)).map(({ path }) => path).sort()).toEqual([
    'a.yaml',
    'b.yaml',
    'd.yaml',
  ]);
  const commit = work.commit();
  expect(await source.observe()).toBe(commit);
  expect(await seen(source)).toEqual(['a.yaml below', 'c.yaml below', 'd.yaml below']);
});

test('links of a work tree are links, committed or not, until files take their places', async () => {
  const { work, source } = await workTree({ 'a.yaml': '1' });
  await source.observe();
  symlinkSync('a.yaml', join(work.dir, 'linked.yaml'));
  const links = async (revision: string) =>
    (await source.files(revision)).filter(({ nonFile }) => nonFile === 'link').map(({ path }) => path);
  const edited = await source.observe();
  expect(edited).not.toBe(work.head());
  expect(await links(edited)).toEqual(['linked.yaml']);
  const commit = work.commit();
  expect(await source.observe()).toBe(commit);
  expect(await links(commit)).toEqual(['linked.yaml']);
  rmSync(join(work.dir, 'linked.yaml'));
  work.write({ 'linked.yaml': '2' });
  const replaced = await source.observe();
  expect(await links(replaced)).toEqual([]);
  const [change] = await source.changes(commit, replaced);
  expect(change).toMatchObject({ path: 'linked.yaml' });
  expect(change?.nonFile).toBeUndefined();
});

test('submodules stay those of the commit, and other work trees inside of the folder are not entered', async () => {
  const { work, source } = await workTree({ 'a.yaml': '1' });
  work.git('update-index', '--add', '--cacheinfo', `160000,${work.head()},modules/dep`);
  work.git('commit', '--quiet', '-m', 'a submodule');
  work.git('worktree', 'add', '--quiet', '-b', 'side', join(work.dir, 'trees/side'));
  expect(await source.observe()).toBe(work.head());
  expect((await source.files(work.head())).map(({ path }) => path)).toEqual(['a.yaml', 'modules/dep']);
});

test('a clone is a work tree of the repository it was cloned from', async () => {
  const remote = WorkTree.create();
  remote.commit({ 'a.yaml': '1', 'b.yaml': '1' });
  const clone = new WorkTree(join(temporaryFolder(), 'clone'));
  remote.git('clone', '--quiet', remote.dir, clone.dir);
  rmSync(join(clone.dir, 'b.yaml'));
  const source = await local(join(remote.dir, '.git'), clone.dir);
  await source.observe();
  expect(await seen(source)).toEqual(['a.yaml below']);
});

test('a plain folder, and a work tree of another repository, hide nothing by what they lack', async () => {
  const remote = WorkTree.create();
  remote.commit({ 'a.yaml': '1', 'b.yaml': '1' });
  for (const folder of [new WorkTree(temporaryFolder()), WorkTree.create()]) {
    folder.write({ 'b.yaml': '2' });
    const source = await local(remote.dir, folder.dir);
    await source.observe();
    expect(await seen(source)).toEqual(['a.yaml below', 'b.yaml over, hides one']);
  }
});

test('a folder that does not exist is an empty overlay; one that appears counts', async () => {
  const remote = WorkTree.create();
  const commit = remote.commit({ 'a.yaml': '1' });
  const folder = new WorkTree(join(temporaryFolder(), 'later'));
  const source = await local(remote.dir, folder.dir);
  expect(await source.observe()).toBe(commit);
  folder.write({ 'b.yaml': '1' });
  expect(await source.observe()).not.toBe(commit);
  expect(await seen(source)).toEqual(['a.yaml below', 'b.yaml over']);
  rmSync(folder.dir, { recursive: true });
  expect(await source.observe()).toBe(commit);
});

test('a file that equals the one below is no difference, and shows again when that one moves on', async () => {
  const remote = WorkTree.create();
  const first = remote.commit({ 'a.yaml': '1' });
  const folder = new WorkTree(temporaryFolder());
  folder.write({ 'a.yaml': '1' });
  const source = await local(remote.dir, folder.dir);
  expect(await source.observe()).toBe(first);
  const second = remote.commit({ 'a.yaml': '2' });
  expect(await source.observe()).not.toBe(second);
  expect(await seen(source)).toEqual(['a.yaml over, hides one']);
});

test('a remote that is away does not keep edits from being seen', async () => {
  const { work, source } = await workTree({ 'a.yaml': '1' });
  await source.observe();
  rmSync(join(work.dir, '.git', 'HEAD'));
  work.write({ 'a.yaml': '2' });
  const edited = await source.observe();
  const [file] = await source.files(edited);
  expect(String((await source.read([String(file?.blobId)])).get(String(file?.blobId)))).toBe('2');
});

async function workTree(files: Record<string, string>) {
  const work = WorkTree.create();
  work.commit(files);
  return { work, source: await local(join(work.dir, '.git'), work.dir) };
}

async function local(remote: string, folder: string) {
  const branches = await openBranches({
    ...defaultSettings,
    DataDirectory: temporaryFolder(),
    Git: { ...defaultSettings.Git, Remote: remote },
    LocalOverlay: { Enabled: true, Directory: folder },
  });
  onTestFinished(() => branches.close());
  const source = branches.sourceFor('local');
  if (!source) throw new Error('There is no overlay.');
  return source;
}

async function seen(source: Awaited<ReturnType<typeof local>>): Promise<string[]> {
  const files = await source.files((await source.readKnownRevision()) ?? '');
  const lines = files.map(({ path, overlay }) => {
    if (!overlay) return `${path} below`;
    return `${path} over${overlay.hides === undefined ? '' : ', hides one'}`;
  });
  return lines.sort();
}
