import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../eventually.js';
import { RealService } from '../../identity/real-service.js';

const head = (name: string) =>
  `document: { dsl: '1.0.3', namespace: shop, name: ${name}, version: '1.0.0' }\n`;
const trigger = (name: string, path: string, more = '', flow = 'take') => `kind: trigger
name: ${name}
flow: ${flow}
event:
  from: shop
  poll: { action: get, arguments: { path: ${path} }, every: PT5S, key: '\${ .id }', start: beginning }
${more}`;

let application: Server;
let service: RealService;
let orders: object[] = [];
let busy: { status: number; headers: Record<string, string> } | undefined;

beforeAll(async () => {
  application = createServer(({ url, headers }, response) => {
    const { status = 200, headers: more = {} } = (url === '/busy' && busy) || {};
    const isKnown = headers.authorization === 'Bearer the-shop-token';
    response.writeHead(isKnown ? status : 401, { 'content-type': 'application/json', ...more });
    response.end(JSON.stringify(url === '/orders' ? orders : []));
  });
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
  const { port } = application.address() as AddressInfo;
  const files = {
    'flows/take.yaml': `${head('take')}do: [{ keep: { set: { order: '\${ .id }' } } }]\n`,
    'flows/strict.yaml': `${head('strict')}input: { schema: { document: { type: object, required: [total] } } }
do: [{ keep: { set: { total: '\${ .total }' } } }]
`,
    'flows/hear.yaml': `${head('hear')}do:
  - hear: { listen: { to: { one: { with: { type: svc.item.v1, data: '\${ .id == 2 }' } } } } }
`,
    'connections/shop.yaml': `kind: connection
name: shop
connector: http
config:
  baseUrl: http://127.0.0.1:${port}
  auth: { type: bearer, token: { secret: shop/api, key: token } }
`,
    'triggers/orders.yaml': trigger('orders', '/orders'),
    'triggers/large.yaml': trigger('large', '/orders', "  with: { data: '${ .total > 100 }' }\n"),
    'triggers/strict.yaml': trigger('strict', '/orders', '', 'strict'),
    'triggers/busy.yaml': trigger('busy', '/busy'),
  };
  service = await RealService.start(files, { SVC_Flows__AllowPrivateNetworks: 'true' });
});
afterAll(async () => {
  await service?.remove();
  application.closeAllConnections();
  await new Promise((resolve) => application.close(resolve));
});

const get = async (path: string) => (await service.call('GET', `/api/v1/live${path}`)).json();
const read = (name: string) => get(`/triggers/${name}`);

interface Run {
  principal: string;
  input: { id: number };
}

/** The ids of the orders that started runs of a trigger, ascending. */
async function started(name: string): Promise<number[]> {
  const { items } = (await get('/runs?fields=input&limit=100')) as { items: Run[] };
  const own = items.filter(({ principal }) => principal === `trigger/live/${name}`);
  return own.map(({ input }) => input.id).sort((a, b) => a - b);
}

test('a connection whose secret is missing fails its polls until the secret is there; the state has no secret', async () => {
  const failing = await eventually(async () => {
    const state = await read('orders');
    return state.poll.status === 'failing' && state;
  });
  expect(failing.poll.detail).toMatch(/shop\/api/);
  expect(failing.next).toHaveLength(1);
  orders = [{ id: 1, total: 50 }];
  const secret = { path: 'shop/api', value: { token: 'the-shop-token' } };
  await service.call('POST', '/api/v1/platform/entities/platform/secret', secret);
  await eventually(async () => (await started('orders')).length === 1);
  const state = await read('orders');
  expect(state.poll).toMatchObject({ status: 'polling', items: 1, detail: null });
  expect(JSON.stringify(state)).not.toContain('the-shop-token');
});

test('each trigger gets the items of its own poll, those that fit its `with`; runs that listen hear them', async () => {
  await service.call('POST', '/api/v1/live/flows/hear/runs', {}, { prefer: 'respond-async' });
  await eventually(async () => (await get('/runs?flow=hear')).items[0]?.waitingFor !== null);
  orders = [...orders, { id: 2, total: 150 }];
  await eventually(
    async () => (await started('large')).length === 1 && (await started('orders')).length === 2,
  );
  expect(await started('large')).toEqual([2]);
  expect(await started('orders')).toEqual([1, 2]);
  await eventually(async () => (await get('/runs?flow=hear')).items[0]?.status === 'completed');
});

test('an item whose run is refused is parked, and the items after it start', async () => {
  orders = [...orders, { id: 3 }];
  const parked = await eventually(async () => {
    const { items } = await get('/deliveries?trigger=strict');
    return items.length === 1 && items[0];
  });
  expect(parked).toMatchObject({ trigger: 'strict', connection: 'shop' });
  expect(parked.problem.code).toBe('parameters_invalid');
});

test('a paused trigger does not poll, and its items start when it is resumed', async () => {
  const paused = (await service.call('POST', '/api/v1/live/triggers/orders/pause', {})).json();
  expect(paused).toMatchObject({ state: 'paused', next: [], poll: { status: 'stopped' } });
  orders = [...orders, { id: 4, total: 1 }];
  await eventually(async () => (await started('strict')).includes(4));
  expect(await started('orders')).not.toContain(4);
  await service.call('POST', '/api/v1/live/triggers/orders/resume', {});
  await eventually(async () => (await started('orders')).includes(4));
});

test('an application that asks for a pause gets it, and the state says why', async () => {
  busy = { status: 429, headers: { 'retry-after': '3600' } };
  const state = await eventually(async () => {
    const { poll, next } = await read('busy');
    return poll.status === 'failing' && /429|many/i.test(poll.detail) && { poll, next };
  });
  expect(Date.parse(state.next[0]) - Date.now()).toBeGreaterThan(3_000_000);
});

test('a poll has no times to fire or to fill up', async () => {
  const answer = await service.call('POST', '/api/v1/live/triggers/orders/fire', {});
  expect(answer.json()).toMatchObject({ code: 'trigger_not_scheduled' });
});
