import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { categories } from '../../../../controller/backups/index.js';
import { openSqlite } from '../../../../controller/storage/index.js';
import { eventually, WorkTree } from '../../../controller/git/git-fixture.js';
import { removeFolder } from '../../../remove-folder.js';
import { flow, platform, RealService } from '../../identity/real-service.js';
import { allReads } from './all-reads.js';

const entities = `${platform}/entities/platform/backup`;
const demo = join(import.meta.dirname, '../../../../fixtures/demo');
const folder = mkdtempSync(join(tmpdir(), 'svc-git-restore-'));
const remote = join(folder, 'remote.git');
const other = new WorkTree(join(folder, 'other'));
let service: RealService;

beforeAll(async () => {
  cpSync(demo, other.dir, { recursive: true });
  other.git('init', '--quiet', '--initial-branch=main');
  other.commit({ 'flows/hello.yaml': flow('hello'), 'README.md': '# read me\n', '.github/x.yaml': 'a: 1\n' });
  other.git('clone', '--quiet', '--bare', other.dir, remote);
  other.git('remote', 'add', 'origin', remote);
  other.git('push', '--quiet', 'origin', 'main:elsewhere');
  service = await openOver(join(folder, 'service'), remote);
});
afterAll(async () => {
  await service.stop();
  removeFolder(folder);
});

async function openOver(dir: string, from: string): Promise<RealService> {
  mkdirSync(dir, { recursive: true });
  writeFileSync(
    join(dir, 'svc.yaml'),
    `Git: { Enabled: true, Branch: main, Remote: '${from}', PollInterval: 3600 }\nLimits: { RequestsPerMinute: 100000 }\n`,
  );
  return RealService.open(dir);
}

async function backup(): Promise<string> {
  const answer = await service.call('POST', entities, { categories });
  expect(answer.json()).toMatchObject({ status: 'completed', error: null });
  return answer.json().id;
}

const restore = (id: string, body?: object) =>
  service.call('POST', `${platform}/backups/${id}/restore`, body);
const tip = (): string => git('rev-parse', 'main');
const git = (...args: string[]): string =>
  execFileSync('git', ['--git-dir', remote, ...args], { encoding: 'utf8' }).trim();
const shown = (path: string, at = 'main'): string => git('show', `${at}:${path}`);

/** Commits elsewhere, and pushes past svc. */
function pushed(files: Record<string, string>): string {
  other.git('fetch', '--quiet', 'origin');
  other.git('reset', '--quiet', '--hard', 'origin/main');
  const commit = other.commit(files, 'outside');
  other.git('push', '--quiet', 'origin', 'HEAD:main');
  return commit;
}

/** Pushes a commit from another clone while svc pushes, so that svc cannot know of it before. */
function raced(files: Record<string, string>): string {
  other.git('fetch', '--quiet', 'origin');
  other.git('reset', '--quiet', '--hard', 'origin/main');
  const commit = other.commit(files, 'outside');
  other.git('push', '--quiet', '--force', 'origin', 'HEAD:prepared');
  hooked(`unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
git update-ref refs/heads/main ${commit}
rm -f hooks/pre-receive`);
  return commit;
}

function hooked(script: string): string {
  const hook = join(remote, 'hooks/pre-receive');
  writeFileSync(hook, `#!/bin/sh\n${script}\n`);
  chmodSync(hook, 0o755);
  return hook;
}

async function pulled(commit: string): Promise<void> {
  await service.call('POST', '/api/v1/main/cicd/sync');
  await eventually(
    async () => (await service.call('GET', '/api/v1/main/cicd/sync')).json().appliedRevision === commit,
  );
}

