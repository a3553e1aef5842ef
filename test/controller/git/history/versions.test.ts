import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openRepository, type Repository } from '../../../../controller/git/index.js';
import type { Storage } from '../../../../controller/storage/index.js';
import { openStorage } from '../../storage/engines.js';
import { eventually, importHistory, type MadeCommit, temporaryFolder, WorkTree } from '../git-fixture.js';

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

  test('tells time and blobs, and a change of the mode alone', async () => {
    const { work, open } = await repositories(isIndexed);
    const commit = work.commit({ 'a.yaml': '1' }, 'first');
    chmodSync(join(work.dir, 'a.yaml'), 0o755);
    const mode = work.commit({}, 'mode');
    const time = Number(work.git('log', '-1', '--format=%ct', commit));
    const blob = work.head('HEAD:a.yaml');
    const changes = await (await open()).history.changes(mode, ['a.yaml']);
    expect(changes).toEqual([
      { commit, time, order: 0, isMerge: false, path: 'a.yaml', before: null, after: blob },
      {
        commit: mode,
        time: expect.any(Number),
        order: 1,
        isMerge: false,
        path: 'a.yaml',
        before: blob,
        after: blob,
      },
    ]);
  });

  test('names the merges that join commits with one and without it', async () => {
    const { work, open } = await repositories(isIndexed);
    const base = work.commit({ 'a.yaml': '1' }, 'base');
    work.git('switch', '--quiet', '-c', 'side');
    const side = work.commit({ 'b.yaml': '1' }, 'side');
    work.git('switch', '--quiet', 'main');
    work.commit({ 'c.yaml': '1' }, 'elsewhere');
    work.git('merge', '--quiet', '--no-ff', '-m', 'merge', 'side');
    const merge = work.head();
    const tip = work.commit({ 'c.yaml': '2' }, 'later');
    const { history } = await open();
    const merges = async (of: string) => (await history.merges(tip, [of])).map(({ commit }) => commit);
    expect(await merges(side)).toEqual([merge]);
    expect(await merges(base)).toEqual([]);
    expect(await merges(merge)).toEqual([]);
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
  expect(await repository.history.changes(tip, ['f3.yaml'])).toHaveLength(19);
  await eventually(async () => (await countIndexed(repository)) === 130);
  expect(await told(repository, tip, 'f3.yaml')).toEqual(walked);
  expect(await told(await open(), tip, 'f3.yaml')).toEqual(walked);
});

test('index and walk and `git log` agree for any history', async () => {
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
        const native = work.git('log', '--format=%s', tip, '--', path).split('\n');
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
  const changes = await repository.history.changes(tip, [path]);
  if (repository.storage) expect(await countIndexed(repository)).toBeGreaterThan(0);
  const lines = changes.map(async ({ commit, before, after, path: where }) => {
    const change = before === null ? 'added' : after === null ? 'deleted' : 'modified';
    return `${change} ${where}: ${(await repository.history.commit(commit))?.message.split('\n')[0]}`;
  });
  return (await Promise.all(lines)).reverse();
}
