import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Backup } from '../../../../controller/backups/index.js';
import { openSqlite } from '../../../../controller/storage/index.js';
import { eventually } from '../../../controller/git/git-fixture.js';
import { platform, RealService } from '../../identity/real-service.js';

const entities = `${platform}/entities/platform/backup`;
const told: { type: string; data: { id: string } }[] = [];
const receiver = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    told.push(JSON.parse(Buffer.concat(parts).toString()));
    response.writeHead(204).end();
  });
});
let service: RealService;

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  service = await RealService.start({
    'svc.yaml': `Git: { Enabled: false }
Backups: { Keep: 2 }
Events: { Webhooks: [{ Url: 'http://127.0.0.1:${port}/', Secret: 'a secret of the receiver', Types: [dev.svc.backup.*] }] }
`,
  });
});
afterAll(async () => {
  await service.remove();
  receiver.closeAllConnections();
  receiver.close();
});

const folder = (...names: string[]): string => join(service.folder, '.svc/backups', ...names);

async function backup(): Promise<Backup> {
  return (await service.call('POST', entities, { categories: ['flows', 'settings'] })).json();
}

async function list(origin: string, status = 'completed'): Promise<Backup[]> {
  const { items } = (await service.call('GET', entities)).json();
  return items.filter((one: Backup) => one.origin === origin && one.status === status);
}

async function restart(whileStopped: () => void): Promise<void> {
  const { folder, adminKey } = service;
  await service.stop();
  whileStopped();
  service = await RealService.open(folder);
  service.adminKey = adminKey;
}

function sql(statement: string, ...values: unknown[]): void {
  const database = openSqlite(join(service.folder, '.svc/svc.db'));
  database.prepare(statement).run(...values);
  database.close();
}

test('a backup that is being downloaded is deleted neither on request nor to make room', async () => {
  const { id } = await backup();
  const restored = async () =>
    (await service.call('POST', `${platform}/backups/${id}/restore`)).json().restore;
  const { safetyBackup } = await restored();
  const download = (await service.controller.backups.file(safetyBackup)).open();
  await new Promise((resolve) => download.once('open', resolve));
  for (let count = 0; count < 3; count++) await restored();
  const ids = (await list('restore')).map((one) => one.id);
  expect(ids).toHaveLength(3);
  expect(ids).toContain(safetyBackup);
  const refused = await service.call('DELETE', `${entities}/${safetyBackup}`);
  expect(refused.json()).toMatchObject({ code: 'backup_busy', detail: expect.stringMatching(/downloaded/) });
  download.destroy();
  await new Promise((resolve) => download.once('close', resolve));
  await restored();
  expect((await list('restore')).map((one) => one.id)).not.toContain(safetyBackup);
  expect(existsSync(folder(`${safetyBackup}.tar.gz`))).toBe(false);
});

test('a folder that cannot be written is reported, no partial file stays, and records of failures do not pile up', async () => {
  renameSync(folder(), folder('../elsewhere'));
  writeFileSync(folder(), 'no folder');
  for (let count = 0; count < 4; count++) {
    expect(await backup()).toMatchObject({
      status: 'failed',
      size: null,
      error: expect.stringMatching(/^The backup could not be written: .*not a directory/i),
    });
  }
  expect(await list('manual', 'failed')).toHaveLength(2);
  rmSync(folder());
  renameSync(folder('../elsewhere'), folder());
  expect(await backup()).toMatchObject({ status: 'completed', error: null });
  expect(readdirSync(folder()).filter((name) => !name.endsWith('.tar.gz'))).toEqual([]);
});

test('each backup is announced once, also the backup that a start completes', async () => {
  const { id } = await backup();
  await eventually(() => told.some(({ data }) => data.id === id));
  await restart(() => {
    told.splice(0);
    // The stop may have come before the answer to the first announcement was noted: it would be sent again.
    sql('delete from outbox');
    sql(
      "update backups set status = 'running', ended_at = null, size = null, sha256 = null where id = ?",
      id,
    );
  });
  await eventually(() =>
    told.some(({ type, data }) => type === 'dev.svc.backup.completed.v1' && data.id === id),
  );
  expect(told.filter(({ data }) => data.id === id)).toHaveLength(1);
  expect(service.logged.join()).toContain('a backup whose record was not written is completed');
});

test('an interrupted deletion is completed by the next start, and its backup is not listed before', async () => {
  const { id } = await backup();
  sql("update backups set status = 'deleting' where id = ?", id);
  expect((await service.call('GET', `${entities}/${id}`)).json().code).toBe('backup_not_found');
  await restart(() => {});
  expect(existsSync(folder(`${id}.tar.gz`))).toBe(false);
});

test('after a loss of the data directory, the backups in their folder are listed and can be restored', async () => {
  await service.user('ann', 'viewer');
  const { id } = (await service.call('POST', entities, { categories: ['flows', 'users'] })).json();
  const dir = mkdtempSync(join(tmpdir(), 'svc-lost-'));
  mkdirSync(join(dir, '.svc'));
  cpSync(join(service.folder, '.svc/master.key'), join(dir, '.svc/master.key'));
  cpSync(folder(), join(dir, 'kept'), { recursive: true });
  writeFileSync(join(dir, 'kept', `${id.slice(0, -1)}x.tar.gz`), 'of another program');
  writeFileSync(join(dir, 'kept', `${id.slice(0, -4)}abcd.tar.gz`), 'damaged');
  writeFileSync(join(dir, 'svc.yaml'), 'Git: { Enabled: false }\nBackups: { Directory: kept }\n');
  const fresh = await RealService.open(dir);
  try {
    const found = await eventually(async () => {
      const { items } = (await fresh.call('GET', entities)).json();
      return items.find((one: Backup) => one.id === id);
    });
    expect(found).toMatchObject({ status: 'completed', origin: 'upload', categories: ['flows', 'users'] });
    const answer = await fresh.call('POST', `${platform}/backups/${id}/restore`);
    expect(answer.json().restore).toMatchObject({ status: 'completed' });
    fresh.adminKey = service.adminKey;
    expect((await fresh.call('GET', `${platform}/users/ann`)).statusCode).toBe(200);
    expect(readdirSync(join(dir, 'kept'))).toEqual(expect.arrayContaining([`${id.slice(0, -4)}abcd.tar.gz`]));
  } finally {
    await fresh.remove();
  }
});
