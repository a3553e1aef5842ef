import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUrl, hasServer, newDatabase } from '../controller/storage/engines.js';
import { eventually } from '../eventually.js';
import { makeRemote } from '../faults/remote.js';
import { removeFolder } from '../remove-folder.js';
import { PolledShop } from './polled-shop.js';
import { ServiceProcess } from './service-process.js';

const env = { SVC_Limits__RequestsPerMinute: '100000', SVC_Flows__AllowPrivateNetworks: 'true' };
let shop: PolledShop;
let services: ServiceProcess[];

beforeEach(async () => {
  shop = await PolledShop.open();
  services = [];
});

afterEach(async () => {
  for (const service of services) await service.dispose();
  await shop.close();
});

function createService(more: Record<string, string> = {}): ServiceProcess {
  const service = new ServiceProcess(undefined, { ...env, ...more });
  services.push(service);
  return service;
}

async function call<Answer>(service: ServiceProcess, path: string, apiKey = service.apiKey): Promise<Answer> {
  const answer = await service.request(path, { headers: { 'x-api-key': apiKey } });
  return (await answer.json()) as Answer;
}

interface RunList {
  items: { input: { id: number } }[];
}

/** The ids of the orders that started runs, ascending. */
async function started(service: ServiceProcess, branch: string, apiKey?: string): Promise<number[]> {
  const path = `/api/v1/${branch}/runs?flow=take-order&limit=200&fields=input`;
  // A member whose leader was killed refuses for some seconds.
  const { items = [] } = await call<Partial<RunList>>(service, path, apiKey);
  return items.map(({ input }) => input.id).sort((a, b) => a - b);
}

const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('killed again and again while an application gets new items, each item starts one run', async () => {
  const service = createService();
  for (const [path, text] of Object.entries(shop.files)) {
    mkdirSync(dirname(service.file(path)), { recursive: true });
    writeFileSync(service.file(path), text);
  }
  // Those that are there before the first poll start nothing.
  shop.add(1, 2);
  await service.start();
  const poll = async () =>
    (await call<{ poll: { status: string } }>(service, '/api/v1/live/triggers/new-orders')).poll;
  await eventually(async () => (await poll()).status === 'polling');
  for (let id = 3; id <= 20; id += 6) {
    const before = shop.requests.length;
    shop.add(...ids(id, id + 5));
    await eventually(async () => shop.requests.length > before);
    await service.kill();
    await service.start();
  }
  await eventually(async () => (await started(service, 'live')).length === 18);
  expect(await started(service, 'live')).toEqual(ids(3, 20));
  const trigger = await call<object>(service, '/api/v1/live/triggers/new-orders');
  expect(trigger).toMatchObject({
    kind: 'event',
    messages: null,
    next: [expect.any(String)],
    poll: { connection: 'shop', action: 'get', status: 'polling', items: 18, detail: null },
  });
});

describe.skipIf(!(await hasServer()))('on two nodes', () => {
  test('one polls, and the other goes on where the killed one has stopped', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-polls-'));
    try {
      const key = join(folder, 'key');
      writeFileSync(key, randomBytes(32).toString('hex'), { mode: 0o600 });
      const shared = {
        SVC_Git__Remote: makeRemote(folder, shop.files),
        SVC_Database__Url: getUrl(await newDatabase()),
        SVC_Secrets__MasterKeyFile: key,
      };
      const [first, second] = [createService(shared), createService(shared)];
      shop.add(1);
      await first.start();
      const { apiKey } = first;
      await second.start();
      await eventually(async () => shop.requests.length > 0);
      shop.add(...ids(2, 5));
      await eventually(async () => (await started(second, 'main', apiKey)).length === 4);
      const before = shop.requests.length;
      shop.add(...ids(6, 9));
      await eventually(async () => shop.requests.length > before);
      await first.kill();
      shop.add(...ids(10, 12));
      await eventually(async () => (await started(second, 'main', apiKey)).length === 11);
      const after = shop.requests.length;
      await eventually(async () => shop.requests.length > after);
      expect(await started(second, 'main', apiKey)).toEqual(ids(2, 12));
    } finally {
      removeFolder(folder);
    }
  });
});
