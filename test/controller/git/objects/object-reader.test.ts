import { randomBytes } from 'node:crypto';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { blobId, EMPTY_TREE, type ObjectReader } from '../../../../controller/git/index.js';
import { CatFileReader } from '../../../../controller/git/objects/cat-file-reader.js';
import { InProcessReader, RepositoryObjects } from '../../../../controller/git/objects/object-reader.js';
import { manyFiles, WorkTree } from '../git-fixture.js';

const readers: Record<string, (gitDir: string) => ObjectReader> = {
  'isomorphic-git': (gitDir) => new InProcessReader(gitDir),
  'git cat-file': (gitDir) => new CatFileReader(gitDir, new InProcessReader(gitDir)),
  'the fastest way': (gitDir) => new RepositoryObjects(gitDir),
};

describe.each(Object.entries(readers))('the object reader over %s', (_, open) => {
  test('reads loose blobs with exactly their bytes', async () => {
    const { work, reader } = repository();
    work.commit({ 'a.yaml': 'kind: a\r\n', 'b.yaml': '', 'ü.yaml': 'ünï' });
    for (const text of ['kind: a\r\n', '', 'ünï']) {
      const id = blobId(Buffer.from(text));
      expect((await reader.read([id])).get(id)).toEqual({ type: 'blob', content: Buffer.from(text) });
    }
  });

  test('reads packed objects, deltas included, and each id once', async () => {
    const { work, reader } = repository();
    const long = manyLines(500);
    work.commit({ 'a.yaml': long });
    work.commit({ 'a.yaml': `${long}one more\n` });
    work.git('gc', '--quiet', '--prune=now');
    const ids = [blobId(Buffer.from(long)), blobId(Buffer.from(`${long}one more\n`))];
    const found = await reader.read([...ids, ...ids]);
    expect([...found.keys()].sort()).toEqual(ids.toSorted());
    expect(Buffer.from(found.get(ids[0] ?? '')?.content ?? []).toString()).toBe(long);
  });

  test('tells commits and trees from blobs', async () => {
    const { work, reader } = repository();
    const commit = work.commit({ 'a.yaml': 'x' });
    const tree = work.head('HEAD^{tree}');
    const found = await reader.read([commit, tree]);
    expect([found.get(commit)?.type, found.get(tree)?.type]).toEqual(['commit', 'tree']);
  });

  test('knows the empty tree of a repository without commits', async () => {
    const { reader } = repository();
    expect((await reader.read([EMPTY_TREE])).get(EMPTY_TREE)?.type).toBe('tree');
  });

  test('goes on reading after `git gc` has replaced the packs', async () => {
    const { work, reader } = repository();
    work.commit(manyFiles(20));
    work.git('gc', '--quiet', '--prune=now');
    await reader.read([work.head('HEAD^{tree}')]);
    work.commit({ 'z.yaml': 'z' });
    work.git('gc', '--quiet', '--prune=now');
    const ids = objectIds(work);
    expect((await reader.read(ids)).size).toBe(ids.length);
  });

  test('reads what a fetch brings in later, loose or in a pack of its own', async () => {
    const { work, reader } = repository();
    work.commit(manyFiles(100));
    work.git('gc', '--quiet', '--prune=now');
    await reader.read(objectIds(work));
    work.commit({ 'later.yaml': 'later' });
    expect((await reader.read(objectIds(work))).size).toBe(objectIds(work).length);
    work.commit({ 'packed.yaml': 'packed' });
    work.git('repack', '--quiet', '-d');
    expect((await reader.read(objectIds(work))).size).toBe(objectIds(work).length);
  });

  test('reads objects of many sizes, each with exactly its bytes', async () => {
    const { work, reader } = repository();
    const sizes = [0, 1, 65_535, 65_536, 65_537, 131_072, 5_000_000];
    const contents = sizes.map((size) => randomBytes(size));
    contents.forEach((content, index) => {
      writeFileSync(join(work.dir, `${index}.txt`), content);
    });
    work.commit(manyFiles(100));
    const found = await reader.read(objectIds(work));
    for (const content of contents) {
      const object = found.get(blobId(content));
      expect(object?.type).toBe('blob');
      expect(Buffer.compare(object?.content ?? Buffer.of(1), content)).toBe(0);
    }
  });

  test('many simultaneous callers each get the object they asked for', async () => {
    const { work, reader } = repository();
    work.commit(manyFiles(300));
    const ids = objectIds(work);
    const parts = Array.from({ length: 30 }, (_, part) => ids.filter((_, at) => at % (part + 1) === 0));
    const answers = await Promise.all(parts.map((part) => reader.read(part)));
    answers.forEach((answer, part) => {
      expect([...answer.keys()].sort()).toEqual(parts[part]?.toSorted());
    });
    for (const [id, { type, content }] of answers[0] ?? []) {
      if (type === 'blob') expect(blobId(content)).toBe(id);
    }
  });

  test('a text that is no object id is a git_failed, also when Git would resolve it', async () => {
    const { work, reader } = repository();
    work.commit(manyFiles(1));
    for (const id of ['HEAD', `${work.head()}\nHEAD`, '', '--batch-check']) {
      await expect(reader.read([id])).rejects.toMatchObject({ code: 'git_failed' });
    }
  });

  test('one missing object among many is a git_failed that names it', async () => {
    const { work, reader } = repository();
    work.commit(manyFiles(100));
    const read = reader.read([...objectIds(work), '2'.repeat(40)]);
    await expect(read).rejects.toMatchObject({ message: expect.stringContaining('2'.repeat(40)) });
  });

  test('one damaged object is a git_failed that names it; the others are read', async () => {
    const { work, reader } = repository();
    work.commit({ ...manyFiles(100), 'damaged.yaml': 'damaged' });
    const id = blobId(Buffer.from('damaged'));
    const path = join(work.dir, '.git/objects', id.slice(0, 2), id.slice(2));
    chmodSync(path, 0o600);
    writeFileSync(path, 'no zlib');
    await expect(reader.read(objectIds(work))).rejects.toMatchObject({
      code: 'git_failed',
      message: expect.stringContaining(id),
    });
    const others = objectIds(work).filter((one) => one !== id);
    expect((await reader.read(others)).size).toBe(others.length);
  });

  test('reads after it was closed', async () => {
    const { work, reader } = repository();
    work.commit(manyFiles(100));
    await reader.read(objectIds(work));
    await reader.close();
    expect((await reader.read(objectIds(work))).size).toBe(objectIds(work).length);
  });

  test('a missing object is a git_failed that names it', async () => {
    const { reader } = repository();
    await expect(reader.read(['1'.repeat(40)])).rejects.toMatchObject({
      code: 'git_failed',
      message: expect.stringContaining('1'.repeat(40)),
    });
  });

  test('an object that was lost on disk is a git_failed', async () => {
    const { work, reader } = repository();
    work.commit({ 'a.yaml': 'gone' });
    const id = blobId(Buffer.from('gone'));
    rmSync(join(work.dir, '.git/objects', id.slice(0, 2), id.slice(2)), { force: true });
    await expect(reader.read([id])).rejects.toMatchObject({ code: 'git_failed' });
  });

  function repository(): { work: WorkTree; reader: ObjectReader } {
    const work = WorkTree.create();
    const reader = open(join(work.dir, '.git'));
    onTestFinished(() => reader.close());
    return { work, reader };
  }
});

function objectIds(work: WorkTree): string[] {
  const lines = work.git('rev-list', '--objects', '--all').split('\n');
  return lines.map((line) => line.slice(0, 40));
}

function manyLines(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index}: ${index * 7919}\n`).join('');
}
