import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../eventually.js';
import { ServiceProcess } from './service-process.js';

let service: ServiceProcess;
let shop: Server;
let orders: { id: number; at: string }[];
let requests: string[];

beforeEach(async () => {
  orders = [];
  requests = [];
  shop = createServer((request, response) => {
    requests.push(request.url ?? '');
    const since = new URL(request.url ?? '', 'http://shop').searchParams.get('since') ?? '';
    const page = orders.filter(({ at }) => at >= since);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ orders: page }));
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  service = new ServiceProcess(undefined, { SVC_Limits__RequestsPerMinute: '100000' });
  for (const folder of ['flows', 'connections', 'triggers']) mkdirSync(service.file(folder));
});

afterEach(async () => {
  await service.dispose();
  shop.closeAllConnections();
  await new Promise((resolve) => shop.close(resolve));
});

function write(kind: string, name: string, text: string): void {
  writeFileSync(service.file(`${kind}s`, `${name}.yaml`), text);
}

async function call<Answer>(path: string): Promise<Answer> {
  return (await (await service.request(path)).json()) as Answer;
}

interface Run {
  input: { id: number };
}

const started = async () =>
  (await call<{ items: Run[] }>('/api/v1/live/runs?flow=take-order&limit=200&fields=input')).items.map(
    ({ input }) => input.id,
  );

test('killed again and again while an application gets new items, each item starts one run', async () => {
  const { port } = shop.address() as AddressInfo;
  write(
    'connection',
    'shop',
    `kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: "http://127.0.0.1:${port}" }\n`,
  );
  write(
    'flow',
    'take-order',
    "document: { dsl: '1.0.3', namespace: test, name: take-order, version: '1.0.0' }\ndo: [{ note: { set: { id: '${ .id }' } } }]\n",
  );
  write(
    'trigger',
    'new-orders',
    `kind: trigger
name: new-orders
flow: take-order
event:
  from: shop
  poll:
    action: get
    arguments: { path: /orders, query: { since: '\${ .since // "" }' } }
    every: PT5S
    items: \${ .orders }
    key: \${ .id }
    since: \${ .at }
`,
  );
  const add = (id: number) =>
    orders.push({ id, at: new Date(Date.UTC(2026, 0, 1) + id * 1_000).toISOString() });
  // Those that are there before the first poll start nothing.
  add(1);
  add(2);
  await service.start();
  await eventually(async () => requests.length > 0);
  for (let id = 3; id <= 20; id += 6) {
    const before = requests.length;
    for (let more = 0; more < 6; more++) add(id + more);
    await eventually(async () => requests.length > before);
    await service.kill();
    await service.start();
  }
  const wanted = Array.from({ length: 18 }, (_, index) => index + 3);
  await eventually(async () => (await started()).length === wanted.length);
  expect((await started()).sort((a, b) => a - b)).toEqual(wanted);
  const trigger = await call<{ poll: object; kind: string; next: string[] }>(
    '/api/v1/live/triggers/new-orders',
  );
  expect(trigger).toMatchObject({
    kind: 'event',
    messages: null,
    poll: { connection: 'shop', action: 'get', status: 'polling', items: 18, detail: null },
  });
  expect(trigger.next).toHaveLength(1);
});
