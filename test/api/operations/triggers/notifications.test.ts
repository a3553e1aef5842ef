import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres } from '../../../controller/connectors/sql/databases.js';
import { eventually } from '../../../eventually.js';
import { RealService } from '../../identity/real-service.js';

const isHere = await findPostgres();
const channel = `svc_test_${process.pid}_${Date.now()}`;
const head = (name: string) =>
  `document: { dsl: '1.0.3', namespace: shop, name: ${name}, version: '1.0.0' }\n`;

const files = {
  'flows/take.yaml': `${head('take')}do: [{ keep: { set: { got: '\${ .total }' } } }]\n`,
  'flows/hear.yaml': `${head('hear')}do:
  - hear: { listen: { to: { one: { with: { source: /connections/orders } } } } }
`,
  'connections/orders.yaml': `kind: connection
name: orders
connector: postgres
config: { host: 127.0.0.1, database: test, user: root, ssl: disable }
subscribe: { channel: ${channel} }
`,
  'triggers/on-order.yaml': 'kind: trigger\nname: on-order\nflow: take\nevent: { from: orders }\n',
};

describe.skipIf(!isHere)('notifications of PostgreSQL', () => {
  const client = new pg.Client({ host: '127.0.0.1', user: 'root', database: 'test' });
  let service: RealService;

  beforeAll(async () => {
    await client.connect();
    service = await RealService.start(files, { SVC_Flows__AllowPrivateNetworks: 'true' });
  });
  afterAll(async () => {
    await service?.remove();
    await client.end();
  });

  const completed = async (flow: string): Promise<{ output: unknown }[]> =>
    (await service.call('GET', `/api/v1/live/runs?flow=${flow}&status=completed&fields=input,output`)).json()
      .items;

  test('start flows, and are heard by those that listen', async () => {
    await service.call('POST', '/api/v1/live/flows/hear/runs', {}, { prefer: 'respond-async' });
    // The server keeps nothing until svc listens.
    await eventually(async () => {
      await client.query('select pg_notify($1, $2)', [channel, JSON.stringify({ total: 80 })]);
      return (await completed('take')).length > 0 && (await completed('hear')).length === 1;
    });
    const [run] = (await completed('take')) as unknown as { id: string }[];
    const { output } = (await service.call('GET', `/api/v1/live/runs/${run?.id}`)).json();
    expect(output).toEqual({ got: 80 });
  });
});
