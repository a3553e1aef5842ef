import { expect, test } from 'vitest';
import { chooseRuns } from '../../../../controller/rehearsal/plan/choose-runs.js';
import type { Run, RunService, TaskRecord } from '../../../../controller/runs/index.js';

const now = Date.parse('2026-03-01T00:00:00Z');
type Part = Pick<Run, 'id' | 'status' | 'path'>;

/** Runs of a flow, the newest first; the list returns the first `limit`. */
function getService(all: readonly Part[]): Pick<RunService, 'list' | 'tasks' | 'paths' | 'get'> {
  const whole = (part: Part) => ({ flow: 'order', error: null, ...part }) as Run;
  return {
    list: async ({ limit }) => {
      const ended = all.filter(({ status }) => status !== 'cancelled');
      return { items: ended.slice(0, limit).map(whole), nextCursor: null };
    },
    tasks: async (id) => [{ reference: `/do/0/${id.slice(0, 1)}`, status: 'completed' } as TaskRecord],
    paths: async () => {
      const paths = [...new Set(all.flatMap(({ path }) => path ?? []))];
      return paths.map((path) => {
        const of = all.filter((each) => each.path === path);
        return { path, runs: of.length, newest: of[0]?.id ?? '' };
      });
    },
    get: async (id) => whole(all.find((each) => each.id === id) as Part),
  };
}

const choose = async (all: readonly Part[], endsAt = Number.POSITIVE_INFINITY) => {
  const chosen = await chooseRuns(getService(all), { branch: 'main', flow: 'order', now, endsAt });
  return { ...chosen, runs: chosen.runs.map(({ id }) => id) };
};
const many = (count: number, path: string | null): Part[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${path}${index}`, status: 'completed', path }));

test('a path that only an old run took is chosen, besides the newest runs', async () => {
  const chosen = await choose([...many(100, 'usual'), ...many(3, 'rare')]);
  expect(chosen).toMatchObject({ runs: ['usual0', 'usual1', 'rare0'], paths: 2, unread: 0 });
});

test('the paths of cancelled runs stand for nothing', async () => {
  const cancelled = many(1, 'cut').map((run) => ({ ...run, status: 'cancelled' as const }));
  expect((await choose([...many(2, 'usual'), ...cancelled])).runs).toEqual(['usual0', 'usual1']);
});

test('the path of a run of an earlier version is computed from its timeline, while there is time', async () => {
  const old = [...many(3, null), { id: 'x', status: 'completed', path: null } as const];
  const chosen = await choose(old);
  expect(chosen).toMatchObject({ runs: ['null0', 'null1', 'x'], paths: 2, unread: 0 });
  expect(await choose(old, 0)).toMatchObject({ runs: ['null0', 'null1'], paths: 0, unread: 4 });
});
