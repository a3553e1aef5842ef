import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import { expect, test } from 'vitest';
import type { PackageManifest } from '../../../controller/sources/source/package-files.js';
import {
  beside,
  dataFolder,
  flow,
  folder,
  ours,
  place,
  repository,
  start,
  theirs,
} from './git-path-place.js';

const principal = 'user:ada';

async function getEntries(archive: Readable): Promise<Map<string, string>> {
  const entries = new Map<string, string>();
  for await (const entry of Readable.from(gunzipSync(await buffer(archive))).pipe(extract())) {
    entries.set(entry.header.name, (await buffer(entry)).toString());
  }
  return entries;
}

test('a package has the files of the folder without the ignored ones, and no other file', async () => {
  const { controller } = await beside();
  const { revision } = await controller.reconciler.head('main');
  const entries = await getEntries(controller.package('main', revision));
  const inFolder = Object.keys(ours).filter((path) => !path.startsWith('drafts/') && path !== '.svcignore');
  const expected = inFolder.map((path) => `${folder}/${path}`).sort();
  expect([...entries.keys()]).toEqual([...expected, 'manifest.json']);
  const manifest = JSON.parse(entries.get('manifest.json') ?? '') as PackageManifest;
  expect(manifest.files.map(({ path }) => path)).toEqual(expected);
  expect(manifest.path).toBe(folder);
});

test('a restore brings the folder back, and leaves the files outside as they are', async () => {
  const { controller, work } = await beside();
  const { backups, reconciler } = controller;
  await reconciler.request('main');
  const { done } = await backups.create({ categories: ['flows', 'config'], principal });
  const { id } = await done;
  work.git('rm', '--quiet', `${folder}/flows/refund.yaml`);
  const later = work.commit({
    [`${folder}/flows/ship.yaml`]: flow('ship', 'bye'),
    [`${folder}/texts/terms.md`]: '# Others\n',
    [`${folder}/flows/new.yaml`]: flow('new'),
    'flows/ship.yaml': 'kind: flows\nname: another\n',
    'src/main.ts': 'export const a = 1;\n',
  });
  await reconciler.request('main');
  const request = { id, principal, requestId: 'request-1' };
  await backups.restore(request);
  const changed = work.git('diff', '--no-renames', '--name-status', later, 'main').split('\n').sort();
  expect(changed).toEqual([
    `A\t${folder}/flows/refund.yaml`,
    `D\t${folder}/flows/new.yaml`,
    `M\t${folder}/flows/ship.yaml`,
    `M\t${folder}/texts/terms.md`,
  ]);
  const flows = (await reconciler.head('main')).list('flow').map(({ name }) => name);
  expect(flows.sort()).toEqual(['invoice', 'refund', 'ship']);
}, 120_000);

test('a backup of another folder is refused, and nothing is written', async () => {
  const data = dataFolder();
  const whole = await start(repository(ours), '', {}, data);
  await whole.controller.reconciler.request('main');
  const { done } = await whole.controller.backups.create({ categories: ['flows'], principal });
  const { id } = await done;
  await whole.stop();
  const work = repository({ ...theirs, ...place(`${folder}/`, ours) });
  const tip = work.head('main');
  const at = await start(work, `${folder}/`);
  const file = createReadStream(join(data, 'data', 'backups', `${id}.tar.gz`));
  const uploaded = await at.controller.backups.upload(file, principal);
  const request = { id: uploaded.id, principal, requestId: 'request-1' };
  await expect(at.controller.backups.restore(request)).rejects.toMatchObject({
    code: 'backup_unsupported',
    message: expect.stringContaining(`it is outside of \`${folder}/\`, the folder of \`Git.Path\``),
  });
  expect(work.head('main')).toBe(tip);
}, 120_000);

test('a refused backup of a folder names the `Git.Path` that it was made with', async () => {
  const data = dataFolder();
  const one = await start(repository(place('apps/svc/', ours)), 'apps/svc/', {}, data);
  await one.controller.reconciler.request('main');
  const { done } = await one.controller.backups.create({ categories: ['flows'], principal });
  const { id } = await done;
  await one.stop();
  const { controller } = await beside();
  const file = createReadStream(join(data, 'data', 'backups', `${id}.tar.gz`));
  const uploaded = await controller.backups.upload(file, principal);
  const request = { id: uploaded.id, principal, requestId: 'request-1' };
  await expect(controller.backups.restore(request)).rejects.toMatchObject({
    code: 'backup_unsupported',
    hints: [expect.stringContaining('Restore it with the `Git.Path` `apps/svc` and the `.svcignore`')],
  });
}, 120_000);
