import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blobId } from '../../../../controller/git/index.js';
import { openSqlite } from '../../../../controller/storage/index.js';
import { flow, platform, RealService } from '../../identity/real-service.js';

const entities = `${platform}/entities/platform/backup`;
const section = `${platform}/entities/platform/config-section/Limits`;
let service: RealService;

beforeAll(async () => {
  service = await RealService.start();
});
afterAll(() => service.remove());

const file = (name: string): string => join(service.folder, name);
const hello = (): string => readFileSync(file('flows/hello.yaml'), 'utf8');
const left = (): string[] => readdirSync(file('.svc/backups')).filter((name) => !name.endsWith('.tar.gz'));

async function backup(): Promise<string> {
  const categories = ['flows', 'environments', 'users', 'settings'];
  const answer = await service.call('POST', entities, { categories });
  expect(answer.json()).toMatchObject({ status: 'completed' });
  return answer.json().id;
}

const restore = (id: string) => service.call('POST', `${platform}/backups/${id}/restore`);
const lastRestore = async (id: string) => (await service.call('GET', `${entities}/${id}`)).json().lastRestore;

async function pageSize(change?: number | null): Promise<number> {
  if (change !== undefined) await service.call('PATCH', section, { ListPage: change });
  return (await service.call('GET', section)).json().values.ListPage;
}

/** Changes the database beside the service, or while it is stopped. */
function sql(statement: string, ...values: unknown[]): void {
  const database = openSqlite(file('.svc/svc.db'));
  try {
    database.exec('pragma busy_timeout = 5000');
    database.prepare(statement).run(...values);
  } finally {
    database.close();
  }
}

async function restart(whileStopped: () => void = () => {}): Promise<void> {
  const { folder, adminKey } = service;
  await service.stop();
  whileStopped();
  service = await RealService.open(folder);
  service.adminKey = adminKey;
}

/** Creates the state of a process that was killed after the files of a restore, before its tables. */
function halfDone(id: string, backupId: string, status: 'decided' | 'undoing', files: object[]): void {
  sql(
    `insert into restores (id, backup, status, categories, created_by, created_at) values (?, ?, ?, '["flows"]', 'user:test', 1)`,
    id,
    backupId,
    status,
  );
  const lines = files.map((one) => `${JSON.stringify(one)}\n`).join('');
  writeFileSync(file(`.svc/backups/.undo-${id}.ndjson`), lines);
}

const undoOfHello = (after: string, before: string) => ({
  path: 'flows/hello.yaml',
  after: blobId(Buffer.from(after)),
  before: Buffer.from(before).toString('base64'),
});

test('a restore whose tables the database refuses is undone: files, settings and users are as before', async () => {
  await pageSize(77);
  const id = await backup();
  await pageSize(88);
  await service.user('later', 'viewer');
  writeFileSync(file('flows/hello.yaml'), flow('changed'));
  sql("create trigger refuse before delete on users begin select raise(abort, 'not today'); end");
  const answer = await restore(id);
  sql('drop trigger refuse');
  expect(answer.json()).toMatchObject({ code: 'restore_failed', status: 503 });
  expect(answer.json().detail).toMatch(/nothing was changed.*not today/);
  expect(hello()).toBe(flow('changed'));
  expect(await pageSize()).toBe(88);
  expect((await service.call('GET', `${platform}/users/later`)).statusCode).toBe(200);
  expect(await lastRestore(id)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching('not today'),
  });
  expect(left()).toEqual([]);

  expect((await restore(id)).json()).toMatchObject({ restore: { status: 'completed', error: null } });
  expect(hello()).toBe(flow('hello'));
  expect(await pageSize()).toBe(77);
  expect((await service.call('GET', `${platform}/users/later`)).statusCode).toBe(404);
});

test('a dry run names the settings that would change', async () => {
  await pageSize(77);
  const id = await backup();
  await pageSize(99);
  const dry = await service.call('POST', `${platform}/backups/${id}/restore`, { dryRun: true });
  expect(dry.json().categories.settings).toMatchObject({
    changed: 1,
    examples: { changed: ['config-section/Limits.ListPage'] },
  });
  expect(await pageSize()).toBe(99);
});

test('an interrupted restore is completed and reported by the next start', async () => {
  const id = await backup();
  writeFileSync(file('flows/hello.yaml'), flow('changed'));
  await restart(() => halfDone('r-1', id, 'decided', []));
  expect(hello()).toBe(flow('hello'));
  expect(await lastRestore(id)).toMatchObject({ id: 'r-1', status: 'completed' });
  expect(service.logged.join()).toMatch(/"restore":"r-1".*an unfinished restore was completed/);
  expect(left()).toEqual([]);
});

test('an interrupted restore whose backup is damaged is undone, once', async () => {
  const id = await backup();
  await restart(() => {
    halfDone('r-2', id, 'decided', [undoOfHello(flow('hello'), flow('before'))]);
    writeFileSync(file(`.svc/backups/${id}.tar.gz`), 'damaged');
  });
  expect(hello()).toBe(flow('before'));
  expect(await lastRestore(id)).toMatchObject({
    id: 'r-2',
    status: 'failed',
    error: expect.stringMatching(/./),
  });
  expect(service.logged.join()).toMatch(/an unfinished restore was undone/);
  expect(left()).toEqual([]);
});

test('a file that was changed after the restore keeps its change when the restore is undone', async () => {
  const id = await backup();
  writeFileSync(file('flows/hello.yaml'), flow('mine'));
  await restart(() => halfDone('r-3', id, 'undoing', [undoOfHello(flow('hello'), flow('before'))]));
  expect(hello()).toBe(flow('mine'));
  expect(await lastRestore(id)).toMatchObject({ status: 'failed' });
});

test('a restore that cannot be undone yet keeps other restores waiting, and is undone when it can be', async () => {
  const id = await backup();
  const gone = { path: 'flows/gone.yaml', after: null, before: Buffer.from(flow('gone')).toString('base64') };
  await restart(() => {
    halfDone('r-4', id, 'undoing', [gone]);
    mkdirSync(file('flows/gone.yaml'));
  });
  expect(service.logged.join()).toMatch(/flows\/gone.yaml.*no plain file/);
  const answer = await restore(id);
  expect(answer.json()).toMatchObject({ code: 'restore_failed' });
  expect(answer.json().detail).toMatch(/earlier restore \(`r-4`\)/);
  rmdirSync(file('flows/gone.yaml'));
  expect((await restore(id)).json()).toMatchObject({ restore: { status: 'completed' } });
  expect(readdirSync(file('flows'))).not.toContain('gone.yaml');
  expect(left()).toEqual([]);
});

test('a completed restore that cannot be loaded reports its completion and asks for a restart of svc', async () => {
  const columns = 'name, digest, branch, flow, rights, uses, created_by, created_at';
  sql(`insert into shares (${columns}) values ('odd', 'd', 'live', 'hello', 'no JSON', 0, 'user:test', 1)`);
  const id = await backup();
  await service.user('later', 'viewer');
  const answer = await restore(id);
  expect(answer.json()).toMatchObject({ code: 'restore_not_loaded', status: 500 });
  expect(answer.json().hints[0].text).toMatch(/Restart svc/);
  expect(await lastRestore(id)).toMatchObject({ status: 'completed' });
  expect((await service.call('GET', `${platform}/users/later`)).statusCode).toBe(404);
  sql("delete from shares where name = 'odd'");
});
