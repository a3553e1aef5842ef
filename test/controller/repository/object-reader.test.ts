import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ObjectReader } from '../../../controller/repository/index.js';
import { blobId, EMPTY_TREE } from '../../../controller/repository/index.js';
import { IsoObjectReader } from '../../../controller/repository/iso-object-reader.js';
import { manyFiles, WorkTree } from './git-fixture.js';

const readers: Record<string, (gitDir: string) => ObjectReader> = {
  'isomorphic-git': (gitDir) => new IsoObjectReader(gitDir),
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
    const ids = work
      .git('rev-list', '--objects', '--all')
      .split('\n')
      .map((line) => line.slice(0, 40));
    expect((await reader.read(ids)).size).toBe(ids.length);
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
    return { work, reader: open(join(work.dir, '.git')) };
  }
});

function manyLines(count: number): string {
  return Array.from({ length: count }, (_, index) => `line ${index}: ${index * 7919}\n`).join('');
}