test('entities come back as one commit at the remote, and nothing else moves', async () => {
  const id = await backup();
  const before = pushed({ 'flows/hello.yaml': flow('renamed'), 'flows/more.yaml': flow('more') });
  await pulled(before);
  await service.call('DELETE', '/api/v1/main/entities/platform/cache-policy/customer-records');
  const parent = tip();
  const elsewhere = git('rev-parse', 'elsewhere');
  const dry = await restore(id, { dryRun: true });
  expect(dry.json()).toMatchObject({
    restore: null,
    categories: {
      flows: { changed: 1, deleted: 1, created: 0 },
      config: { created: 1, examples: { created: ['cache-policies/customer-records.yaml'] } },
    },
  });
  expect(tip()).toBe(parent);

  const { revision } = (await restore(id)).json().restore;
  expect(tip()).toBe(revision);
  expect(git('rev-parse', 'main^')).toBe(parent);
  expect(git('diff', '--name-status', 'main^', 'main').split('\n')).toEqual([
    'A\tcache-policies/customer-records.yaml',
    'M\tflows/hello.yaml',
    'D\tflows/more.yaml',
  ]);
  expect(git('log', '-1', '--format=%an %s')).toMatch(/Restore 3 files from a backup$/);
  expect(shown('.github/x.yaml')).toBe('a: 1');
  expect(git('rev-parse', 'elsewhere')).toBe(elsewhere);
  expect((await service.call('GET', '/api/v1/main/flows/hello')).statusCode).toBe(200);

  expect((await restore(id)).json().restore).toMatchObject({ status: 'completed', revision: null });
  expect(tip()).toBe(revision);
});

test('a restore of one category brings back its files alone', async () => {
  const id = await backup();
  await pulled(
    pushed({
      'flows/hello.yaml': flow('renamed'),
      'environments/third.yaml': 'kind: environment\nname: third\n',
    }),
  );
  await restore(id, { categories: ['flows'] });
  expect(git('diff', '--name-only', 'main^', 'main')).toBe('flows/hello.yaml');
  expect((await service.call('GET', '/api/v1/main/environments/third')).statusCode).toBe(200);
  await restore(id);
});

test('a restore that deletes most entities is not stopped by the deletion guard', async () => {
  const id = await backup();
  const many = Array.from({ length: 40 }, (_, at) => [`flows/many/f-${at}.yaml`, flow(`f-${at}`)]);
  await pulled(pushed(Object.fromEntries(many)));
  const answer = await restore(id);
  expect(answer.json().categories.flows).toMatchObject({ deleted: 40 });
  const sync = (await service.call('GET', '/api/v1/main/cicd/sync')).json();
  expect(sync).toMatchObject({ appliedRevision: tip(), held: null });
});

test('a commit pushed during the restore stays, and the restore is put on top of it', async () => {
  const id = await backup();
  await pulled(pushed({ 'flows/hello.yaml': flow('renamed') }));
  const unseen = raced({ 'environments/unseen.yaml': 'kind: environment\nname: unseen\n' });
  expect((await restore(id)).json().restore).toMatchObject({ status: 'completed', revision: tip() });
  expect(git('rev-parse', 'main^')).toBe(unseen);
  expect(shown('flows/hello.yaml')).toBe(flow('hello').trim());
  expect(shown('environments/unseen.yaml')).toContain('unseen');
});

test('when another change of the same file is pushed during the restore, neither files nor users are restored', async () => {
  const id = await backup();
  await service.user('stays', 'viewer');
  await pulled(pushed({ 'flows/hello.yaml': flow('renamed') }));
  const theirs = raced({ 'flows/hello.yaml': flow('theirs') });
  const answer = await restore(id);
  expect(answer.statusCode).toBe(409);
  expect(answer.json().hints.length).toBeGreaterThan(0);
  expect(tip()).toBe(theirs);
  expect((await service.call('GET', `${platform}/users/stays`)).statusCode).toBe(200);
  expect((await service.call('GET', `${entities}/${id}`)).json().lastRestore.status).toBe('failed');
  await pulled(theirs);
  expect((await restore(id)).json().restore.status).toBe('completed');
  expect((await service.call('GET', `${platform}/users/stays`)).statusCode).toBe(404);
});

