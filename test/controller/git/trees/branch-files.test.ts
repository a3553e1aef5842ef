import { mkdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blobId, EMPTY_TREE, type GitObject, type ObjectReader } from '../../../../controller/git/index.js';
import { InProcessReader } from '../../../../controller/git/objects/object-reader.js';
import { branchFiles as filesOf } from '../../../../controller/git/trees/branch-files.js';
import { TreeCache } from '../../../../controller/git/trees/raw-tree.js';
import { changedBranchFiles, type ListOptions } from '../../../../controller/git/trees/tree-changes.js';
import { removeFolder } from '../../../remove-folder.js';
import { manyFiles, WorkTree } from '../git-fixture.js';

describe('the files of a commit', () => {
  test('are its .yaml, .yml and .json files in folders of any depth', async () => {
    const { work, reader } = repository();
    const commit = work.commit({ 'a.yaml': '1', 'b/c.yml': '2', 'b/d/e.json': '3', 'b/LICENSE': '4' });
    expect(paths(await branchFiles(reader, commit))).toEqual(['a.yaml', 'b/c.yml', 'b/d/e.json']);
  });

  test('are the texts too that an entity may name', async () => {
    const { work, reader } = repository();
    const commit = work.commit({ 'a/b.md': '1', 'c.PY': '2', '.d.md': '3', 'e.exe': '4', '.f/g.md': '5' });
    expect(paths(await branchFiles(reader, commit))).toEqual(['a/b.md', 'c.PY']);
  });

  test('leave out hidden folders, installed packages, and the settings file in the root alone', async () => {
    const { work, reader } = repository();
    work.commit({
      '.github/workflows/ci.yaml': '1',
      '.hidden.yaml': '2',
      'node_modules/x/package.json': '3',
      'svc.yaml': '4',
      'team/svc.yaml': '5',
    });
    expect(paths(await branchFiles(reader, work.head()))).toEqual(['team/svc.yaml']);
  });

  test('leave out symbolic links and submodules', async () => {
    const { work, reader } = repository();
    work.commit({ 'a.yaml': '1' });
    symlinkSync('a.yaml', join(work.dir, 'link.yaml'));
    symlinkSync('/etc', join(work.dir, 'folder'));
    work.git('update-index', '--add', '--cacheinfo', `160000,${work.head()},module.yaml`);
    work.git('add', 'link.yaml', 'folder');
    work.git('commit', '--quiet', '-m', 'links');
    expect(paths(await branchFiles(reader, work.head()))).toEqual(['a.yaml']);
    const told = await branchFiles(reader, work.head(), { withNonFiles: true });
    expect(told.map(({ path, nonFile }) => `${path} ${nonFile}`).sort()).toEqual([
      'a.yaml undefined',
      'link.yaml link',
      'module.yaml submodule',
    ]);
  });

  test('are none in the empty tree', async () => {
    expect(await branchFiles(repository().reader, EMPTY_TREE)).toEqual([]);
  });

  test('keep executable files', async () => {
    const { work, reader } = repository();
    work.write({ 'run.yaml': '1' });
    work.git('add', 'run.yaml');
    work.git('update-index', '--chmod=+x', 'run.yaml');
    work.git('commit', '--quiet', '-m', 'x');
    expect(paths(await branchFiles(reader, work.head()))).toEqual(['run.yaml']);
  });

  test('of a tree that holds itself over and over are refused, not walked to the end', async () => {
    const reader = bomb(12, 12);
    await expect(branchFiles(reader, `${'0'.repeat(39)}c`)).rejects.toMatchObject({ code: 'git_failed' });
  });

  test('a crafted name that climbs out of its folder is left out', async () => {
    const root = '1'.repeat(40);
    const reader = getReader({ [root]: getTree([['100644', '../../x.yaml', '2'.repeat(40)]]) });
    expect(await branchFiles(reader, root)).toEqual([]);
  });

  test('of a damaged tree are a git_failed', async () => {
    const root = '1'.repeat(40);
    const reader = getReader({ [root]: { type: 'tree', content: Buffer.from('100644 a.yaml\0short') } });
    await expect(branchFiles(reader, root)).rejects.toMatchObject({ code: 'git_failed' });
  });
});

