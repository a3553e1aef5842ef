import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealService } from '../../identity/real-service.js';

const files = {
  'connections/stock.yaml':
    'kind: connection\nname: stock\nconnector: sqlite\nconfig: { file: usual.db, create: true }\n',
  'environments/staging.yaml': 'kind: environment\nname: staging\ndefault: true\n',
  'environments/production.yaml':
    'kind: environment\nname: production\nconnections: { stock: { config: { file: production.db } } }\n',
  'flows/where.yaml': `document: { dsl: '1.0.3', namespace: test, name: where, version: 1.0.0 }
do: [{ say: { set: { environment: '\${ $runtime.metadata.environment.name }' } } }]
`,
};
let service: RealService;

beforeAll(async () => {
  service = await RealService.start(files, { SVC_Flows__Environment: 'production' });
});
afterAll(() => service.remove());

const getEnvironment = async (body: object, query = '') =>
  (await service.call('POST', `/api/v1/live/flows/where/runs${query}`, body, { prefer: 'wait=20' })).json()
    .environment;

test('a run without an environment gets that of the installation', async () => {
  expect(await getEnvironment({})).toBe('production');
  expect(await getEnvironment({}, '?env=staging')).toBe('staging');
});

test('a call of a connection outside of runs gets that of the installation', async () => {
  const actions = '/api/v1/live/connections/stock/actions';
  const made = await service.call('POST', `${actions}/execute?env=production`, {
    sql: 'create table tea (id int)',
  });
  expect(made.statusCode).toBe(200);
  const query = { sql: 'select * from tea' };
  expect((await service.call('POST', `${actions}/query?env=staging`, query)).json().code).toBe(
    'action_refused',
  );
  expect((await service.call('POST', `${actions}/query`, query)).statusCode).toBe(200);
  const { items } = (await service.call('GET', '/api/v1/live/entities/sqlite/tea')).json();
  expect(items).toEqual([]);
});
