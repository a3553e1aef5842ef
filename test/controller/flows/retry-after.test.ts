import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { httpConnector } from '../../../controller/connectors/http/connector.js';
import { type Connector, ConnectorError, createHttpClient } from '../../../controller/connectors/index.js';
import { openClients } from '../connectors/networks.js';
import { json, TestServer } from '../connectors/server.js';
import { MemoryHost } from './memory-host.js';
import { plan } from './support.js';

const client = createHttpClient({ allowPrivateNetworks: true });
let server: TestServer;
/** `Retry-After` of the responses that refuse. */
let headers: string[] = [];

beforeAll(async () => {
  server = await TestServer.start((_, response) => {
    const after = headers.shift();
    if (after === undefined) return json(response, { done: true });
    response.writeHead(429, { 'retry-after': after }).end('slow down');
  });
});

beforeEach(() => {
  headers = [];
});

afterAll(async () => {
  await Promise.all([client.close(), server.stop()]);
});

const careful = (limit: string) =>
  plan(`
do:
  - careful:
      try: [ { ask: { call: http, with: { method: get, endpoint: '${server.url}/' } } } ]
      catch: { retry: { delay: PT0.05S, limit: { attempt: { count: 4 }${limit} } } }
`);

test('a retry of an HTTP call waits as long as the server asks, in seconds or as a date', async () => {
  headers = ['2', new Date(Date.now() + 3_600_000).toUTCString(), 'soon'];
  const host = new MemoryHost({ fetch: client.fetch, instant: true });
  expect(await careful('').execute({}, host)).toEqual({ done: true });
  const [first, second, third] = host.slept.map(([, ms]) => ms);
  expect([first, third]).toEqual([2_000, 50]);
  expect(second).toBeGreaterThan(3_500_000);
  expect(second).toBeLessThanOrEqual(3_600_000);
});

test('a pause beyond the limit of the policy raises the error at once, which names the pause', async () => {
  headers = ['120'];
  const host = new MemoryHost({ fetch: client.fetch, instant: true });
  await expect(careful(', duration: PT1M').execute({}, host)).rejects.toMatchObject({
    body: { status: 429, retryAfter: 120, instance: '/do/0/careful/try/0/ask' },
  });
  expect(host.slept).toEqual([]);
});

test('an action of a connection says how long the server asks to wait', async () => {
  headers = ['7'];
  const { get } = httpConnector.actions;
  const about = {
    connection: 'outside',
    config: { baseUrl: server.url },
    signal: new AbortController().signal,
  };
  const clients = openClients();
  onTestFinished(() => clients.close());
  const error = await clients
    .use(httpConnector as unknown as Connector, about, async (context) =>
      get?.run({ ...context, idempotencyKey: 'a', log: () => {} } as never, { path: '/' }),
    )
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConnectorError);
  expect(error).toMatchObject({ status: 429, retryAfter: 7 });
});
