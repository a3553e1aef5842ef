import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtInConnectors, type Connector } from '../../../../controller/connectors/index.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { Harness } from '../engine-harness.js';

/** A connector of a package, which reads answers by its own means. */
const deepConnector: Connector = {
  name: 'deep',
  title: 'Deep',
  description: 'Answers with lists inside of each other.',
  configSchema: { type: 'object' },
  actions: {
    get: {
      title: 'Get',
      description: 'Returns lists.',
      input: { type: 'object' },
      hints: { readOnly: true, idempotent: true, destructive: false },
      run: async () => JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)),
    },
    fail: {
      title: 'Fail',
      description: 'Fails.',
      input: { type: 'object' },
      hints: { readOnly: true, idempotent: true, destructive: false },
      run: async () => {
        throw new RangeError('index out of range: 3 + 10 > 7');
      },
    },
  },
};

let harness: Harness;
let server: Server;
/** The requests that reached the server. */
let requests: string[];

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.setHeader('content-type', 'application/json').end('{"ok":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  harness = new Harness();
  await harness.open({ connectors: [...builtInConnectors(), deepConnector] });
  harness.entity('connection', 'shop', { connector: 'http', config: { baseUrl } });
});

afterEach(async () => {
  await harness.close();
  server.close();
});

/** Runs a flow with one call, whose arguments are known at run time only. */
async function call(action: string, input: Json, connection = 'shop') {
  const more = {
    connections: [{ connection, action, pointer: '', args: { value: {}, pointer: '' } }],
  };
  harness.flow(
    'call',
    (given, host) =>
      host.effect('/do/0/it', (context) =>
        host.invoke({ connection, action, input: given as JsonObject }, context, host.signal),
      ),
    more,
    [`connection/${connection}`],
  );
  const { id } = await harness.engine.start({ branch: 'main', flow: 'call', input, principal: 'u' });
  return harness.engine.wait(id, 60_000);
}

test('an answer that nests too deep ends the run with a communication error', async () => {
  harness.entity('connection', 'abyss', { connector: 'deep', config: {} });
  expect(await call('get', {}, 'abyss')).toMatchObject({
    status: 'faulted',
    error: { type: expect.stringContaining('/communication'), status: 502, title: 'Response not readable' },
  });
});

test('an error that a connector does not know is one of the flow, and no defect that ends the run', async () => {
  harness.entity('connection', 'abyss', { connector: 'deep', config: {} });
  expect(await call('fail', {}, 'abyss')).toMatchObject({
    status: 'faulted',
    error: {
      type: expect.stringContaining('/runtime'),
      status: 500,
      title: 'Connector failed',
      detail: 'The connector `deep` failed: index out of range: 3 + 10 > 7',
    },
  });
});

describe('arguments that an action does not take', () => {
  test.each([
    ['delete', { pathh: '/orders/7' }, '`shop.delete` takes no argument `pathh`'],
    ['request', { path: '/orders' }, '`shop.request` needs the argument `method`'],
    ['get', { path: 7 }, 'the argument `path` of `shop.get` must be text, not a number'],
    ['get', { output: '${}' }, 'the argument `output` of `shop.get` must be `content`, `response` or `file`'],
  ])('%s %j ends the run with a configuration error, and nothing is sent', async (action, input, detail) => {
    expect(await call(action, input)).toMatchObject({
      status: 'faulted',
      error: { type: expect.stringContaining('/configuration'), title: 'Arguments invalid', detail },
    });
    expect(requests).toEqual([]);
  });

  test('are not answered from a cache', async () => {
    harness.entity('cache-policy', 'keep', { ttl: 'PT1H', key: '1', appliesTo: [{ connection: 'shop' }] });
    expect((await call('get', { path: '/orders' })).status).toBe('completed');
    expect((await call('get', { pathh: '/orders' })).status).toBe('faulted');
    expect(requests).toEqual(['GET /orders']);
  });
});
