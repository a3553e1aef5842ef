import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openRepository, type Repository } from '../../../../controller/git/index.js';
import type { Storage } from '../../../../controller/storage/index.js';
import { openStorage } from '../../storage/engines.js';
import { eventually, importHistory, type MadeCommit, temporaryFolder, WorkTree } from '../git-fixture.js';

const long = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('');

describe.each([
  ['from its index', true],
  ['by walking', false],
])('the history of a file, %s,', (_, isIndexed) => {
  test('lists the commits that touched it, the newest first', async () => {
    const { work, open } = await repositories(isIndexed);
    work.commit({ 'a.yaml': '1', 'b.yaml': '1' }, 'first');
    work.commit({ 'b.yaml': '2' }, 'other');
    work.commit({ 'a.yaml': '2' }, 'second\n\nwith more');
    rmSync(join(work.dir, 'a.yaml'));
    work.commit({}, 'third');
    work.commit({ 'a.yaml': '3' }, 'fourth');
    expect(await told(await open(), work.head(), 'a.yaml')).toEqual([
      'added a.yaml: fourth',
      'deleted a.yaml: third',
      'modified a.yaml: second',
      'added a.yaml: first',
    ]);
  });

  test('tells author, time and blob', async () => {
    const { work, open } = await repositories(isIndexed);
    const commit = work.commit({ 'a.yaml': '1' }, 'first');
    const { items } = await (await open()).history.versions(commit, 'a.yaml');
    expect(items).toEqual([
      {
        commit,
        change: 'added',
        path: 'a.yaml',
        blobId: work.head('HEAD:a.yaml'),
        author: { name: 'Ada', email: 'ada@example.com' },
        committedAt: new Date(Number(work.git('log', '-1', '--format=%ct')) * 1000).toISOString(),
        message: 'first\n',
      },
    ]);
  });

  test('follows it through renames, also with changes, and not into another file of its old name', async () => {
    const { work, open } = await repositories(isIndexed);
    work.commit({ 'c.yaml': 'something else altogether' }, 'not it');
    rmSync(join(work.dir, 'c.yaml'));
    work.commit({ 'a.yaml': long }, 'add');
    work.commit({ 'a.yaml': `${long}more\n` }, 'change');
    mkdirSync(join(work.dir, 'd'));
    renameSync(join(work.dir, 'a.yaml'), join(work.dir, 'd/b.yaml'));
    work.commit({}, 'move');
    renameSync(join(work.dir, 'd/b.yaml'), join(work.dir, 'c.yaml'));
    work.commit(
      { 'c.yaml': long.replace('line 3', 'LINE 3'), 'a.yaml': 'a new one of the old name' },
      'again',
    );
    work.commit({ 'c.yaml': 'rewritten' }, 'rewrite');
    expect(await told(await open(), work.head(), 'c.yaml')).toEqual([
      'modified c.yaml: rewrite',
      'renamed c.yaml from d/b.yaml: again',
      'renamed d/b.yaml from a.yaml: move',
      'modified a.yaml: change',
      'added a.yaml: add',
    ]);
  });

  test('takes no file for a renamed one that is less than half the same', async () => {
    const { work, open } = await repositories(isIndexed);
    work.commit({ 'a.yaml': long });
    renameSync(join(work.dir, 'a.yaml'), join(work.dir, 'b.yaml'));
    work.commit({ 'b.yaml': long.replaceAll('line 1', 'row one ') }, 'replace');
    const similarity = work.git('show', '--format=', '--name-status', '-M50%', 'HEAD');
    const expected = similarity.startsWith('R')
      ? 'renamed b.yaml from a.yaml: replace'
      : 'added b.yaml: replace';
    expect((await told(await open(), work.head(), 'b.yaml'))[0]).toBe(expected);
  });

  test('has both sides of a merge, and the merge only when it changed the file itself', async () => {
    const { work, open } = await repositories(isIndexed);
    work.commit({ 'a.yaml': 'a\n\n\nz\n' }, 'base');
    work.git('switch', '--quiet', '-c', 'side');
    work.commit({ 'a.yaml': 'A\n\n\nz\n' }, 'on the side');
    work.git('switch', '--quiet', 'main');
    work.commit({ 'b.yaml': '1' }, 'elsewhere');
    work.git('merge', '--quiet', '--no-ff', '-m', 'plain merge', 'side');
    work.git('switch', '--quiet', 'side');
    work.commit({ 'a.yaml': 'A\n\n\nsides\n' }, 'side again');
    work.git('switch', '--quiet', 'main');
    work.commit({ 'a.yaml': 'mains\n\n\nz\n' }, 'main again');
    work.git('merge', '--quiet', '--no-ff', '-m', 'both', 'side');
    const found = await told(await open(), work.head(), 'a.yaml');
    expect(found.map((line) => line.split(': ')[1]).sort()).toEqual(
      ['both', 'main again', 'side again', 'on the side', 'base'].sort(),
    );
    expect(found[0]).toContain('both');
    expect(found.at(-1)).toContain('base');
  });

  test('comes in pages', async () => {
    const { work, open } = await repositories(isIndexed);
    for (let at = 0; at < 5; at++) work.commit({ 'a.yaml': `${at}` }, `c${at}`);
    const { history } = await open();
    const first = await history.versions(work.head(), 'a.yaml', { limit: 3 });
    expect(first.items.map(({ message }) => message)).toEqual(['c4\n', 'c3\n', 'c2\n']);
    const second = await history.versions(work.head(), 'a.yaml', { limit: 3, after: first.next ?? '' });
    expect(second.items.map(({ message }) => message)).toEqual(['c1\n', 'c0\n']);
    expect(second.next).toBeUndefined();
  });

  test('is that of the tip asked about, also when a branch was rewritten', async () => {
    const { work, open } = await repositories(isIndexed);
    work.commit({ 'a.yaml': '1' }, 'kept');
    const dropped = work.commit({ 'a.yaml': '2' }, 'dropped');
    const repository = await open();
    expect(await told(repository, dropped, 'a.yaml')).toHaveLength(2);
    work.git('reset', '--quiet', '--hard', 'HEAD~1');
    const rewritten = work.commit({ 'a.yaml': '3' }, 'instead');
    expect(await told(repository, rewritten, 'a.yaml')).toEqual([
      'modified a.yaml: instead',
      'added a.yaml: kept',
    ]);
    expect(await told(repository, dropped, 'a.yaml')).toEqual([
      'modified a.yaml: dropped',
      'added a.yaml: kept',
    ]);
  });

  test('lists deleted files, the newest first', async () => {
    const { work, open } = await repositories(isIndexed);
    work.commit({ 'a.yaml': '1', 'd/ab.yaml': '2', 'c_b.yaml': '3', 'kept.yaml': '4' }, 'first');
    rmSync(join(work.dir, 'a.yaml'));
    const one = work.commit({}, 'one');
    rmSync(join(work.dir, 'd/ab.yaml'));
    rmSync(join(work.dir, 'c_b.yaml'));
    const two = work.commit({}, 'two');
    const { history } = await open();
    const all = await history.deleted(two, { limit: 10 });
    expect(all.map(({ path, commit }) => `${path} ${commit}`).sort()).toEqual(
      [`a.yaml ${one}`, `c_b.yaml ${two}`, `d/ab.yaml ${two}`].sort(),
    );
    expect(all.at(-1)).toEqual({ path: 'a.yaml', commit: one, blobId: work.head(`${one}~1:a.yaml`) });
    const named = await history.deleted(two, { like: 'a', limit: 10 });
    expect(named.map(({ path }) => path)).toEqual(['d/ab.yaml', 'a.yaml']);
    expect(await history.deleted(two, { like: '%', limit: 10 })).toEqual([]);
    expect(await history.deleted(one, { limit: 10 })).toHaveLength(1);
  });

  test('finds commits by id and by prefix, and the commits that only one of two branches has', async () => {
    const { work, open } = await repositories(isIndexed);
    const base = work.commit({ 'a.yaml': '1' }, 'base');
    const tip = work.commit({ 'a.yaml': '2' }, 'tip\n\nbody');
    const { history } = await open();
    expect(await history.commit(tip)).toMatchObject({
      commit: tip,
      parents: [base],
      message: 'tip\n\nbody\n',
    });
    expect(await history.commit('0'.repeat(40))).toBeUndefined();
    expect(await history.commit(work.head('HEAD:a.yaml'))).toBeUndefined();
    expect(await history.find(base.slice(0, 7), tip)).toEqual([base]);
    expect(await history.find('0000000', tip)).toEqual([]);
    expect((await history.log(tip, base, 10)).map(({ commit }) => commit)).toEqual([tip]);
    expect(await history.log(base, tip, 10)).toEqual([]);
  });

  test('of a path that never existed is empty', async () => {
    const { work, open } = await repositories(isIndexed);
    const tip = work.commit({ 'a.yaml': '1' });
    expect(await told(await open(), tip, 'b.yaml')).toEqual([]);
    expect(await told(await open(), tip, 'a.yaml/b')).toEqual([]);
  });
});

