import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importHistory } from '../git/git-fixture.js';
import {
  dataFolder,
  flow,
  folder,
  origin,
  ours,
  type Place,
  place,
  repository,
  sight,
  start,
  theirs,
} from './git-path-place.js';

const address = { branch: 'main', type: 'flow', name: 'ship' };
const ship = `${folder}/flows/ship.yaml`;

/** Makes `count` commits on `main` that change files outside of the folder only. */
function commitOutside({ work }: Pick<Place, 'work'>, count: number): void {
  const files = (at: number) => ({
    [`src/${at % 50}.ts`]: `export const at = ${at};\n`,
    [`flows/f${at % 10}.yaml`]: `kind: ${at}\n`,
  });
  const commits = Array.from({ length: count }, (_, at) => ({ message: `outside ${at}`, files: files(at) }));
  importHistory(join(work.dir, '.git'), commits, 'main');
  // A push to a branch with staged changes in its work tree is declined.
  work.git('reset', '--quiet', '--hard');
}

test('a restart after many commits outside of the folder changes nothing, and does no work for entities', async () => {
  const data = dataFolder();
  const work = repository({ ...theirs, ...place(`${folder}/`, ours) });
  const first = await start(work, `${folder}/`, {}, data);
  await first.controller.reconciler.request('main');
  const before = await first.controller.reconciler.head('main');
  const history = await first.controller.versions.history(address, { limit: 10 });
  await first.stop();
  commitOutside({ work }, 2_000);

  const at = await start(work, `${folder}/`, {}, data);
  const { reconciler, versions, changes } = at.controller;
  const events: unknown[] = [];
  reconciler.onEvents((told) => events.push(...told));
  await reconciler.request('main');
  const after = await reconciler.head('main');
  expect(after.revision).toBe(before.revision);
  expect(after.findings).toEqual(before.findings);
  expect(reconciler.status('main')).toMatchObject({
    appliedRevision: before.revision,
    conditions: [{ type: 'Ready', status: 'True' }],
  });
  expect(events).toEqual([]);
  expect(await versions.history(address, { limit: 10 })).toEqual(history);

  const change = {
    op: 'update' as const,
    type: 'flow',
    name: 'ship',
    mergePatch: { document: { title: 'Ship' } },
  };
  const tip = work.head('main');
  const { commit } = await changes.write({ branch: 'main', changes: [change], origin });
  expect(work.git('rev-parse', `${commit}^`)).toBe(tip);
  expect(work.git('diff', '--name-only', tip, commit ?? '')).toBe(ship);
  expect((await versions.history(address, { limit: 10 })).items).toHaveLength(2);
  expect((await reconciler.head('main')).revision).toBe(commit);
}, 120_000);

test('a commit in the folder that came while the service was stopped is in service after the start', async () => {
  const data = dataFolder();
  const work = repository({ ...theirs, ...place(`${folder}/`, ours) });
  const first = await start(work, `${folder}/`, {}, data);
  await first.controller.reconciler.request('main');
  await first.stop();
  commitOutside({ work }, 100);
  const inside = work.commit({ [ship]: flow('ship', 'bye') });
  commitOutside({ work }, 100);
  const at = await start(work, `${folder}/`, {}, data);
  await at.controller.reconciler.request('main');
  const { items } = await at.controller.versions.history(address, { limit: 10 });
  expect(items.map(({ commitHash }) => commitHash)[0]).toBe(inside);
  expect((await at.controller.reconciler.head('main')).source('flow', 'ship')).toBe(flow('ship', 'bye'));
  expect((await at.controller.versions.diff(address, {}, sight)).patch).toContain('bye');
}, 120_000);
