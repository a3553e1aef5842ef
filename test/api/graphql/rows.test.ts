import { createClient } from 'graphql-sse';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GraphService } from './graph-service.js';

let service: GraphService;

const tables = [
  'create table customers (id integer primary key, name text not null)',
  `create table order_lines (
    id integer primary key, customer integer references customers(id), price decimal(10, 2), open boolean, "no-field" text)`,
  "insert into customers (id, name) values (1, 'Ada'), (2, 'Grace')",
  "insert into order_lines (id, customer, price, open, \"no-field\") values (9007199254740993, 1, '12.50', true, 'kept'), (2, 2, null, false, null)",
];

beforeAll(async () => {
  service = await GraphService.start();
  const made = await service.ask(
    'mutation { createConnection(input: { name: "warehouse", connector: "sqlite", config: { file: "stock.db", create: true } }) { change } }',
  );
  expect(made.errors).toBeUndefined();
  for (const sql of tables) {
    const { errors } = await service.ask(
      'mutation ($input: JSON) { invokeConnectorAction(connection: "warehouse", action: "execute", input: $input) { durationMs } }',
      { input: { sql } },
    );
    expect(errors).toBeUndefined();
  }
});
afterAll(() => service.stop());

const address = '/graphql?rows=warehouse';

test('rows have the columns of their table, with every digit of a number', async () => {
  const { data, errors } = await service.post(
    {
      query:
        '{ rows { warehouse { orderLines(order: "id") { nodes { name references { type name } row { id customer price open } definition } } } } }',
    },
    {},
    address,
  );
  expect(errors).toBeUndefined();
  expect(data.rows.warehouse.orderLines.nodes).toEqual([
    expect.objectContaining({
      name: '2',
      references: [{ type: 'customers', name: '2' }],
      row: { id: 2, customer: 2, price: null, open: false },
    }),
    expect.objectContaining({
      row: { id: '9007199254740993', customer: 1, price: expect.anything(), open: true },
      definition: expect.objectContaining({ 'no-field': 'kept' }),
    }),
  ]);
});

test('a list is filtered and continues after a cursor, and one row is read by its name', async () => {
  const query = `query ($after: String) { rows { warehouse {
    customers(first: 1, after: $after) { nodes { row { name } } pageInfo { endCursor hasNextPage } }
    grace: customers(filter: "name^=Gra") { nodes { name } }
    customersByName(name: "1") { row { name } }
  } } }`;
  const first = (await service.post({ query }, {}, address)).data.rows.warehouse;
  expect(first).toMatchObject({
    customers: { nodes: [{ row: { name: 'Ada' } }], pageInfo: { hasNextPage: true } },
    grace: { nodes: [{ name: '2' }] },
    customersByName: { row: { name: 'Ada' } },
  });
  const variables = { after: first.customers.pageInfo.endCursor };
  const next = await service.post({ query, variables }, {}, address);
  expect(next.data.rows.warehouse.customers.nodes).toEqual([{ row: { name: 'Grace' } }]);
});

test('a row is created, changed and deleted by its own types', async () => {
  const answer = 'change entity { name etag row { id name } }';
  const created = await service.post(
    {
      query: `mutation { createRowsWarehouseCustomers(row: { id: 3, name: "Edsger" }) { ${answer} } }`,
    },
    {},
    address,
  );
  expect(created.errors).toBeUndefined();
  const { entity } = created.data.createRowsWarehouseCustomers;
  expect(entity).toMatchObject({ name: '3', row: { name: 'Edsger' } });

  const query = `mutation ($etag: String) { patchRowsWarehouseCustomers(name: "3", etag: $etag, row: { name: "E. W." }) { ${answer} } }`;
  const patched = await service.post({ query, variables: { etag: entity.etag } }, {}, address);
  expect(patched.data.patchRowsWarehouseCustomers).toMatchObject({
    change: 'updated',
    entity: { row: { name: 'E. W.' } },
  });
  const stale = await service.post({ query, variables: { etag: entity.etag } }, {}, address);
  expect(stale.errors?.[0]?.extensions.code).toBe('version_conflict');

  const removed = await service.post(
    { query: `mutation { deleteRowsWarehouseCustomers(name: "3") { ${answer} } }` },
    {},
    address,
  );
  expect(removed.data.deleteRowsWarehouseCustomers).toEqual({ change: 'deleted', entity: null });
  const missing = await service.post(
    { query: 'mutation { createRowsWarehouseCustomers(row: { id: 4 }) { change } }' },
    {},
    address,
  );
  expect(missing.errors?.[0]?.message).toContain('name');
});

