import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStorage } from '../../../controller/storage/engines.js';
import { removeFolder } from '../../../remove-folder.js';
import { flow, platform, RealService } from '../../identity/real-service.js';
import { allReads } from './all-reads.js';

const entities = `${platform}/entities/platform/backup`;
const all = ['flows', 'environments', 'connections', 'config', 'secrets', 'users', 'runs', 'settings'];
let service: RealService;

beforeAll(async () => {
  service = await RealService.start({ 'environments/prod.yaml': 'kind: environment\nname: prod\n' });
});
afterAll(() => service.remove());

async function backup(categories: string[] = all): Promise<string> {
  const answer = await service.call('POST', entities, { categories });
  expect(answer.json()).toMatchObject({ status: 'completed', error: null });
  expect(answer.statusCode).toBe(201);
  return answer.json().id;
}

function upload(content: Buffer) {
  return service.app.inject({
    method: 'POST',
    url: `${platform}/backups/upload`,
    headers: { 'x-api-key': service.adminKey, 'content-type': 'application/gzip' },
    payload: content,
  });
}

const download = async (id: string): Promise<Buffer> =>
  (await service.call('GET', `${platform}/backups/${id}/download`)).rawPayload;

it('unknown categories are refused with the list', async () => {
  const answer = await service.call('POST', entities, { categories: ['flows', 'floss'] });
  expect(answer.json()).toMatchObject({
    status: 422,
    code: 'body_invalid',
    errors: [{ pointer: '/categories/1' }],
  });
  expect(answer.json().hints[0].text).toContain('`environments`');
});

it('a backup is listed, and downloaded whole or in ranges, and not again when its tag matches', async () => {
  const id = await backup();
  const { items } = (await service.call('GET', entities)).json();
  expect(items.map((item: { id: string }) => item.id)).toContain(id);
  const url = `${platform}/backups/${id}/download`;
  const whole = await service.call('GET', url);
  expect(whole.rawPayload.length).toBe(items[0].size);
  const part = await service.call('GET', url, undefined, {
    'x-api-key': service.adminKey,
    range: 'bytes=10-19',
  });
  expect(part.statusCode).toBe(206);
  expect(part.rawPayload).toEqual(whole.rawPayload.subarray(10, 20));
  const etag = String(whole.headers['etag']);
  const again = await service.call('GET', url, undefined, {
    'x-api-key': service.adminKey,
    'if-none-match': etag,
  });
  expect(again.statusCode).toBe(304);
  const beyond = await service.call('GET', url, undefined, {
    'x-api-key': service.adminKey,
    range: 'bytes=99999999-',
  });
  expect(beyond.json().code).toBe('range_not_satisfiable');
});

it('a restore brings back the saved state, and a dry run reports its changes and makes none', async () => {
  await service.user('ann', 'editor');
  await service.call('POST', `${platform}/entities/platform/secret`, {
    path: 'crm',
    value: { token: 'first-value' },
  });
  const run = await service.call('POST', '/api/v1/live/flows/hello/runs', { name: 'x' });
  const id = await backup();
  await service.call('DELETE', `${platform}/users/ann`);
  await service.user('eve', 'admin');
  await service.call('POST', `${platform}/entities/platform/secret`, {
    path: 'crm',
    value: { token: 'second-value' },
  });
  writeFileSync(join(service.folder, 'flows/hello.yaml'), flow('renamed'));
  writeFileSync(join(service.folder, 'flows/more.yaml'), flow('more'));

  const dry = await service.call('POST', `${platform}/backups/${id}/restore`, { dryRun: true });
  expect(dry.json()).toMatchObject({
    dryRun: true,
    restore: null,
    categories: {
      flows: {
        created: 0,
        changed: 1,
        deleted: 1,
        examples: { changed: ['flows/hello.yaml'], deleted: ['flows/more.yaml'] },
      },
      users: { examples: { created: ['user/ann'], deleted: ['user/eve'] } },
      secrets: { examples: { changed: ['secret/crm'] } },
      runs: { created: 0, deleted: 0 },
    },
  });
  expect((await service.call('GET', `${platform}/users/eve`)).statusCode).toBe(200);

  const restored = await service.call('POST', `${platform}/backups/${id}/restore`);
  expect(restored.json()).toMatchObject({ restore: { status: 'completed', error: null } });
  expect((await service.call('GET', `${platform}/users/eve`)).statusCode).toBe(404);
  expect((await service.call('GET', `${platform}/users/ann`)).statusCode).toBe(200);
  expect(await service.controller.vault.secrets.read('crm')).toEqual({ token: 'first-value' });
  expect(readFileSync(join(service.folder, 'flows/hello.yaml'), 'utf8')).toBe(flow('hello'));
  expect(readdirSync(join(service.folder, 'flows'))).toEqual(['hello.yaml']);
  expect((await service.call('GET', `/api/v1/live/runs/${run.json().id}`)).statusCode).toBe(200);
  const { origin } = (
    await service.call('GET', `${platform}/backups/${restored.json().restore.safetyBackup}`)
  ).json();
  expect(origin).toBe('restore');
});