describe('the difference of two commits', () => {
  test('names what was added, changed and deleted', async () => {
    const { work, reader } = repository();
    const from = work.commit({ 'kept.yaml': '0', 'changed.yaml': '1', 'gone/deep.yaml': '2' });
    rmSync(join(work.dir, 'gone'), { recursive: true });
    const to = work.commit({ 'changed.yaml': '1b', 'new/deep.yaml': '3' });
    expect(sorted(await diffTrees(reader, from, to))).toEqual([
      { path: 'changed.yaml', blobId: blobId(Buffer.from('1b')) },
      { path: 'gone/deep.yaml', blobId: undefined },
      { path: 'new/deep.yaml', blobId: blobId(Buffer.from('3')) },
    ]);
  });

  test('shows a rename as one path that goes and one that comes, with the same blob', async () => {
    const { work, reader } = repository();
    const from = work.commit({ 'old.yaml': 'same' });
    mkdirSync(join(work.dir, 'b'));
    renameSync(join(work.dir, 'old.yaml'), join(work.dir, 'b/new.yaml'));
    const to = work.commit();
    expect(sorted(await diffTrees(reader, from, to))).toEqual([
      { path: 'b/new.yaml', blobId: blobId(Buffer.from('same')) },
      { path: 'old.yaml', blobId: undefined },
    ]);
  });

  test('sees a file become a folder of the same name, and back', async () => {
    const { work, reader } = repository();
    const from = work.commit({ 'x.yaml': 'file' });
    rmSync(join(work.dir, 'x.yaml'));
    const to = work.commit({ 'x.yaml/in.yaml': 'inside' });
    expect(sorted(await diffTrees(reader, from, to))).toEqual([
      { path: 'x.yaml', blobId: undefined },
      { path: 'x.yaml/in.yaml', blobId: blobId(Buffer.from('inside')) },
    ]);
    expect(sorted(await diffTrees(reader, to, from))).toEqual([
      { path: 'x.yaml', blobId: blobId(Buffer.from('file')) },
      { path: 'x.yaml/in.yaml', blobId: undefined },
    ]);
  });

  test('of a merge is what the other side brought', async () => {
    const { work, reader } = repository();
    work.commit({ 'a.yaml': '1' });
    work.git('switch', '--quiet', '-c', 'side');
    work.commit({ 'side.yaml': 's' });
    work.git('switch', '--quiet', 'main');
    const from = work.commit({ 'b.yaml': '2' });
    work.git('merge', '--quiet', '--no-ff', '-m', 'merge', 'side');
    expect(paths(await diffTrees(reader, from, work.head()))).toEqual(['side.yaml']);
  });

  test('does not read subtrees that are equal', async () => {
    const work = WorkTree.create();
    const from = work.commit(manyFiles(1_000));
    const to = work.commit({ 'environments/3/env-150.yaml': 'kind: environment\nname: env-150\n' });
    const reader = counting(new InProcessReader(join(work.dir, '.git')));
    expect(paths(await diffTrees(reader, from, to))).toEqual(['environments/3/env-150.yaml']);
    // Two commits; the root, `environments` and `environments/3` of each.
    expect(reader.count()).toBe(8);
  });

  test('applied to the files of the one gives the files of the other, whatever was changed', async () => {
    const edits = fc.array(
      fc.record({
        path: fc.constantFrom('a.yaml', 'b.json', 'd/a.yaml', 'd/e/f.yml', 'd/e', 'a.yaml/x.yaml', 'n.txt'),
        content: fc.option(fc.constantFrom('1', '2', '3')),
      }),
      { minLength: 1, maxLength: 6 },
    );
    const work = WorkTree.create();
    const reader = new InProcessReader(join(work.dir, '.git'));
    const commits = [work.commit()];
    await fc.assert(
      fc.asyncProperty(edits, fc.nat(), async (changes, pick) => {
        for (const { path, content } of changes) edit(work, path, content);
        const to = work.commit();
        const from = commits[pick % commits.length] ?? to;
        commits.push(to);
        const files = new Map((await branchFiles(reader, from)).map((file) => [file.path, file.blobId]));
        for (const change of await diffTrees(reader, from, to)) {
          if (change.blobId === undefined) expect(files.delete(change.path)).toBe(true);
          else files.set(change.path, change.blobId);
        }
        const expected = (await branchFiles(reader, to)).map((file) => [file.path, file.blobId]);
        expect([...files].sort()).toEqual(expected.sort());
      }),
      { numRuns: 40 },
    );
  });
});

async function branchFiles(reader: ObjectReader, commit: string, options?: ListOptions) {
  return filesOf(reader, await new TreeCache(reader).getRoot(commit), options);
}

async function diffTrees(reader: ObjectReader, from: string, to: string) {
  const trees = new TreeCache(reader);
  return changedBranchFiles(trees, await trees.getRoot(from), await trees.getRoot(to));
}

/** Writes a file, or deletes it; a file where a folder is needed goes first. */
function edit(work: WorkTree, path: string, content: string | null): void {
  const names = path.split('/');
  for (const [depth] of names.entries()) {
    const above = join(work.dir, ...names.slice(0, depth + 1));
    const isLast = depth === names.length - 1;
    const found = statSync(above, { throwIfNoEntry: false });
    if (isLast || found?.isFile()) removeFolder(above);
    if (found?.isFile()) break;
  }
  if (content !== null) work.write({ [path]: content });
}

function repository(): { work: WorkTree; reader: ObjectReader } {
  const work = WorkTree.create();
  return { work, reader: new InProcessReader(join(work.dir, '.git')) };
}

function counting(inner: ObjectReader): ObjectReader & { count(): number } {
  let count = 0;
  return {
    count: () => count,
    read(ids) {
      count += ids.length;
      return inner.read(ids);
    },
    close: () => inner.close(),
  };
}

/** `depth` levels of trees, each holding the one below it `width` times. */
function bomb(depth: number, width: number): ObjectReader {
  const id = (level: number) => level.toString(16).padStart(40, '0');
  const trees: Record<string, GitObject> = { [id(0)]: getTree([]) };
  for (let level = 1; level <= depth; level++) {
    const entries = Array.from({ length: width }, (_, at): Entry => ['40000', `d${at}`, id(level - 1)]);
    trees[id(level)] = getTree(entries);
  }
  return getReader(trees);
}

type Entry = [mode: string, name: string, id: string];

function getTree(entries: readonly Entry[]): GitObject {
  const parts = entries.map(([mode, name, id]) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
  );
  return { type: 'tree', content: Buffer.concat(parts) };
}

function getReader(objects: Readonly<Record<string, GitObject>>): ObjectReader {
  return {
    async read(ids) {
      return new Map([...new Set(ids)].map((id) => [id, objects[id] ?? getTree([])]));
    },
    async close() {},
  };
}

function paths(files: readonly { path: string }[]): string[] {
  return files.map((file) => file.path).sort();
}

function sorted<T extends { path: string }>(files: readonly T[]): T[] {
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
