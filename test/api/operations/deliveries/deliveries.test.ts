import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isServerHere } from '../../../controller/connectors/contract/server-here.js';
import { eventually } from '../../../eventually.js';
import { RealService } from '../../identity/real-service.js';

const isHere = await isServerHere('Redis', 6_379);
const stream = `svc-test-deliveries-${process.pid}-${Date.now()}`;
const deliveries = '/api/v1/live/deliveries';

const takesNumber = `document: { dsl: '1.0.3', namespace: shop, name: take, version: '1.0.0' }
input: { schema: { document: { type: object, required: [total], properties: { total: { type: number } } } } }
do:
  - keep: { set: { got: '\${ .total }' } }
`;
const files = {
  'flows/take.yaml': takesNumber,
  'connections/orders.yaml': `kind: connection
name: orders
connector: redis
config: { host: 127.0.0.1 }
subscribe: { stream: ${stream} }
`,
  'triggers/on-order.yaml': `kind: trigger
name: on-order
flow: take
event: { from: orders }
`,
};

describe.skipIf(!isHere)('messages whose trigger starts no flow', () => {
  let redis: Redis;
  let service: RealService;

  beforeEach(async () => {
    redis = new Redis({ host: '127.0.0.1', port: 6_379 });
    service = await RealService.start(files, { SVC_Flows__AllowPrivateNetworks: 'true' });
  });
  afterEach(async () => {
    await service.remove();
    await redis.del(stream);
    redis.disconnect();
  });
  afterAll(() => redis?.disconnect());

  const list = async (): Promise<Record<string, unknown>[]> =>
    (await service.call('GET', deliveries)).json().items;
  const send = (data: object) => redis.xadd(stream, '*', 'data', JSON.stringify(data));
  const runs = async (): Promise<{ status: string; id: string }[]> =>
    (await service.call('GET', '/api/v1/live/runs?flow=take&fields=input,output')).json().items;

  /** Sends a message that the flow refuses, and returns its parked delivery. */
  async function parked(): Promise<Record<string, unknown>> {
    await send({ total: 'eighty' });
    await eventually(async () => (await list()).length === 1);
    const [found = {}] = await list();
    return found;
  }

  test('are listed with the problem, and none is lost by a restart', async () => {
    const found = await parked();
    expect(found).toMatchObject({
      trigger: 'on-order',
      connection: 'orders',
      attempts: 1,
      problem: { code: 'parameters_invalid' },
    });
    const read = (await service.call('GET', `${deliveries}/${found['id']}`)).json();
    expect(read.event).toMatchObject({
      type: 'svc.message.v1',
      source: '/connections/orders',
      subject: stream,
      data: { total: 'eighty' },
      svcconnection: 'orders',
    });
    await service.stop();
    service = await RealService.open(service.folder, { SVC_Flows__AllowPrivateNetworks: 'true' });
    expect(await list()).toEqual([found]);
    await send({ total: 80 });
    await eventually(async () => (await runs()).length === 1);
    expect(await list()).toHaveLength(1);
  });

  test('stay parked by a replay that fails, and start one run once the flow takes them', async () => {
    const { id } = await parked();
    const refused = await service.call('POST', `${deliveries}/${id}/replay`);
    expect(refused.json()).toMatchObject({ status: 422, code: 'parameters_invalid' });
    expect(await list()).toMatchObject([{ id, attempts: 2 }]);
    writeFileSync(
      join(service.folder, 'flows/take.yaml'),
      takesNumber.replace('type: number', 'type: [number, string]'),
    );
    await eventually(
      async () => (await service.call('POST', `${deliveries}/${id}/replay`)).statusCode === 201,
    );
    expect(await list()).toEqual([]);
    expect(await runs()).toHaveLength(1);
    const gone = await service.call('POST', `${deliveries}/${id}/replay`);
    expect(gone.json()).toMatchObject({ status: 404, code: 'delivery_not_found' });
  });

  test('are gone once they are discarded', async () => {
    const { id } = await parked();
    expect((await service.call('POST', `${deliveries}/${id}/discard`)).json()).toMatchObject({ id });
    expect(await list()).toEqual([]);
    expect(await runs()).toEqual([]);
  });
});
