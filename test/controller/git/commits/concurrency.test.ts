import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { updateRef } from '../../../../controller/git/refs/refs.js';
import { temporaryFolder, WorkTree } from '../git-fixture.js';
import { type Bare, bare, faults, text } from './writer-fixture.js';

const run = promisify(execFile);
const WRITERS = 64;
const COMMITS_EACH = 4;
const PUSHERS = 2;

test('64 writers and pushes from outside: every accepted commit is in the history exactly once', async () => {
  const { repository, git, committed } = await bare();
  let isWriting = true;
  const pushing = Array.from({ length: PUSHERS }, (_, at) => pushUntil(repository.dir, at, () => isWriting));
  const accepted = await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const ids: string[] = [];
      for (let round = 0; round < COMMITS_EACH; round++) {
        ids.push(await committed([text(`w${writer}/${round}.yaml`, `${writer} ${round}\n`)]));
      }
      return ids;
    }),
  );
  isWriting = false;
  const pushed = await Promise.all(pushing);
  const all = [...accepted.flat(), ...pushed.flat()];
  const history = git('rev-list', 'main').split('\n');
  expect(new Set(history).size).toBe(history.length);
  expect(all.filter((id) => !history.includes(id))).toEqual([]);
  expect(history).toHaveLength(all.length + 1);
  expect(git('ls-tree', '-r', '--name-only', 'main').split('\n')).toHaveLength(all.length + 1);
  expect(faults(git)).toBe('');
});

test('a branch that others move without a pause takes a commit all the same', async () => {
  const { repository, git, committed } = await bare();
  const tips = await Promise.all(
    Array.from({ length: 200 }, (_, at) => committed([text(`${at}.yaml`, `${at}`)])),
  );
  const moving = moveAlong(repository.dir, tips);
  // Writing it takes longer than a move.
  const commit = await committed([{ path: 'large.bin', content: randomBytes(2_000_000) }]);
  expect(await moving).toBeGreaterThan(0);
  expect(git('rev-parse', 'main')).toBe(commit);
  expect(tips).toContain(git('rev-parse', 'main~1'));
});

test('of many commits that expect the same tip, one is accepted and the others are refused with the new tip', async () => {
  const { git, commit } = await bare();
  const expected = git('rev-parse', 'main');
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, at) => commit([text('a.yaml', `${at}`)], { expected })),
  );
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1);
  const actual = git('rev-parse', 'main');
  const refusals = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.refusal]));
  expect(refusals).toEqual(Array.from({ length: 19 }, () => ({ kind: 'moved', expected, actual })));
});

test('a request that is refused takes none of its batch with it', async () => {
  const { git, commit, committed } = await bare({ 'a.yaml': '1' });
  const outcomes = await Promise.all([
    commit([text('b.yaml', '1')]),
    commit([text('../x', '1')]),
    commit([{ path: 'none.yaml', content: null }]),
    commit([text('c.yaml', '1')]),
  ]);
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, false, true]);
  await committed([text('d.yaml', '1')]);
  expect(git('ls-tree', '--name-only', 'main').split('\n')).toHaveLength(4);
});

test('branches are written at the same time', async () => {
  const { repository, git, committed } = await bare();
  const first = git('rev-parse', 'main');
  const names = Array.from({ length: 10 }, (_, at) => `topic/${at}`);
  await Promise.all(names.map((name) => repository.writer.createBranch(name, first)));
  const ids = await Promise.all(names.map((branch) => committed([text('a.yaml', branch)], { branch })));
  expect(names.map((name) => git('rev-parse', name))).toEqual(ids);
  expect(faults(git)).toBe('');
});

test('a wide folder changed by a batch is stored as differences that Git reads', async () => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f/${at}.yaml`, `${at}\n`]));
  const { git, committed } = await bare(files);
  const count = 120;
  await Promise.all(
    Array.from({ length: count }, (_, at) =>
      committed(
        at % 3 === 0
          ? [{ path: `f/${at}.yaml`, content: null }]
          : [text(`f/${at % 2 ? at : `new-${at}`}.yaml`, `x${at}`)],
      ),
    ),
  );
  expect(git('rev-list', '--count', 'main')).toBe(String(count + 1));
  expect(git('count-objects', '-v')).toContain('packs: ');
  expect(faults(git)).toBe('');
});

/**
 * Moves `main`, which is at the last of the tips, from one to the next while it is where the last move left it. Returns the
 * number of moves.
 */
async function moveAlong(dir: string, tips: readonly string[]): Promise<number> {
  const tip = (at: number) => tips.at(at % tips.length);
  for (let moves = 0; ; moves++) {
    // The lock of another process only delays a move.
    const move = (): Promise<boolean> =>
      updateRef(dir, 'refs/heads/main', tip(tips.length - 1 + moves), tip(moves)).catch(move);
    if (!(await move())) return moves;
  }
}

/** Commits in a clone and pushes, again and again; answers with what was accepted. */
async function pushUntil(
  dir: Bare['repository']['dir'],
  at: number,
  goesOn: () => boolean,
): Promise<string[]> {
  const clone = WorkTree.create(join(temporaryFolder(), 'clone'));
  const git = async (...args: string[]) => {
    const identity = ['-c', 'user.name=Eve', '-c', 'user.email=eve@example.com'];
    return (await run('git', [...identity, ...args], { cwd: clone.dir })).stdout.trim();
  };
  const pushed: string[] = [];
  for (let round = 0; goesOn(); round++) {
    await git('fetch', '--quiet', dir, 'main');
    await git('reset', '--quiet', '--hard', 'FETCH_HEAD');
    clone.write({ [`pushed-${at}-${round}.yaml`]: `${round}` });
    await git('add', '--all');
    await git('commit', '--quiet', '-m', 'from outside');
    const id = await git('rev-parse', 'HEAD');
    const accepted = await git('push', '--quiet', dir, 'HEAD:main').then(
      () => true,
      () => false,
    );
    if (accepted) pushed.push(id);
  }
  return pushed;
}
