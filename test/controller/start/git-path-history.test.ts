import { expect, test } from 'vitest';
import { beside, flow, folder, origin, type Place, sight } from './git-path-place.js';

const ship = `${folder}/flows/ship.yaml`;
const address = { branch: 'main', type: 'flow', name: 'ship' };

async function getHistory({ controller }: Place, of = address) {
  await controller.reconciler.request('main');
  const { items } = await controller.versions.history(of, { limit: 20 });
  return items.map(({ change, path }) => `${change} ${path}`);
}

/** Moves a file in the repository, and commits. */
function move({ work }: Place, from: string, to: string): string {
  work.git('mv', '--force', from, to);
  return work.commit();
}

async function revert({ controller }: Place, revision: string) {
  const { change } = await controller.versions.restoration(address, revision, sight);
  return controller.changes.write({ branch: 'main', changes: [change], origin });
}

test('a file that moves out of the folder is deleted, and comes back with its history', async () => {
  const at = await beside();
  const before = at.work.head();
  await at.controller.reconciler.request('main');
  move(at, ship, 'attic.yaml');
  await at.controller.reconciler.request('main');
  expect((await at.controller.reconciler.head('main')).get('flow', 'ship')).toBeUndefined();
  expect((await getHistory(at))[0]).toBe(`deleted ${ship}`);

  const { commit } = await revert(at, before);
  expect(at.work.git('show', '--name-only', '--format=', commit ?? '')).toBe(ship);
  expect(at.work.git('show', 'main:attic.yaml')).toBe(flow('ship').trim());
  expect((await at.controller.reconciler.head('main')).source('flow', 'ship')).toBe(flow('ship'));
  expect((await getHistory(at)).map((line) => line.split(' ')[0])).toEqual(['added', 'deleted', 'added']);
}, 120_000);

test('a file that moves into the folder is a new entity, and its earlier versions outside are not shown', async () => {
  const at = await beside();
  at.work.commit({ 'attic/pack.yaml': flow('pack') });
  const outside = at.work.commit({ 'attic/pack.yaml': flow('pack', 'changed') });
  const pack = { ...address, name: 'pack' };
  move(at, 'attic/pack.yaml', `${folder}/flows/pack.yaml`);
  const inside = at.work.commit({ [`${folder}/flows/pack.yaml`]: flow('pack', 'again') });
  const shown = await getHistory(at, pack);
  expect(shown.map((line) => line.split(' ')[1])).toEqual(shown.map(() => `${folder}/flows/pack.yaml`));
  expect(shown[0]).toBe(`modified ${folder}/flows/pack.yaml`);
  const { items } = await at.controller.versions.history(pack, { limit: 20 });
  expect(items[0]?.commitHash).toBe(inside);
  expect(items.map(({ change }) => change)).toEqual(['modified', 'added']);
  const { change } = await at.controller.versions.restoration(pack, outside, sight);
  expect(change).toEqual({ op: 'delete', type: 'flow', name: 'pack' });
}, 120_000);

test('a move inside of the folder beside one outside keeps the entity and its history', async () => {
  const at = await beside();
  const before = at.work.head();
  at.work.commit({ 'flows/ship.yaml': flow('ship', 'theirs') });
  at.work.git('mv', 'flows/ship.yaml', 'attic.yaml');
  move(at, ship, `${folder}/flows/shipping.yaml`);
  expect(await getHistory(at)).toEqual([`renamed ${folder}/flows/shipping.yaml`, `added ${ship}`]);
  await at.work.commit({ [`${folder}/flows/shipping.yaml`]: flow('ship', 'bye') });
  await at.controller.reconciler.request('main');
  const { commit } = await revert(at, before);
  expect(at.work.git('show', '--name-only', '--format=', commit ?? '')).toBe(`${folder}/flows/shipping.yaml`);
  expect((await at.controller.reconciler.head('main')).source('flow', 'ship')).toBe(flow('ship'));
}, 120_000);