test('when the remote declines the commit, nothing is restored', async () => {
  const id = await backup();
  await service.user('stays', 'viewer');
  await pulled(pushed({ 'flows/hello.yaml': flow('renamed') }));
  const before = tip();
  const hook = hooked('echo "not on a Friday"\nexit 1');
  const answer = await restore(id);
  rmSync(hook);
  expect(answer.json()).toMatchObject({ code: 'push_declined', detail: expect.stringMatching(/Friday/) });
  expect(tip()).toBe(before);
  expect((await service.call('GET', `${platform}/users/stays`)).statusCode).toBe(200);
  expect((await restore(id)).json().restore.status).toBe('completed');
});

test('while the remote is away, the commit is kept and pushed when it is back', async () => {
  const id = await backup();
  await pulled(pushed({ 'flows/hello.yaml': flow('renamed') }));
  renameSync(remote, `${remote}.away`);
  const { restore: record } = (await restore(id)).json();
  expect(record.status).toBe('completed');
  renameSync(`${remote}.away`, remote);
  await service.call('POST', '/api/v1/main/cicd/sync');
  await eventually(() => tip() === record.revision);
});

test('a process killed between the commit and the tables ends the restore with the commit it had made', async () => {
  const id = await backup();
  await service.user('later', 'viewer');
  const { adminKey, folder: dir } = service;
  await service.stop();
  const database = openSqlite(join(dir, '.svc/svc.db'));
  database
    .prepare(
      `insert into restores (id, backup, status, categories, created_by, created_at, revision) values ('r-1', ?, 'decided', '["flows","users"]', 'user:test', 1, ?)`,
    )
    .run(id, tip());
  database.close();
  const before = tip();
  service = await RealService.open(dir);
  service.adminKey = adminKey;
  expect((await service.call('GET', `${platform}/users/later`)).statusCode).toBe(404);
  const { lastRestore } = (await service.call('GET', `${entities}/${id}`)).json();
  expect(lastRestore).toMatchObject({ status: 'completed', revision: before });
  expect(tip()).toBe(before);
});

test('an empty installation with the same master key answers every read like the lost one after a restore', async () => {
  await service.user('ann', 'editor');
  await service.key('machine', 'operator');
  const secret = `${platform}/entities/platform/secret`;
  for (const token of ['first-value', 'second-value'])
    await service.call('POST', secret, { path: 'crm/api', value: { token } });
  await service.call('POST', `${platform}/shares`, { name: 'link', branch: 'main', flow: 'hello' });
  await service.call('PATCH', `${platform}/entities/platform/config-section/Limits`, { ListPage: 123 });
  for (const name of ['x', 'y'])
    expect((await service.call('POST', '/api/v1/main/flows/hello/runs', { name })).statusCode).toBe(201);
  const id = await backup();
  const before = await allReads(service);
  const file = (await service.call('GET', `${platform}/backups/${id}/download`)).rawPayload;
  const empty = join(folder, 'empty.git');
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', empty]);
  const dir = join(folder, 'fresh');
  mkdirSync(join(dir, '.svc'), { recursive: true });
  cpSync(join(service.folder, '.svc/master.key'), join(dir, '.svc/master.key'));
  const fresh = await openOver(dir, empty);
  try {
    const sent = await fresh.app.inject({
      method: 'POST',
      url: `${platform}/backups/upload`,
      headers: { 'x-api-key': fresh.adminKey, 'content-type': 'application/gzip' },
      payload: file,
    });
    expect(sent.statusCode).toBe(201);
    const answer = await fresh.call('POST', `${platform}/backups/${sent.json().id}/restore`);
    expect(answer.json().restore).toMatchObject({ status: 'completed', error: null });
    fresh.adminKey = service.adminKey;
    expect((await fresh.call('POST', `${platform}/backups/quarantine/end`)).statusCode).toBe(200);
    const after = await allReads(fresh);
    expect(before.size).toBeGreaterThan(100);
    expect(Object.fromEntries(after)).toEqual(Object.fromEntries(before));
    expect(await fresh.controller.vault.secrets.read('crm/api')).toEqual({ token: 'second-value' });
    expect(execFileSync('git', ['--git-dir', empty, 'rev-list', '--count', 'main']).toString().trim()).toBe(
      '1',
    );
  } finally {
    await fresh.stop();
  }
});
