import { afterAll, beforeAll, expect, test } from 'vitest';
import { RealService } from '../../identity/real-service.js';

const connection = (name: string) =>
  `kind: connection\nname: ${name}\nconnector: sqlite\nconfig: { file: ${name}.db, create: true }\n`;
let service: RealService;

beforeAll(async () => {
  service = await RealService.start(
    { 'connections/stock.yaml': connection('stock') },
    { SVC_Git__Enabled: 'false' },
  );
});
afterAll(() => service.remove());

const stock = '/api/v1/live/connections/stock';
const rows = '/api/v1/live/entities/sqlite/tea';

test('a connection is tested, its actions are listed and invoked', async () => {
  const tested = await service.call('POST', `${stock}/test`);
  expect(tested.json()).toMatchObject({ ok: true, detail: expect.stringContaining('SQLite') });
  const { items } = (await service.call('GET', `${stock}/actions`)).json();
  expect(items.map(({ name }: { name: string }) => name)).toEqual(['query', 'execute', 'transaction']);
  const sql = 'create table tea (id integer primary key, name text not null)';
  const made = await service.call('POST', `${stock}/actions/execute`, { sql });
  expect(made.statusCode).toBe(200);
  expect(made.headers).toMatchObject({ 'x-svc-connector': 'sqlite', 'x-svc-entity': 'connection/stock' });
  const wrong = await service.call('POST', `${stock}/actions/query`, { sql: 'select nothing' });
  expect(wrong.json()).toMatchObject({ status: 422, code: 'action_refused' });
  const unknown = await service.call('POST', `${stock}/actions/qery`, {});
  expect(unknown.json()).toMatchObject({
    code: 'action_unknown',
    hints: [{ text: 'Did you mean `query`?' }, expect.anything()],
  });
});

test('rows are entities: created, read, changed and deleted', async () => {
  const made = await service.call('POST', rows, { name: 'Assam' });
  expect([made.statusCode, made.json().name]).toEqual([201, '1']);
  const read = await service.call('GET', `${rows}/1`);
  expect(read.json()).toMatchObject({
    op: 'sqlite',
    connection: 'stock',
    definition: { id: 1, name: 'Assam' },
  });
  const etag = String(read.headers['etag']);
  const changed = await service.call('PATCH', `${rows}/1`, { name: 'Darjeeling' }, { 'if-match': etag });
  expect(changed.json()).toMatchObject({ change: 'updated', definition: { name: 'Darjeeling' } });
  const late = await service.call('PATCH', `${rows}/1`, { name: 'x' }, { 'if-match': etag });
  expect(late.json()).toMatchObject({ status: 412, code: 'version_conflict' });
  const found = await service.call('GET', `${rows}?filter=name%5E%3DDar&order=-name`);
  expect(found.json()).toMatchObject({ items: [{ name: '1' }], nextCursor: null });
  expect((await service.call('DELETE', `${rows}/1`)).statusCode).toBe(204);
  expect((await service.call('GET', `${rows}/1`)).json().code).toBe('entity_not_found');
});

test('an operator may read rows and may not write them', async () => {
  const headers = { 'x-api-key': await service.key('operator', 'operator') };
  expect((await service.call('GET', rows, undefined, headers)).statusCode).toBe(200);
  const written = await service.call('POST', `${stock}/actions/execute`, { sql: 'delete from tea' }, headers);
  expect(written.json().code).toBe('forbidden');
  expect((await service.call('POST', rows, { name: 'x' }, headers)).json().code).toBe('forbidden');
});