it('a fresh installation with the same master key gives the same answers after a restore', async () => {
  const id = await backup();
  const file = await download(id);
  const before = await allReads(service);
  const folder = mkdtempSync(join(tmpdir(), 'svc-fresh-'));
  mkdirSync(join(folder, '.svc'));
  cpSync(join(service.folder, '.svc/master.key'), join(folder, '.svc/master.key'));
  const fresh = await RealService.open(folder);
  try {
    const headers = { 'x-api-key': fresh.adminKey, 'content-type': 'application/gzip' };
    const sent = await fresh.app.inject({
      method: 'POST',
      url: `${platform}/backups/upload`,
      headers,
      payload: file,
    });
    expect(sent.statusCode).toBe(201);
    const restored = await fresh.call('POST', `${platform}/backups/${sent.json().id}/restore`);
    expect(restored.statusCode).toBe(200);
    expect(restored.json().notice).toContain('another installation');
    expect((await fresh.call('GET', `${platform}/backups`)).statusCode).toBe(200);
    expect((await fresh.call('POST', `${platform}/backups/quarantine/end`)).statusCode).toBe(200);
    fresh.adminKey = service.adminKey;
    // The key that asked goes on working beside those of the backup.
    const own = new Set(service.controller.identity.apiKeys.list().map((key) => key.id));
    for (const { id: key } of fresh.controller.identity.apiKeys.list())
      if (!own.has(key)) await fresh.controller.identity.apiKeys.remove(key);
    expect(Object.fromEntries(await allReads(fresh))).toEqual(Object.fromEntries(before));
    expect(await fresh.controller.vault.secrets.read('crm')).toEqual({ token: 'first-value' });
  } finally {
    await fresh.remove();
  }
});

it('secrets are not restored under another master key, entities are', async () => {
  const file = await download(await backup());
  const folder = mkdtempSync(join(tmpdir(), 'svc-foreign-'));
  const other = await RealService.open(folder);
  try {
    const headers = { 'x-api-key': other.adminKey, 'content-type': 'application/gzip' };
    const sent = await other.app.inject({
      method: 'POST',
      url: `${platform}/backups/upload`,
      headers,
      payload: file,
    });
    const url = `${platform}/backups/${sent.json().id}/restore`;
    expect((await other.call('POST', url)).json().code).toBe('backup_foreign');
    expect((await other.call('POST', url, { categories: ['flows'] })).statusCode).toBe(200);
    expect(readFileSync(join(folder, 'flows/hello.yaml'), 'utf8')).toBe(flow('hello'));
  } finally {
    await other.remove();
    removeFolder(folder);
  }
});

it('a file that is damaged, cut off or no backup is refused and leaves nothing', async () => {
  const file = await download(await backup(['flows']));
  const damaged = Buffer.from(file);
  damaged[Math.floor(file.length / 2)] = (damaged[Math.floor(file.length / 2)] ?? 0) ^ 0xff;
  const before = readdirSync(join(service.folder, '.svc/backups')).length;
  for (const bad of [damaged, file.subarray(0, file.length - 40), Buffer.from('hello'), Buffer.alloc(0)]) {
    expect((await upload(bad)).json().code).toBe('backup_invalid');
  }
  expect(readdirSync(join(service.folder, '.svc/backups')).length).toBe(before);
});

it('no value of a secret is in a backup', async () => {
  const { gunzipSync } = await import('node:zlib');
  const unpacked = gunzipSync(await download(await backup()));
  expect(unpacked.includes('first-value')).toBe(false);
});

it('a deleted backup is gone, with its file', async () => {
  const id = await backup(['flows']);
  expect((await service.call('DELETE', `${entities}/${id}`)).statusCode).toBe(204);
  expect((await service.call('GET', `${entities}/${id}`)).json().code).toBe('backup_not_found');
  expect(readdirSync(join(service.folder, '.svc/backups')).join()).not.toContain(id);
});

it('a process that dies between renaming the file and recording it finds the backup complete at its start', async () => {
  const id = await backup(['flows']);
  const before = (await service.call('GET', `${entities}/${id}`)).json();
  const { adminKey, folder } = service;
  await service.stop();
  const storage = await openStorage(join(folder, '.svc/svc.db'));
  const changes = { status: 'running', ended_at: null, size: null, sha256: null, content: null };
  await storage.db.updateTable('backups').set(changes).where('id', '=', id).execute();
  await storage.close();
  service = await RealService.open(folder);
  service.adminKey = adminKey;
  const { status, size, sha256, content } = (await service.call('GET', `${entities}/${id}`)).json();
  expect({ status, size, sha256, content }).toEqual({
    status: 'completed',
    size: before.size,
    sha256: before.sha256,
    content: before.content,
  });
});