test('without the connection in the address rows are JSON, and the types are not shown', async () => {
  const { data } = await service.ask(
    '{ entities(op: "sqlite", type: "customers", connection: "warehouse") { nodes { definition } } __type(name: "RowsWarehouseCustomers") { name } }',
  );
  expect(data.entities.nodes[0].definition).toEqual({ id: 1, name: 'Ada' });
  expect(data['__type']).toBeNull();
});

test('a caller who may not read rows does not see their types', async () => {
  const viewer = { 'x-api-key': await service.getRoleKey('viewer') };
  const refused = await service.post({ query: '{ __schema { types { name } } }' }, viewer, address);
  expect(refused.data).toBeUndefined();
  expect(refused.errors?.[0]?.extensions.code).toBe('forbidden');
  const operator = { 'x-api-key': await service.getRoleKey('operator') };
  const query = '{ rows { warehouse { customersByName(name: "1") { row { name } } } } }';
  expect((await service.post({ query }, operator, address)).data.rows.warehouse).toEqual({
    customersByName: { row: { name: 'Ada' } },
  });
  const write = 'mutation { deleteRowsWarehouseCustomers(name: "1") { change } }';
  const { errors } = await service.post({ query: write }, operator, address);
  expect(errors?.[0]?.extensions.code).toBe('forbidden');
});

test.each([
  ['/graphql?rows=no-such', 'entity_not_found'],
  ['/graphql?rows=warehouse,,', 'request_invalid'],
  ['/graphql?rows=a,b,c,d,e,f', 'request_invalid'],
  ['/graphql?rows=warehouse&branch=no-such', 'branch_not_found'],
  ['/graphql?rows=shop', 'entity_type_unknown'],
])('%s is refused with %s', async (path, code) => {
  const { errors } = await service.post({ query: '{ __typename }' }, {}, path);
  expect(errors?.[0]?.extensions.code).toBe(code);
});

test('rows have the limits of any other list', async () => {
  const query =
    '{ rows { warehouse { customers(first: 200) { nodes { name references { type name pointer } } } } } }';
  const aliased = Array.from({ length: 30 }, (_, index) => `a${index}: rows ${query.slice(7, -1)}`).join(' ');
  const { errors } = await service.post({ query: `{ ${aliased} }` }, {}, address);
  expect(errors?.[0]?.extensions.code).toBe('query_too_large');
});

test('a stream has the row types of its address too', async () => {
  const client = createClient({
    url: service.url + address,
    headers: { 'x-api-key': service.apiKey },
    retryAttempts: 0,
  });
  const { value } = await client
    .iterate({ query: '{ rows { warehouse { customersByName(name: "2") { row { name } } } } }' })
    .next();
  expect(value).toEqual({ data: { rows: { warehouse: { customersByName: { row: { name: 'Grace' } } } } } });
});

test('GraphiQL at the address has the row types too', async () => {
  const ask = service.graphiQL('?rows=warehouse');
  const query = '{ rows { warehouse { customersByName(name: "1") { row { name } } } } }';
  expect(await ask({ query })).toEqual({
    data: { rows: { warehouse: { customersByName: { row: { name: 'Ada' } } } } },
  });
});
