import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { leftOutTables, tableRules } from '../../../../controller/backups/archive/categories.js';
import { categories } from '../../../../controller/backups/index.js';
import { openSqlite } from '../../../../controller/storage/index.js';
import { getUrl, hasServer, inServer, newDatabase } from '../../../controller/storage/engines.js';
import { eventually } from '../../../eventually.js';
import { flow, platform, RealService } from '../../identity/real-service.js';

const masterKey = { SVC_Secrets__MasterKey: randomBytes(32).toString('base64') };
const document = (name: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n`;
const definitions = {
  'stores/seen.yaml': 'kind: store\nname: seen\n',
  'flows/approve.yaml': `${document('approve')}do:\n  - ask: { call: human-task@default, with: { title: Approve, assignees: [admin], form: { type: object } } }\n`,
  'triggers/nightly.yaml': "kind: trigger\nname: nightly\nflow: hello\nschedule: { cron: '0 2 * * *' }\n",
  'triggers/hourly.yaml': "kind: trigger\nname: hourly\nflow: hello\nschedule: { cron: '0 * * * *' }\n",
  'triggers/hook.yaml':
    "kind: trigger\nname: hook\nflow: hello\nwebhook: { path: orders, signature: { scheme: none }, dedupe: '${ .body.id }' }\n",
};

/** The rows of every table, each as JSON text. */
function readTables(service: RealService): Map<string, string[]> {
  const database = openSqlite(join(service.folder, '.svc/svc.db'));
  const tables = database.prepare("select name from sqlite_master where type = 'table'").all();
  const rows = tables.map((table) => {
    const { name } = table as { name: string };
    const all = database.prepare(`select * from "${name}"`).all();
    return [name, all.map((row) => JSON.stringify(row)).sort()] as const;
  });
  database.close();
  return new Map(rows);
}

async function upload(service: RealService, from: RealService, id: string): Promise<string> {
  const payload = (await from.call('GET', `${platform}/backups/${id}/download`)).rawPayload;
  const headers = { 'x-api-key': service.adminKey, 'content-type': 'application/gzip' };
  const url = `${platform}/backups/upload`;
  return (await service.app.inject({ method: 'POST', url, headers, payload })).json().id;
}

const deliver = (service: RealService, id: string) =>
  service.anonymous('POST', '/api/v1/live/hooks/orders', { id });
const named = new Set<string>([...tableRules.map(({ table }) => table), ...Object.keys(leftOutTables)]);

test('every table of an SQLite database is in a category of backups or named as left out', async () => {
  const service = await RealService.start({});
  onTestFinished(() => service.remove());
  const tables = [...readTables(service).keys()];
  expect(tables.filter((table) => !named.has(table))).toEqual([]);
  expect(tableRules.filter(({ table }) => !tables.includes(table))).toEqual([]);
});

test.runIf(await hasServer())('so is every table of a PostgreSQL database', async () => {
  const url = getUrl(await newDatabase());
  const service = await RealService.start({}, { SVC_Database__Url: url });
  onTestFinished(() => service.remove());
  const { rows } = await inServer("select tablename as name from pg_tables where schemaname = 'public'", url);
  expect(rows.map(({ name }) => name).filter((table) => !named.has(table))).toEqual([]);
});

test('a restore elsewhere brings pauses and delivery ids, and its answer names each table that differs', async () => {
  const first = await RealService.start(definitions, masterKey);
  onTestFinished(() => first.remove());
  await first.call('POST', '/api/v1/live/triggers/nightly/pause');
  await first.call('POST', '/api/v1/live/triggers/hook/pause');
  await first.call('POST', '/api/v1/live/triggers/hook/resume');
  await first.call('POST', '/api/v1/live/triggers/hourly/fire');
  const delivered = (await deliver(first, 'd-1')).json();
  await first.call('POST', '/api/v1/live/flows/approve/runs', {}, { prefer: 'respond-async' });
  await eventually(() => readTables(first).get('human_tasks')?.length === 1);
  const { id } = (await first.call('POST', `${platform}/entities/platform/backup`, { categories })).json();
  const before = readTables(first);

  const second = await RealService.start({ 'flows/other.yaml': flow('other') }, masterKey);
  onTestFinished(() => second.remove());
  const uploaded = await upload(second, first, id);
  const dry = (await second.call('POST', `${platform}/backups/${uploaded}/restore`, { dryRun: true })).json();
  const answer = (await second.call('POST', `${platform}/backups/${uploaded}/restore`, {})).json();
  expect(dry.tables).toEqual(answer.tables);
  expect(answer.categories.runs.examples.created).toContain('pause/live/nightly');
  const pauses = answer.tables.find(({ table }: { table: string }) => table === 'triggers');
  expect(pauses).toMatchObject({ category: 'runs', created: 1 });

  const after = readTables(second);
  const differing = [...before.keys()].filter(
    (table) => JSON.stringify(before.get(table)) !== JSON.stringify(after.get(table)),
  );
  const leftOut = new Set(answer.leftOut.map(({ table }: { table: string }) => table));
  const changed = new Set(answer.tables.map(({ table }: { table: string }) => table));
  expect(differing.filter((table) => !leftOut.has(table) && !changed.has(table))).toEqual([]);
  for (const table of ['journal', 'closures', 'trigger_deliveries', 'occurrences', 'human_tasks'])
    expect(after.get(table)?.length, table).toBeGreaterThanOrEqual(before.get(table)?.length ?? 0);

  await second.call('POST', `${platform}/backups/quarantine/end`);
  const getState = async (name: string) =>
    (await second.call('GET', `/api/v1/live/triggers/${name}`)).json().state;
  expect(await getState('nightly')).toBe('paused');
  expect(await getState('hourly')).toBe('active');
  expect((await deliver(second, 'd-1')).json()).toMatchObject({ runId: delivered.runId });
  expect((await deliver(second, 'd-2')).json().runId).not.toBe(delivered.runId);
});

test('a restore in the same installation pauses what was paused, and keeps pauses of later', async () => {
  const service = await RealService.start(definitions, masterKey);
  onTestFinished(() => service.remove());
  await service.call('POST', '/api/v1/live/triggers/nightly/pause');
  const { id } = (await service.call('POST', `${platform}/entities/platform/backup`, { categories })).json();
  await service.call('POST', '/api/v1/live/triggers/nightly/resume');
  await service.call('POST', '/api/v1/live/triggers/hourly/pause');
  const answer = (await service.call('POST', `${platform}/backups/${id}/restore`, {})).json();
  expect(answer.tables.find(({ table }: { table: string }) => table === 'triggers')).toMatchObject({
    created: 1,
  });
  for (const name of ['nightly', 'hourly']) {
    const { state, next } = (await service.call('GET', `/api/v1/live/triggers/${name}`)).json();
    expect(state, name).toBe('paused');
    expect(next, name).toBeDefined();
  }
  await service.call('POST', '/api/v1/live/triggers/nightly/resume');
  const { state, next } = (await service.call('GET', '/api/v1/live/triggers/nightly')).json();
  expect([state, next.length]).toEqual(['active', 3]);
});
