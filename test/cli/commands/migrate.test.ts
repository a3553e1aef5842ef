import { cpSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { password, platform, RealService } from '../../api/identity/real-service.js';
import { allReads } from '../../api/operations/backups/all-reads.js';
import { getUrl, hasServer, newDatabase } from '../../controller/storage/engines.js';
import { eventually } from '../../eventually.js';
import { removeFolder } from '../../remove-folder.js';
import { svc } from '../test-io.js';

const isHere = await hasServer();
const background = { prefer: 'respond-async' };

const files = {
  'flows/sleeper.yaml': `document: { dsl: '1.0.3', namespace: test, name: sleeper, version: '1.0.0' }
do:
  - rest: { wait: { hours: 1 } }
  - done: { set: { woke: true } }
`,
  'flows/napper.yaml': `document: { dsl: '1.0.3', namespace: test, name: napper, version: '1.0.0' }
do:
  - rest: { wait: { seconds: 4 } }
  - done: { set: { woke: true } }
`,
  'flows/asker.yaml': `document: { dsl: '1.0.3', namespace: test, name: asker, version: '1.0.0' }
do:
  - approve: { call: human-task@default, with: { title: Approve, assignees: [ann] } }
`,
  'flows/counter.yaml': `document: { dsl: '1.0.3', namespace: test, name: counter, version: '1.0.0' }
do:
  - count: { call: store/seen.increment, with: { key: orders } }
`,
  'stores/seen.yaml': 'kind: store\nname: seen\n',
  'triggers/nightly.yaml': 'kind: trigger\nname: nightly\nflow: hello\nschedule: { cron: 0 3 * * * }\n',
};

async function remove(service: RealService): Promise<void> {
  await service.remove().catch(() => {});
}

/** An installation with something of each kind. */
async function installation(): Promise<RealService> {
  const service = await RealService.start(files);
  onTestFinished(() => remove(service));
  await service.user('ann', 'operator');
  const secret = { path: 'crm', value: { token: 'canary-token' } };
  await service.call('POST', `${platform}/entities/platform/secret`, secret);
  for (const name of ['ada', 'ünï']) await service.call('POST', '/api/v1/live/flows/hello/runs', { name });
  await service.call('POST', '/api/v1/live/flows/asker/runs', {}, background);
  await service.call('POST', '/api/v1/live/flows/sleeper/runs', {}, background);
  await eventually(async () => {
    const { items } = (await service.call('GET', '/api/v1/live/runs')).json();
    return items.filter(({ status }: { status: string }) => status === 'waiting').length === 2;
  });
  return service;
}

describe.skipIf(!isHere)('svc migrate', () => {
  test('moves a stopped installation, where all goes on: keys, secrets, users, runs, human tasks', async () => {
    const service = await installation();
    const { folder, adminKey } = service;
    const before = await allReads(service);
    const url = getUrl(await newDatabase());
    const line = ['migrate', '--from', join(folder, '.svc'), '--to', url];

    const busy = await svc(folder, line);
    expect([busy.exitCode === 0, busy.stderr]).toEqual([
      false,
      expect.stringContaining('data_directory_in_use'),
    ]);
    const napper = (await service.call('POST', '/api/v1/live/flows/napper/runs', {}, background)).json().id;
    await eventually(
      async () => (await service.call('GET', `/api/v1/live/runs/${napper}`)).json().status === 'waiting',
    );
    await service.stop();

    const dry = await svc(folder, [...line, '--dry-run']);
    expect([dry.exitCode, dry.stdout]).toEqual([
      0,
      expect.stringMatching(/^Would copy \d+ rows of \d+ tables/),
    ]);
    const moved = await svc(folder, line);
    expect(moved, moved.stderr).toMatchObject({ exitCode: 0 });
    expect(moved.stdout).toContain('set Database.Url');
    const again = await svc(folder, line);
    expect(again.stderr).toContain('database_not_empty');

    const after = await RealService.open(folder, { SVC_Database__Url: url });
    after.adminKey = adminKey;
    onTestFinished(() => remove(after));
    await eventually(async () => {
      const run = (await after.call('GET', `/api/v1/live/runs/${napper}`)).json();
      return run.status === 'completed' && run.output.woke;
    });
    const reads = await allReads(after);
    expect([...before.keys()].filter((key) => !reads.has(key))).toEqual([]);
    expect(await after.controller.vault.secrets.read('crm')).toEqual({ token: 'canary-token' });
    expect((await after.signIn('ann', password)).statusCode).toBe(200);
    const tasks = (
      await after.call('GET', `${platform}/human-tasks`, undefined, await after.bearer('ann'))
    ).json();
    expect(tasks.items).toMatchObject([{ title: 'Approve', status: 'open' }]);
    // Numbers that the database gives go on after the last one.
    expect((await after.call('POST', '/api/v1/live/flows/hello/runs', { name: 'x' })).statusCode).toBe(201);
    const { checks } = (await after.call('GET', `${platform}/diagnostics`)).json();
    const database = checks.find(({ name }: { name: string }) => name === 'database');
    expect(database).toMatchObject({
      // A busy server answers late, which is a warning.
      status: expect.stringMatching(/^(?:ok|warn)$/),
      detail: expect.stringMatching(/^PostgreSQL \d+.* MiB; answers/),
    });
    expect(JSON.stringify(checks)).not.toContain('root@');
  });

  test('a backup of one database is restored into the other, and gives the same answers', async () => {
    const service = await installation();
    await using(
      await RealService.open(await freshFolder(service), { SVC_Database__Url: getUrl(await newDatabase()) }),
      async (postgres) => {
        await restore(service, postgres);
        await using(await RealService.open(await freshFolder(service)), (sqlite) =>
          restore(postgres, sqlite),
        );
      },
    );
  });
});

async function using(service: RealService, work: (service: RealService) => Promise<void>): Promise<void> {
  try {
    await work(service);
  } finally {
    await remove(service);
  }
}

async function freshFolder(service: RealService): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-fresh-'));
  mkdirSync(join(folder, '.svc'));
  cpSync(join(service.folder, '.svc/master.key'), join(folder, '.svc/master.key'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** Takes a backup of `from`, restores it in `to`, and compares what both answer. */
async function restore(from: RealService, to: RealService): Promise<void> {
  const categories = [
    'flows',
    'environments',
    'connections',
    'config',
    'secrets',
    'users',
    'runs',
    'settings',
  ];
  const { id } = (await from.call('POST', `${platform}/entities/platform/backup`, { categories })).json();
  const { rawPayload } = await from.call('GET', `${platform}/backups/${id}/download`);
  const uploaded = await to.app.inject({
    method: 'POST',
    url: `${platform}/backups/upload`,
    headers: { 'x-api-key': to.adminKey, 'content-type': 'application/gzip' },
    payload: rawPayload,
  });
  const restored = await to.call('POST', `${platform}/backups/${uploaded.json().id}/restore`);
  expect(restored.json()).toMatchObject({ restore: { status: 'completed', error: null } });
  to.adminKey = from.adminKey;
  expect(await to.controller.vault.secrets.read('crm')).toEqual({ token: 'canary-token' });
  const runs = async (service: RealService) =>
    (await service.call('GET', '/api/v1/live/runs?fields=input,output')).json().items;
  const facts = (items: { id: string; output: unknown }[]) => items.map(({ id, output }) => ({ id, output }));
  expect(facts(await runs(to))).toEqual(facts(await runs(from)));
}
