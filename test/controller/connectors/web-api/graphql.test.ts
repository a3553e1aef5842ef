import { buildSchema, GraphQLError } from 'graphql';
import { createHandler, type Response } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { graphqlConnector } from '../../../../controller/connectors/graphql/connector.js';
import type { Connector } from '../../../../controller/connectors/index.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { type Handler, json, TestServer } from '../server.js';
import { callAction, keepsTheWebContract } from './suite.js';

const sdl = `
  type Order { id: ID!, total: Float!, buyer: String }
  type Query { order(id: ID!): Order, orders(first: Int = 10, states: [State!]): [Order!]! }
  enum State { open closed }
  type Mutation { cancel(id: ID!): Order }
`;
const orders = [
  { id: 'a-1', total: 12.5, buyer: () => Promise.reject(new GraphQLError('hidden', refused('FORBIDDEN'))) },
  { id: 'a-2', total: 7, buyer: 'Ada' },
];

function refused(code: string) {
  return { extensions: { code } };
}

const answers = createHandler({
  schema: buildSchema(sdl),
  rootValue: {
    order: ({ id }: { id: string }) => orders.find((each) => each.id === id) ?? null,
    orders: ({ first }: { first: number }) => orders.slice(0, first),
    cancel: ({ id }: { id: string }) => {
      if (id !== 'a-2') throw new GraphQLError('no order to cancel', refused('BAD_USER_INPUT'));
      return orders[1];
    },
  },
});

const handler: Handler = (request, response, body) => {
  if (request.headers.authorization !== 'Bearer right')
    return json(response, { errors: [{ message: 'no such token', ...refused('UNAUTHENTICATED') }] });
  const { method = '', url = '', headers } = request;
  void (async () => {
    const answer = await answers({ method, url, headers, body, raw: request, context: undefined });
    const [content, { status, headers: sent = {} }] = answer as Response;
    response.writeHead(status, { ...sent }).end(content);
  })();
};

const config = (endpoint: string, token = 'right') => ({ endpoint, token, timeout: 10 });

const described = (schema: string | undefined): Connector =>
  ({
    ...graphqlConnector,
    actions: graphqlConnector.described?.actions({}, schema === undefined ? {} : { schema }),
  }) as unknown as Connector;

keepsTheWebContract({
  connector: described(undefined),
  handler,
  config,
  wrong: { config: (url) => config(url, 'wrong-token'), secret: 'wrong-token' },
  badConfigs: [
    [{}, ''],
    [{ endpoint: 'api.example.com' }, '/endpoint'],
    [{ endpoint: 'http://a', token: 'plain' }, '/token'],
    [{ endpoint: 'http://a', schema: 'shop.json' }, '/schema'],
  ],
  reads: { action: 'query', input: { query: '{ orders { id } }' } },
});

describe('a GraphQL API', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await TestServer.start(handler);
  });
  afterAll(() => server.stop());
  const call = (action: string, input: JsonObject): Promise<Json> =>
    callAction(described(undefined), config(server.url), { action, input });

  test('answers queries with variables, and mutations', async () => {
    const query = 'query Find($id: ID!) { order(id: $id) { total } } query All { orders { id } }';
    expect(await call('query', { query, operation: 'Find', variables: { id: 'a-2' } })).toEqual({
      data: { order: { total: 7 } },
    });
    const cancel = 'mutation ($id: ID!) { cancel(id: $id) { id } }';
    expect(await call('mutate', { query: cancel, variables: { id: 'a-2' } })).toEqual({
      data: { cancel: { id: 'a-2' } },
    });
    await expect(call('mutate', { query: cancel, variables: { id: 'a-9' } })).rejects.toMatchObject({
      kind: 'validation',
      message: expect.stringContaining('cancel: no order to cancel'),
    });
  });

  test('fails when a part fails, unless parts are enough', async () => {
    const query = '{ order(id: "a-1") { id buyer } }';
    await expect(call('query', { query })).rejects.toMatchObject({
      kind: 'authorization',
      message: expect.stringContaining('order.buyer: hidden'),
    });
    expect(await call('query', { query, partial: true })).toMatchObject({
      data: { order: { id: 'a-1', buyer: null } },
      errors: [{ message: 'hidden' }],
    });
  });

  test.each([
    ['query', { query: 'mutation { cancel(id: "a-2") { id } }' }, /Call `mutate` instead/],
    ['query', { query: '{ orders { id }' }, /line 1, column 16/],
    ['query', { query: '{ orders { idd } }' }, /Cannot query field/],
    ['query', { query: 'query ($id: ID!) { order(id: $id) { id } }' }, /needs the variable `\$id`/],
  ])('%s refuses %j', async (action, input, message) => {
    await expect(call(action, input)).rejects.toMatchObject({
      kind: 'validation',
      message: expect.stringMatching(message),
    });
  });

  test('gives its schema, against which calls are checked before they run', async () => {
    const { schema } = (await call('introspect', {})) as { schema: string };
    const { actions } = described(schema);
    const fault = (action: string, input: JsonObject) => actions[action]?.check?.(input, () => true);
    const find =
      'query ($id: ID!, $states: [State!]) { order(id: $id) { id } orders(states: $states) { id } }';
    expect(fault('query', { query: find, variables: { id: 'a-1', states: ['open'] } })).toBeUndefined();
    expect(fault('query', { query: find, variables: { id: 'a-1', states: ['late'] } })).toMatchObject({
      pointer: '/variables/states',
      message: expect.stringContaining('"State" enum'),
    });
    expect(fault('query', { query: find, variables: { idd: 'a-1' } })).toMatchObject({
      pointer: '/variables/idd',
      hint: 'Did you mean `id`?',
    });
    expect(fault('query', { query: '{ orderz { id } }' })).toMatchObject({
      pointer: '/query',
      message: expect.stringMatching(/^line 1, column 3: Cannot query field "orderz"/),
    });
    expect(fault('query', { query: 'subscription { a }' })?.hint).toContain('not supported');
  });

  test('finds the place of a fault in a schema', () => {
    const text = 'type Query {\n  order: Ordr\n}\n';
    const fault = graphqlConnector.described?.check(text, 'schema');
    expect(fault).toMatchObject({ message: expect.stringContaining('"Ordr"') });
    expect(graphqlConnector.described?.check('type Query {', 'schema')).toMatchObject({ offset: 12 });
    expect(graphqlConnector.described?.check(sdl, 'schema')).toBeUndefined();
  });
});