test('an index that is not there yet is built while walking answers, and is kept over a restart', async () => {
  const { work, open } = await repositories(true);
  importHistory(
    join(work.dir, '.git'),
    Array.from({ length: 130 }, (_, at) => ({ message: `c${at}`, files: { [`f${at % 7}.yaml`]: `${at}` } })),
  );
  const tip = work.head('main');
  const repository = await open();
  const walked = await told(await openRepository(join(work.dir, '.git')), tip, 'f3.yaml');
  expect(walked).toHaveLength(19);
  expect((await repository.history.versions(tip, 'f3.yaml')).items).toHaveLength(19);
  await eventually(async () => (await countIndexed(repository)) === 130);
  expect(await told(repository, tip, 'f3.yaml')).toEqual(walked);
  expect(await told(await open(), tip, 'f3.yaml')).toEqual(walked);
});

test('index and walk and `git log --follow` agree for any history', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
      const { work, open } = await repositories(true);
      importHistory(join(work.dir, '.git'), getMade(steps));
      const tip = work.head('main');
      const indexed = await open();
      const walking = await openRepository(join(work.dir, '.git'));
      for (const path of files) {
        const found = await told(indexed, tip, path);
        expect(found).toEqual(await told(walking, tip, path));
        if (work.git('ls-tree', tip, path) === '') continue;
        const native = work.git('log', '--follow', '--format=%s', tip, '--', path).split('\n');
        expect(found.map((line) => line.split(': ')[1])).toEqual(native);
      }
    }),
    { numRuns: 8 },
  );
});

