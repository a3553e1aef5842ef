import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRepository } from '../../../../controller/git/index.js';
import { importHistory, WorkTree } from '../git-fixture.js';

async function open(work: WorkTree, path?: string) {
  const repository = await openRepository(join(work.dir, '.git'), { path });
  onTestFinished(() => repository.close());
  return repository;
}

test('files and differences are those of the folder, with paths from the root of the repository', async () => {
  const work = WorkTree.create();
  const first = work.commit({ 'a.yaml': '1', 'ops/svc.yaml': '1', 'ops/b.yaml': '1', 'opsy/c.yaml': '1' });
  const second = work.commit({ 'a.yaml': '2', 'ops/b.yaml': '2', 'ops/.git-hidden/x.yaml': '1' });
  const repository = await open(work, 'ops');
  expect((await repository.files(first)).map(({ path }) => path)).toEqual(['ops/b.yaml']);
  expect((await repository.diffTrees(first, second)).map(({ path }) => path)).toEqual(['ops/b.yaml']);
});

test('a commit outside of the folder is compared by one tree, whatever its number and its distance', async () => {
  const work = WorkTree.create();
  const outside = (count: number) => ({
    message: 'outside',
    files: { [`src/${count % 50}.yaml`]: `${count}` },
  });
  const commits = Array.from({ length: 2_000 }, (_, count) => outside(count));
  importHistory(join(work.dir, '.git'), [{ message: 'first', files: { 'ops/a.yaml': '1' } }, ...commits]);
  const all = work.git('rev-list', '--reverse', 'main').split('\n');
  const [first = '', ...later] = all;
  const repository = await open(work, 'ops');
  expect(await repository.isSameFolder(first, later.at(-2) ?? '')).toBe(true);
  const read: string[] = [];
  const { objects } = repository;
  const readObjects = objects.read.bind(objects);
  objects.read = (ids) => {
    read.push(...ids);
    return readObjects(ids);
  };
  expect(await repository.isSameFolder(first, later.at(-1) ?? '')).toBe(true);
  expect(read.length).toBeLessThan(10);
}, 60_000);

test('a commit on another line of history stands for itself, though its folder is the same', async () => {
  const work = WorkTree.create();
  const first = work.commit({ 'ops/a.yaml': '1' });
  work.git('checkout', '--quiet', '--orphan', 'other');
  const other = work.commit({ 'ops/a.yaml': '1', 'b.yaml': '1' });
  const repository = await open(work, 'ops');
  expect(await repository.isSameFolder(first, other)).toBe(false);
});

test('other rules in .svcignore are differences of the files that they move in or out', async () => {
  const work = WorkTree.create();
  const first = work.commit({
    '.svcignore': 'drafts/\n',
    'a.yaml': '1',
    'b.yaml': '1',
    'drafts/c.yaml': '1',
  });
  const second = work.commit({ '.svcignore': '/a.yaml\n' });
  const third = work.commit({ 'a.yaml': '2', 'b.yaml': '2' });
  const repository = await open(work);
  expect((await repository.files(first)).map(({ path }) => path)).toEqual(['a.yaml', 'b.yaml']);
  const changes = await repository.diffTrees(first, second);
  expect(changes.map(({ path, blobId }) => [path, blobId !== undefined])).toEqual([
    ['drafts/c.yaml', true],
    ['a.yaml', false],
  ]);
  expect((await repository.diffTrees(second, third)).map(({ path }) => path)).toEqual(['b.yaml']);
});
