import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { json, TestServer } from '../../../controller/connectors/server.js';
import { eventually } from '../../../eventually.js';
import { removeFolder } from '../../../remove-folder.js';
import { flow, platform, RealService } from '../../identity/real-service.js';

const everything = ['flows', 'environments', 'connections', 'config', 'secrets', 'users', 'runs', 'settings'];
const document = (name: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n`;
const files = {
  'flows/tick.yaml': flow('tick'),
  'flows/wait.yaml': `${document('wait')}do:\n  - rest: { wait: { hours: 1 } }\n`,
  'triggers/ticking.yaml':
    'kind: trigger\nname: ticking\nflow: tick\ninput: { name: clock }\nschedule: { every: { seconds: 1 } }\n',
  'triggers/hook.yaml':
    'kind: trigger\nname: hook\nflow: tick\ninput: { name: sender }\nwebhook: { path: orders, signature: { scheme: none } }\n',
  'triggers/ended.yaml':
    'kind: trigger\nname: ended\nflow: tick\ninput: { name: event }\nevent: { with: { type: com.example.done } }\n',
};

/** Two installations with the same master key, so that one can restore all that the other had. */
const masterKey = { SVC_Secrets__MasterKey: randomBytes(32).toString('base64') };

async function backUp(service: RealService): Promise<Buffer> {
  const made = await service.call('POST', `${platform}/entities/platform/backup`, { categories: everything });
  expect(made.json()).toMatchObject({ status: 'completed' });
  return (await service.call('GET', `${platform}/backups/${made.json().id}/download`)).rawPayload;
}

async function upload(service: RealService, payload: Buffer): Promise<string> {
  const headers = { 'x-api-key': service.adminKey, 'content-type': 'application/gzip' };
  const url = `${platform}/backups/upload`;
  return (await service.app.inject({ method: 'POST', url, headers, payload })).json().id;
}

const restore = (service: RealService, id: string, body: object = {}) =>
  service.call('POST', `${platform}/backups/${id}/restore`, body);

async function getRuns(service: RealService, name: string): Promise<{ id: string; status: string }[]> {
  return (await service.call('GET', `/api/v1/live/runs?flow=${name}&limit=200`)).json().items;
}

const deliver = (service: RealService) => service.anonymous('POST', '/api/v1/live/hooks/orders', { n: 1 });

async function quarantineCheck(service: RealService) {
  const { checks } = (await service.call('GET', `${platform}/diagnostics`)).json();
  return checks.find(({ name }: { name: string }) => name === 'quarantine');
}

test('what is restored in another installation rests until a person confirms it, also across a restart', async () => {
  const first = await RealService.start(files, masterKey);
  onTestFinished(() => first.remove());
  const waiting = (
    await first.call('POST', '/api/v1/live/flows/wait/runs', {}, { prefer: 'respond-async' })
  ).json();
  await eventually(async () => (await getRuns(first, 'wait'))[0]?.status === 'waiting');
  const file = await backUp(first);

  const told: string[] = [];
  const receiver = await TestServer.start((_request, response, body) => {
    told.push(JSON.parse(body).type);
    json(response, {});
  });
  onTestFinished(() => receiver.stop());
  const folder = mkdtempSync(join(tmpdir(), 'svc-elsewhere-'));
  const webhooks = [{ Url: receiver.url, Secret: 'signed-with-this', Types: ['dev.svc.backup.*'] }];
  const env = { ...masterKey, SVC_Events__Webhooks: JSON.stringify(webhooks) };
  let second = await RealService.open(folder, env);
  onTestFinished(() => second.stop().finally(() => removeFolder(folder)));
  const own = await second.key('mine', 'admin');
  second.adminKey = own;
  const lost = await second.key('lost', 'admin');
  const id = await upload(second, file);
  expect(await quarantineCheck(second)).toMatchObject({ status: 'ok' });

  const dry = (await restore(second, id, { dryRun: true })).json();
  expect(dry).toMatchObject({ isElsewhere: true, quarantine: null, restore: null });
  expect(dry.notice).toContain('schedules, subscriptions and deliveries will be off');
  expect(dry.endedKeys.map(({ name }: { name: string }) => name)).toEqual(['lost']);
  expect(await quarantineCheck(second)).toMatchObject({ status: 'ok' });

  const done = (await restore(second, id)).json();
  expect(done).toMatchObject({
    isElsewhere: true,
    quarantine: { backup: id, restore: done.restore.id },
    endedKeys: [{ name: 'lost' }],
    notice: expect.stringContaining('POST /api/v1/platform/backups/quarantine/end'),
  });
  const me = (key: string) => second.call('GET', `${platform}/auth/me`, undefined, { 'x-api-key': key });
  expect((await me(own)).statusCode).toBe(200);
  expect((await me(first.adminKey)).statusCode).toBe(200);
  expect((await me(lost)).statusCode).toBe(401);

  // A person can still start a run, and its events start nothing.
  const quiet = async (): Promise<void> => {
    const before = (await getRuns(second, 'tick')).length;
    expect((await deliver(second)).json()).toMatchObject({ code: 'quarantined', status: 503 });
    await second.call('POST', `${platform}/events`, {
      specversion: '1.0',
      id: '1',
      source: 't',
      type: 'com.example.done',
    });
    expect((await second.call('POST', '/api/v1/live/flows/hello/runs', { name: 'Ada' })).json().status).toBe(
      'completed',
    );
    const { state, next } = (await second.call('GET', '/api/v1/live/triggers/ticking')).json();
    expect([state, next]).toEqual(['inactive', []]);
    expect(await getRuns(second, 'tick')).toHaveLength(before);
    expect(await getRuns(second, 'wait')).toMatchObject([{ id: waiting.id, status: 'suspended' }]);
    expect(await quarantineCheck(second)).toMatchObject({
      status: 'warn',
      hint: expect.stringContaining('end'),
    });
  };
  await quiet();
  const before = told.length;
  await second.call('POST', `${platform}/entities/platform/backup`, { categories: ['users'] });
  await second.stop();
  second = await RealService.open(folder, env);
  second.adminKey = own;
  await quiet();
  expect(told).toHaveLength(before);

  const ended = await second.call('POST', `${platform}/backups/quarantine/end`);
  expect(ended.json()).toMatchObject({ ended: { backup: id } });
  const known = new Set((await getRuns(second, 'tick')).map((run) => run.id));
  await eventually(async () => (await getRuns(second, 'tick')).some((run) => !known.has(run.id)));
  expect((await deliver(second)).statusCode).toBe(202);
  expect((await second.call('POST', `/api/v1/live/runs/${waiting.id}/resume`)).statusCode).toBe(200);
  await eventually(() => told.length > before);
  expect((await second.call('POST', `${platform}/backups/quarantine/end`)).json()).toEqual({ ended: null });
  expect(await quarantineCheck(second)).toMatchObject({ status: 'ok' });
});

test('a restore in the same installation begins no quarantine, and the key that asked goes on working', async () => {
  const service = await RealService.start(files, masterKey);
  onTestFinished(() => service.remove());
  const file = await backUp(service);
  const asking = await service.key('asking', 'admin');
  const other = await service.key('other', 'viewer');
  // Also as a file that was downloaded and comes back.
  const id = await upload(service, file);
  const call = (key: string, method: 'GET' | 'POST', url: string, body?: object) =>
    service.call(method, url, body, { 'x-api-key': key });
  const answer = (await call(asking, 'POST', `${platform}/backups/${id}/restore`, {})).json();
  expect(answer).toMatchObject({ isElsewhere: false, quarantine: null, endedKeys: [{ name: 'other' }] });
  expect((await call(asking, 'GET', `${platform}/auth/me`)).statusCode).toBe(200);
  expect((await call(other, 'GET', `${platform}/auth/me`)).statusCode).toBe(401);
  expect((await deliver(service)).statusCode).toBe(202);
});

test('users of another installation alone begin no quarantine', async () => {
  const first = await RealService.start(files, masterKey);
  onTestFinished(() => first.remove());
  const second = await RealService.start(files, masterKey);
  onTestFinished(() => second.remove());
  const id = await upload(second, await backUp(first));
  const answer = (await restore(second, id, { categories: ['users'] })).json();
  expect(answer).toMatchObject({ isElsewhere: true, quarantine: null });
  expect((await deliver(second)).statusCode).toBe(202);
});

test('only an administrator ends a quarantine', async () => {
  const service = await RealService.start({}, masterKey);
  onTestFinished(() => service.remove());
  const key = await service.key('operator', 'operator');
  const answer = await service.call('POST', `${platform}/backups/quarantine/end`, undefined, {
    'x-api-key': key,
  });
  expect(answer.statusCode).toBe(403);
});
