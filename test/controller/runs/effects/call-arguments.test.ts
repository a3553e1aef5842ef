import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { builtInConnectors } from '../../../../controller/connectors/index.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { Harness } from '../engine-harness.js';

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
  await harness.open({ connectors: builtInConnectors() });
  harness.entity('connection', 'shop', { connector: 'http', config: { baseUrl } });
});

afterEach(async () => {
  await harness.close();
  server.close();
});

/** Runs a flow with one call, whose arguments are known at run time only. */
async function call(action: string, input: Json) {
  const more = {
    connections: [{ connection: 'shop', action, pointer: '', given: { value: {}, pointer: '' } }],
  };
  harness.flow(
    'call',
    (given, host) =>
      host.effect('/do/0/it', (context) =>
        host.invoke({ connection: 'shop', action, input: given as JsonObject }, context, host.signal),
      ),
    more,
    ['connection/shop'],
  );
  const { id } = await harness.engine.start({ branch: 'main', flow: 'call', input, principal: 'u' });
  return harness.engine.wait(id, 60_000);
}

describe('arguments that an action does not take', () => {
  test.each([
    ['delete', { pathh: '/orders/7' }, '`shop.delete` takes no argument `pathh`'],
    ['request', { path: '/orders' }, '`shop.request` needs the argument `method`'],
    ['get', { path: 7 }, 'the argument `path` of `shop.get` must be text, not a number'],
    ['get', { output: '${}' }, 'the argument `output` of `shop.get` must be `content` or `response`'],
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
