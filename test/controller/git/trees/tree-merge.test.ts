import { expect, test } from 'vitest';
import type { MergeEntry } from '../../../../controller/git/index.js';
import { bare, faults, text } from '../commits/writer-fixture.js';

test('a change of one side is applied, an equal change of both is kept, and different changes of both go to the callback', async () => {
  const { made, base } = await sides({
    'a/1': 'a',
    'a/2': 'a',
    'b/1': 'b',
    'b/2': 'b',
    'c/1': 'c',
    same: 's',
  });
  const ours = await made.committed([
    text('a/1', 'ours'),
    text('c/1', 'ours'),
    text('same', 'S'),
    text('new', 'ours'),
  ]);
  const theirs = await made.committed(
    [
      text('a/2', 'theirs'),
      { path: 'b/1', content: null },
      text('c/1', 'theirs'),
      text('same', 'S'),
      text('b/3', 'n'),
    ],
    { branch: 'side' },
  );
  const asked: MergeEntry[] = [];
  const { changes, conflicts } = await made.repository.history.mergeTrees(
    base,
    ours,
    theirs,
    async (entry) => {
      asked.push(entry);
      return Buffer.from('merged');
    },
  );
  expect(asked.map(({ path }) => path)).toEqual(['c/1']);
  expect(conflicts).toEqual([]);
  await made.committed(changes, { mergedParents: [theirs] });
  expect(made.git('ls-tree', '-r', '--name-only', 'main').split('\n')).toEqual([
    'a/1',
    'a/2',
    'b/2',
    'b/3',
    'c/1',
    'new',
    'same',
  ]);
  expect(made.git('show', 'main:c/1')).toBe('merged');
  expect(made.git('show', 'main:a/2')).toBe('theirs');
  expect(faults(made.git)).toBe('');
});

test('changed here and deleted there is a conflict that names the three blobs', async () => {
  const { made, base } = await sides({ a: '1', b: '1' });
  const ours = await made.committed([text('a', '2')]);
  const theirs = await made.committed([{ path: 'a', content: null }], { branch: 'side' });
  const blob = (rev: string) => made.git('rev-parse', `${rev}:a`);
  const { changes, conflicts } = await made.repository.history.mergeTrees(
    base,
    ours,
    theirs,
    async () => undefined,
  );
  expect(changes).toEqual([]);
  expect(conflicts).toEqual([{ path: 'a', base: blob(base), ours: blob(ours), theirs: null }]);
});

test('a file here and a folder there is a conflict', async () => {
  const { made, base } = await sides({ a: '1' });
  const ours = await made.committed([text('x', 'file')]);
  const theirs = await made.committed([text('x/y', 'below')], { branch: 'side' });
  const { conflicts } = await made.repository.history.mergeTrees(base, ours, theirs, async () => undefined);
  expect(conflicts.map(({ path }) => path)).toEqual(['x']);
});

test('a file that became a folder there is taken over', async () => {
  const { made, base } = await sides({ x: '1', keep: '1' });
  const ours = await made.committed([text('keep', '2')]);
  const theirs = await made.committed([{ path: 'x', content: null }, text('x/y', 'below')], {
    branch: 'side',
  });
  const { changes, conflicts } = await made.repository.history.mergeTrees(
    base,
    ours,
    theirs,
    async () => undefined,
  );
  expect(conflicts).toEqual([]);
  await made.committed(changes, { mergedParents: [theirs] });
  expect(made.git('ls-tree', '-r', '--name-only', 'main')).toBe('keep\nx/y');
});

/** A repository with two branches, `main` and `side`, at one commit. */
async function sides(files: Readonly<Record<string, string>>) {
  const made = await bare(files);
  const base = made.git('rev-parse', 'main');
  await made.repository.writer.createBranch('side', base);
  return { made, base };
}
