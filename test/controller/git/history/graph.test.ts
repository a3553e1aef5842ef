import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRepository } from '../../../../controller/git/index.js';
import { temporaryFolder, WorkTree } from '../git-fixture.js';

test('merge base, ancestry and distance are those of Git, in any history', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { minLength: 3, maxLength: 25 }),
      async (made) => {
        const dir = temporaryFolder();
        const { history } = await openRepository(dir);
        const ids = importGraph(dir, made);
        const git = (...args: string[]) =>
          execFileSync('git', ['--git-dir', dir, ...args], { encoding: 'utf8' }).trim();
        const one = ids.at(-1) ?? '';
        for (const other of [ids.at(-2) ?? '', ids[Math.floor(ids.length / 2)] ?? '', ids[0] ?? '']) {
          const bases = mergeBases(dir, one, other);
          const base = await history.mergeBase(one, other);
          if (bases.length === 0) expect(base).toBeNull();
          else expect(bases).toContain(base);
          const counts = git('rev-list', '--left-right', '--count', `${one}...${other}`)
            .split('\t')
            .map(Number);
          const { ahead, behind } = await history.compare(one, other);
          expect([behind, ahead]).toEqual(counts);
          expect(await history.isAncestor(other, one)).toBe(bases.includes(other));
        }
      },
    ),
    { numRuns: 12 },
  );
});

test('branches without a common commit have no merge base', async () => {
  const work = WorkTree.create();
  const one = work.commit({ a: '1' });
  work.git('checkout', '--quiet', '--orphan', 'other');
  const other = work.commit({ b: '1' });
  const { history } = await openRepository(`${work.dir}/.git`);
  expect(await history.compare(one, other)).toEqual({ base: null, ahead: 1, behind: 1 });
  expect(await history.isAncestor(one, other)).toBe(false);
});

/** Commits whose parents are some of those before; times go forward, sometimes two share one. */
function importGraph(dir: string, made: readonly (readonly [number, number, boolean])[]): string[] {
  let time = 1_700_000_000;
  const lines = made.map(([first, second, isMerge], at) => {
    time += first % 2;
    const parents = at === 0 ? [] : isMerge ? [...new Set([first % at, second % at])] : [first % at];
    const from = parents.map((parent, index) => `${index === 0 ? 'from' : 'merge'} :${parent + 1}\n`);
    // A branch of its own each, or fast-import takes the last one for the parent.
    return `commit refs/heads/c${at}\nmark :${at + 1}\ncommitter A <a@b> ${time} +0000\ndata 1\n${at % 10}\n${from.join('')}M 100644 inline f\ndata 2\n${String(at).padStart(2, '0')}\n`;
  });
  execFileSync('git', ['--git-dir', dir, 'fast-import', '--quiet'], { input: lines.join('') });
  const refs = made.map((_, at) => `refs/heads/c${at}`);
  return execFileSync('git', ['--git-dir', dir, 'rev-parse', ...refs], { encoding: 'utf8' })
    .trim()
    .split('\n');
}

function mergeBases(dir: string, one: string, other: string): string[] {
  try {
    const found = execFileSync('git', ['--git-dir', dir, 'merge-base', '--all', one, other], {
      encoding: 'utf8',
    });
    return found.trim().split('\n');
  } catch {
    return [];
  }
}