type Step = { op: string; file: string; other: string };

function getMade(steps: readonly Step[]): MadeCommit[] {
  const now = new Map<string, string>();
  return steps.map(({ op, file, other }, at) => {
    const changed: Record<string, string | null> = {};
    const before = now.get(file);
    // A file that is created resembles no other: `--follow` follows copies too, and svc does not.
    const fresh = Array.from({ length: 12 }, (_, line) => `${at} ${line}\n`).join('');
    if (op === 'write') changed[file] = before === undefined ? fresh : `${before}more ${at}\n`;
    else if (before !== undefined) {
      changed[file] = null;
      if (op === 'move' && other !== file) changed[other] = `${before}moved ${at}\n`;
    }
    for (const [path, content] of Object.entries(changed)) {
      if (content === null) now.delete(path);
      else now.set(path, content);
    }
    return { message: `c${at}`, files: changed };
  });
}

const files = ['a.yaml', 'b.yaml', 'c.yaml'];
const step = fc.record({
  op: fc.constantFrom('write', 'write', 'delete', 'move'),
  file: fc.constantFrom(...files),
  other: fc.constantFrom(...files),
});

/** A work tree, and its repository opened as svc opens one: the database is the same each time. */
async function repositories(isIndexed: boolean) {
  const work = WorkTree.create();
  const storage = isIndexed ? await openStorage(join(temporaryFolder(), 'svc.db')) : undefined;
  onTestFinished(() => storage?.close());
  const open = async () => {
    const repository = await openRepository(join(work.dir, '.git'), { storage });
    onTestFinished(() => repository.close());
    return Object.assign(repository, { storage });
  };
  return { work, open };
}

async function countIndexed({ storage }: { storage?: Awaited<ReturnType<typeof openStorage>> | undefined }) {
  return (await storage?.db.selectFrom('history_commits').select('id').execute())?.length ?? 0;
}

async function told(
  repository: Repository & { storage?: Storage | undefined },
  tip: string,
  path: string,
): Promise<string[]> {
  const { items } = await repository.history.versions(tip, path);
  if (repository.storage) expect(await countIndexed(repository)).toBeGreaterThan(0);
  return items.map(({ change, path: where, previousPath, message }) => {
    const from = previousPath === undefined ? '' : ` from ${previousPath}`;
    return `${change} ${where}${from}: ${message.split('\n')[0]}`;
  });
}
