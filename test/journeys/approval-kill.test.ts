import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, TestServer } from '../controller/connectors/server.js';
import { WorkTree } from '../work-tree.js';
import { ServiceProcess } from './service-process.js';

/** Milliseconds from the grant to the kill. More: `KILL_MOMENTS=0,3,8,15,25,40,70,120 npx vitest run test/journeys/approval-kill.test.ts`. */
const moments = (process.env['KILL_MOMENTS'] ?? '3,25,70').split(',').map(Number);

const service = new ServiceProcess(undefined, { SVC_Flows__AllowPrivateNetworks: 'true' });
let server: TestServer;
let agent: string;
let person: string;
const calls: string[] = [];

async function send<T>(key: string, method: string, path: string, body: object = {}): Promise<T> {
  const answer = await fetch(`${service.url}/api/v1/${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as T;
}

interface Requested {
  approval: { id: string };
}
const read = (id: string) => send<{ status: string }>(person, 'GET', `platform/approvals/${id}`);
const grant = (id: string) => send<object>(person, 'POST', `platform/approvals/${id}/grant`);

async function killAndRestart(id: string, afterMs: number): Promise<string> {
  grant(id).catch(() => undefined);
  await sleep(afterMs);
  await service.kill();
  await service.start();
  return (await read(id)).status;
}

beforeAll(async () => {
  server = await TestServer.start(({ method, url }, response) => {
    if (method === 'POST') calls.push(url ?? '');
    json(response, {});
  });
  WorkTree.create(service.directory).commit({
    '.gitignore': '.svc/\n',
    'connections/shop.yaml': `kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: '${server.url}' }\n`,
  });
  await service.start();
  const create = async (actor: string) => {
    const definition = { name: actor, role: 'admin', actor };
    return (await send<{ key: string }>(service.apiKey, 'POST', 'platform/api-keys', definition)).key;
  };
  agent = await create('agent');
  person = await create('person');
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});

test('a process that is killed during a grant leaves the time before or after it, and the effect once', async () => {
  for (const [index, moment] of moments.entries()) {
    const name = `made-${index}`;
    const asked = await send<Requested>(agent, 'POST', 'platform/api-keys', { name, role: 'viewer' });
    const { id } = asked.approval;
    const count = async () => {
      const { items } = await send<{ items: { name: string }[] }>(
        person,
        'GET',
        'platform/api-keys?limit=200',
      );
      return items.filter((key) => key.name === name).length;
    };
    const status = await killAndRestart(id, moment);
    expect(['pending', 'granted'], `after ${moment} ms`).toContain(status);
    expect(await count(), `${status} after ${moment} ms`).toBe(status === 'granted' ? 1 : 0);
    await grant(id);
    expect(await count()).toBe(1);
    expect((await read(id)).status).toBe('granted');
  }
}, 600_000);

test('a call to another system is never made twice', async () => {
  for (const [index, moment] of moments.entries()) {
    const path = `/order-${index}`;
    const action = 'main/connections/shop/actions/post';
    const { approval } = await send<Requested>(agent, 'POST', action, { path });
    const status = await killAndRestart(approval.id, moment);
    const made = () => calls.filter((call) => call === path).length;
    if (status === 'pending') expect(made(), `after ${moment} ms`).toBe(0);
    if (status === 'granted') expect(made(), `after ${moment} ms`).toBe(1);
    await grant(approval.id);
    expect(made(), `${status} after ${moment} ms`).toBeLessThanOrEqual(1);
    if (status === 'pending') expect(made()).toBe(1);
  }
}, 600_000);
