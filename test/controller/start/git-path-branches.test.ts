import { expect, test } from 'vitest';
import type { StartedController } from '../../../controller/start/controller.js';
import { beside, flow, folder, origin, type Place, sight } from './git-path-place.js';

const ship = `${folder}/flows/ship.yaml`;
const authorize = () => {};

/** Commits files on a branch of the repository, and has the service read it. */
async function commitOn({ work, controller }: Place, branch: string, files: Record<string, string>) {
  work.git('checkout', '--quiet', branch);
  const commit = work.commit(files);
  work.git('checkout', '--quiet', 'main');
  await controller.reconciler.request(branch);
  return commit;
}

async function withBranch(): Promise<Place & { branches: StartedController['branchManager'] }> {
  const at = await beside();
  const { branchManager: branches, reconciler } = at.controller;
  await reconciler.request('main');
  await branches.create({ name: 'next' }, sight);
  expect(at.work.head('next')).toBe(at.work.head('main'));
  return { ...at, branches };
}

test('a comparison counts all commits of a branch, and shows only the files of the folder', async () => {
  const { branches, ...at } = await withBranch();
  await commitOn(at, 'next', { 'flows/ship.yaml': flow('theirs'), 'src/main.ts': 'export const a = 1;\n' });
  const outside = await branches.compare('next', 'main');
  expect(outside).toMatchObject({ ahead: 1, entities: [], files: [], conflicts: [] });
  expect(outside.mergeability).toBe('fast-forward');
  await commitOn(at, 'next', { [ship]: flow('ship', 'bye'), [`${folder}/README.md`]: '# Ours\n' });
  const inside = await branches.compare('next', 'main');
  expect(inside).toMatchObject({ ahead: 2, files: [`${folder}/README.md`] });
  expect(inside.entities).toMatchObject([{ type: 'flow', name: 'ship', path: ship, change: 'updated' }]);
});

test('a merge brings the files outside of the folder too, line by line, and names only entities in the folder', async () => {
  const { branches, ...at } = await withBranch();
  const lines = (first: string, last: string) => `a: ${first}\nb: 1\nc: 1\nd: 1\ne: ${last}\n`;
  await commitOn(at, 'main', { 'config.yaml': lines('1', '1') });
  at.work.git('branch', '--force', 'next', 'main');
  await commitOn(at, 'next', { 'config.yaml': lines('2', '1'), 'flows/new.yaml': 'kind: broken\n' });
  await commitOn(at, 'next', { [ship]: flow('ship', 'bye') });
  await commitOn(at, 'main', { 'config.yaml': lines('1', '2') });
  const merged = await branches.merge({ from: 'next', into: 'main', origin, authorize });
  expect(merged).toMatchObject({ kind: 'merge', findings: [] });
  expect(merged.entities.map(({ path }) => path)).toEqual([ship]);
  expect(`${at.work.git('show', 'main:config.yaml')}\n`).toBe(lines('2', '2'));
  expect(at.work.git('show', 'main:flows/new.yaml')).toBe('kind: broken');
});

test('a conflict outside of the folder names the file, and no entity', async () => {
  const { branches, ...at } = await withBranch();
  await commitOn(at, 'next', { 'flows/ship.yaml': flow('ship', 'one') });
  await commitOn(at, 'main', { 'flows/ship.yaml': flow('ship', 'other') });
  const { conflicts, mergeability } = await branches.compare('next', 'main');
  expect(mergeability).toBe('conflict');
  expect(conflicts).toEqual([{ file: 'flows/ship.yaml', places: expect.any(Array) }]);
  await expect(branches.merge({ from: 'next', into: 'main', origin, authorize })).rejects.toMatchObject({
    code: 'merge_conflict',
    message: '`main` and `next` contain different changes of the same places, in `flows/ship.yaml`.',
  });
});

test('a conflict in the folder names the entity with the sides of both branches', async () => {
  const { branches, ...at } = await withBranch();
  await commitOn(at, 'next', { [ship]: flow('ship', 'one'), 'src/main.ts': 'one\n' });
  await commitOn(at, 'main', { [ship]: flow('ship', 'other') });
  await expect(branches.merge({ from: 'next', into: 'main', origin, authorize })).rejects.toMatchObject({
    code: 'merge_conflict',
    errors: [
      {
        file: ship,
        pointer: '/do/0/say/set/text',
        message: 'flow `ship`: it was "hello"; `main` (ours) has "other", `next` (theirs) "one"',
        sides: { base: 'hello', ours: 'other', theirs: 'one' },
      },
    ],
  });
});

test('a merge is checked with the ignore rules that it brings', async () => {
  const { branches, ...at } = await withBranch();
  await commitOn(at, 'next', { [`${folder}/.svcignore`]: '' });
  await commitOn(at, 'main', { 'src/main.ts': 'export const a = 1;\n' });
  const request = { from: 'next', into: 'main', origin, authorize };
  await expect(branches.merge(request)).rejects.toMatchObject({
    code: 'entity_invalid',
    errors: [{ file: `${folder}/drafts/half.yaml` }],
  });
  await commitOn(at, 'next', { [`${folder}/.svcignore`]: 'drafts/\nflows/refund.yaml\n' });
  await branches.merge(request);
  const flows = (await at.controller.reconciler.head('main')).list('flow');
  expect(flows.map(({ name }) => name).sort()).toEqual(['invoice', 'ship']);
});

test('a deleted branch with changes outside of the folder counts its unmerged commits', async () => {
  const { branches, ...at } = await withBranch();
  await commitOn(at, 'next', { 'src/main.ts': 'export const a = 1;\n' });
  expect(await branches.remove('next', { dryRun: true })).toMatchObject({ unmerged: 1 });
  await branches.remove('next');
  expect(at.work.git('branch', '--list', 'next')).toBe('');
});
