import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRepository, type Repository } from '../../../../controller/git/index.js';
import { importHistory, WorkTree } from '../git-fixture.js';

/** The commit and its parent, and the root trees of both: the folder's tree is compared by its id alone. */
const maxReads = 6;

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

/** Counts the objects that a repository reads from now on. */
function countReads({ objects }: Repository): { count: number } {
  const reads = { count: 0 };
  const read = objects.read.bind(objects);
  objects.read = (ids) => {
    reads.count += ids.length;
    return read(ids);
  };
  return reads;
}

test('each of 10,000 commits outside of the folder is compared by one tree, also after many that came at once', async () => {
  const work = WorkTree.create();
  const commits = Array.from({ length: 10_000 }, (_, count) => ({
    message: 'outside',
    files: { [`src/${count % 50}.yaml`]: `${count}` },
  }));
  importHistory(join(work.dir, '.git'), [{ message: 'first', files: { 'ops/a.yaml': '1' } }, ...commits]);
  const [first = '', ...later] = work.git('rev-list', '--reverse', 'main').split('\n');
  const repository = await open(work, 'ops');
  expect(await repository.isSameFolder(first, later[8_000] ?? '')).toBe(true);
  const reads = countReads(repository);
  for (const commit of later.slice(8_001)) {
    const before = reads.count;
    expect(await repository.isSameFolder(first, commit)).toBe(true);
    expect(reads.count - before).toBeLessThanOrEqual(maxReads);
  }
}, 120_000);

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
