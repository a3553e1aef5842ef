import { expect, test } from 'vitest';
import { type ForgeServer, serveForge } from '../git/forges/forge-server.js';
import { eventually } from '../git/git-fixture.js';
import { dataFolder, flow, folder, ours, place, repository, start, theirs } from './git-path-place.js';

/** The states and descriptions that the forge has of a commit, the newest last. */
function getStatuses(forge: ForgeServer, revision: string): [unknown, unknown][] {
  return forge.calls
    .filter(({ path }) => path.endsWith(`/${revision}`))
    .map(({ body }): [unknown, unknown] => [body['state'], body['description']]);
}

async function open(settings: Record<string, string> = {}) {
  const forge = await serveForge('gitea');
  const work = repository({ ...theirs, ...place(`${folder}/`, ours) });
  const all = {
    SVC_Git__StatusUrl: `${forge.origin}/api/v1/repos/ops/config/statuses/{sha}`,
    SVC_Git__Forge__Token: 'the-token-of-the-forge',
    ...settings,
  };
  const data = dataFolder();
  const at = await start(work, `${folder}/`, all, data);
  const restart = async () => {
    await at.stop();
    return start(work, `${folder}/`, all, data);
  };
  return { forge, work, reconciler: at.controller.reconciler, restart };
}

const unchanged = ['success', `Nothing in ${folder} changed.`];

test('the newest commit outside of the folder gets one status, also over passes and restarts', async () => {
  const { forge, work, reconciler, restart } = await open();
  await reconciler.request('main');
  const between = work.commit({ 'src/main.ts': 'export const a = 1;\n' });
  const tip = work.commit({ 'src/main.ts': 'export const a = 2;\n' });
  for (let pass = 0; pass < 3; pass++) await reconciler.request('main');
  await eventually(() => getStatuses(forge, tip).length > 0);

  const { controller } = await restart();
  await controller.reconciler.request('main');
  const later = work.commit({ 'src/main.ts': 'export const a = 3;\n' });
  await controller.reconciler.request('main');
  await eventually(() => getStatuses(forge, later).length > 0);
  expect(getStatuses(forge, tip)).toEqual([unchanged]);
  expect(getStatuses(forge, later)).toEqual([unchanged]);
  expect(getStatuses(forge, between).length).toBeLessThan(2);
}, 120_000);

test('a commit outside of the folder fails as long as the files in it do', async () => {
  const { forge, work, reconciler } = await open();
  await reconciler.request('main');
  const broken = work.commit({ [`${folder}/flows/pack.yaml`]: flow('pack').replace('set:', 'sett:') });
  await reconciler.request('main');
  const beside = work.commit({ 'src/main.ts': 'export const a = 1;\n' });
  await reconciler.request('main');
  await eventually(() => getStatuses(forge, beside).length > 0);
  const failure = ['failure', expect.stringContaining('1 is invalid')];
  expect([getStatuses(forge, broken), getStatuses(forge, beside)]).toEqual([[failure], [failure]]);

  work.commit({ [`${folder}/flows/pack.yaml`]: flow('pack') });
  await reconciler.request('main');
  const right = work.commit({ 'src/main.ts': 'export const a = 2;\n' });
  await reconciler.request('main');
  await eventually(() => getStatuses(forge, right).length > 0);
  expect(getStatuses(forge, right)).toEqual([unchanged]);
}, 120_000);

test('a commit outside of the folder fails while the commit before it is held', async () => {
  const { forge, work, reconciler } = await open({ SVC_Git__ApplyPolicy: 'commit' });
  await reconciler.request('main');
  work.commit({ [`${folder}/flows/pack.yaml`]: flow('pack').replace('set:', 'sett:') });
  await reconciler.request('main');
  const beside = work.commit({ 'src/main.ts': 'export const a = 1;\n' });
  await reconciler.request('main');
  await reconciler.request('main');
  await eventually(() => getStatuses(forge, beside).length > 0);
  expect(getStatuses(forge, beside).map(([state]) => state)).toEqual(['failure']);
}, 120_000);
