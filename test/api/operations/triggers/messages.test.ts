import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isServerHere } from '../../../controller/connectors/contract/server-here.js';
import { eventually } from '../../../eventually.js';
import { RealService } from '../../identity/real-service.js';

const isHere = await isServerHere('Redis', 6_379);
const later = { prefer: 'respond-async' };
const env = { SVC_Flows__AllowPrivateNetworks: 'true' };
let count = 0;

const connection = (stream: string): string => `kind: connection
name: orders
connector: redis
config: { host: 127.0.0.1 }
subscribe: { stream: ${stream} }
`;
const trigger = (name: string, event: string, more = ''): string => `kind: trigger
name: ${name}
flow: take
event: ${event}
input: { trigger: '\${ .trigger }', event: '\${ .event }' }
${more}`;
const take = `document: { dsl: '1.0.3', namespace: shop, name: take, version: '1.0.0' }
do:
  - keep: { set: '\${ . }' }
`;
const listen = `document: { dsl: '1.0.3', namespace: shop, name: listen, version: '1.0.0' }
do:
  - wait:
      listen: { to: { one: { with: { source: /connections/orders, data: '\${ .n == 2 }' } } } }
`;

describe.skipIf(!isHere)('messages of a connection', () => {
  let redis: Redis;
  let service: RealService;
  let stream: string;

  beforeEach(async () => {
    stream = `svc-test-messages-${process.pid}-${Date.now()}-${++count}`;
    redis = new Redis({ host: '127.0.0.1', port: 6_379 });
    service = await RealService.start(
      { 'flows/take.yaml': take, 'flows/listen.yaml': listen, 'connections/orders.yaml': connection(stream) },
      env,
    );
  });
  afterEach(async () => {
    await service.remove();
    await redis.del(stream);
    redis.disconnect();
  });

  const write = (path: string, text: string) => writeFileSync(join(service.folder, path), text);
  const send = (...fields: string[]) => redis.xadd(stream, '*', ...fields);
  const state = async (name: string) => (await service.call('GET', `/api/v1/live/triggers/${name}`)).json();
  const receiving = (name: string) =>
    eventually(async () => (await state(name)).messages?.status === 'receiving');

  /** The inputs of the runs of a flow, the oldest first. */
  async function inputs(flow = 'take'): Promise<{ trigger: string; event: Record<string, unknown> }[]> {
    const { items } = (
      await service.call('GET', `/api/v1/live/runs?flow=${flow}&fields=input,output`)
    ).json();
    const runs = items.map(({ id }: { id: string }) => service.call('GET', `/api/v1/live/runs/${id}`));
    const read = (await Promise.all(runs)).map((answer) => answer.json());
    return read.map(({ input }) => input).reverse();
  }

  test('that nest too deep are texts, and do not hold up those after them', async () => {
    write('all.yaml', trigger('all', '{ from: orders }'));
    await receiving('all');
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    await send('data', deep);
    await send('data', '{"n":2}');
    await eventually(async () => (await inputs()).length === 2);
    // The large one may be accepted last: the checks of its content take longer.
    const contents = (await inputs()).map(({ event }) => event['data']);
    expect(contents).toEqual(expect.arrayContaining([deep, { n: 2 }]));
    expect(contents).toHaveLength(2);
    expect((await state('all')).messages).toMatchObject({ status: 'receiving', detail: null });
  });

  test('that are too large are parked without their content, and do not hold up those after them', async () => {
    write('all.yaml', trigger('all', '{ from: orders }'));
    await receiving('all');
    await send('data', 'x'.repeat(17 << 20));
    await send('data', '{"n":2}');
    await eventually(async () => (await inputs()).length === 1);
    const { items } = (await service.call('GET', '/api/v1/live/deliveries')).json();
    expect(items).toMatchObject([{ trigger: 'all', problem: { code: 'message_too_large' } }]);
    const replayed = await service.call('POST', `/api/v1/live/deliveries/${items[0].id}/replay`);
    expect(replayed.json()).toMatchObject({ status: 413, code: 'message_too_large' });
    await eventually(async () => (await redis.xpending(stream, 'svc'))[0] === 0);
  });

  test('start the flows of the triggers whose `with` fits, also by the attributes of CloudEvents', async () => {
    write('all.yaml', trigger('all', '{ from: orders }'));
    write('paid.yaml', trigger('paid', '{ from: orders, with: { type: com.example.paid.v1 } }'));
    write('large.yaml', trigger('large', `{ from: orders, with: { data: '\${ .total? > 100 }' } }`));
    write('other.yaml', trigger('other', '{ with: { type: svc.message.v1 } }'));
    await receiving('large');
    await send('data', '{"total":200}', 'tenant', 'acme');
    const attributes = ['specversion', '1.0', 'id', 'e1', 'source', '/shop', 'type', 'com.example.paid.v1'];
    await send(...attributes, 'data', '{"total":1}');
    await eventually(async () => (await inputs()).length === 4);
    const found = await inputs();
    expect(found.map((input) => input.trigger).sort()).toEqual(['all', 'all', 'large', 'paid']);
    expect(found.find((input) => input.trigger === 'large')?.event).toMatchObject({
      type: 'svc.message.v1',
      source: '/connections/orders',
      subject: stream,
      headers: { tenant: 'acme' },
      data: { total: 200 },
      svcconnection: 'orders',
    });
    expect(found.find((input) => input.trigger === 'paid')?.event).toMatchObject({
      id: 'e1',
      source: '/shop',
      data: { total: 1 },
      svcconnection: 'orders',
    });
  });

  test('with the id that `dedupe` gives start one run', async () => {
    write('once.yaml', trigger('once', `{ from: orders, dedupe: '\${ .data.order }' }`));
    await receiving('once');
    await send('data', '{"order":17,"attempt":1}');
    await send('data', '{"order":17,"attempt":2}');
    await send('data', '{"order":18}');
    await eventually(async () => (await inputs()).length === 2);
    await eventually(async () => (await redis.xpending(stream, 'svc'))[0] === 0);
    expect((await inputs()).map(({ event }) => event['data'])).toEqual([
      { order: 17, attempt: 1 },
      { order: 18 },
    ]);
  });

  test('wait at the server while the trigger rests', async () => {
    write('all.yaml', trigger('all', '{ from: orders }'));
    await receiving('all');
    await service.call('POST', '/api/v1/live/triggers/all/pause');
    expect((await state('all')).messages).toMatchObject({ connection: 'orders', status: 'stopped' });
    await send('data', '1');
    await service.stop();
    service = await RealService.open(service.folder, env);
    expect(await inputs()).toEqual([]);
    await service.call('POST', '/api/v1/live/triggers/all/resume');
    await eventually(async () => (await inputs()).length === 1);
  });

  test('reach a run that listens', async () => {
    const { id } = (await service.call('POST', '/api/v1/live/flows/listen/runs', {}, later)).json();
    const status = async () => (await service.call('GET', `/api/v1/live/runs/${id}`)).json();
    await eventually(async () => (await status()).status === 'waiting');
    await send('data', '{"n":1}');
    await send('data', '{"n":2}');
    await eventually(async () => (await status()).status === 'completed');
    expect((await status()).output).toEqual([{ n: 2 }]);
  });

  test('come from the new place once the connection names another', async () => {
    write('all.yaml', trigger('all', '{ from: orders }'));
    await receiving('all');
    const other = `${stream}-other`;
    write('connections/orders.yaml', connection(other));
    try {
      await redis.xadd(other, '*', 'data', '"moved"');
      await eventually(async () => (await inputs()).length === 1);
      unlinkSync(join(service.folder, 'all.yaml'));
      unlinkSync(join(service.folder, 'connections/orders.yaml'));
      await eventually(async () => !String(await redis.client('LIST')).includes('cmd=xreadgroup'));
    } finally {
      await redis.del(other);
    }
  });
});
