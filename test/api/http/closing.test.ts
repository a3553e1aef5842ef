import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../../api/server.js';
import { flow, RealService } from '../identity/real-service.js';

let service: RealService;
let app: ReturnType<typeof buildApp>;
let port = 0;

beforeAll(async () => {
  service = await RealService.start({
    'flows/endless.yaml': flow('endless').replace(
      "greet: { set: { hello: '${ .name }' } }",
      'pause: { wait: { hours: 1 } }',
    ),
  });
});
afterAll(() => service.remove());

beforeEach(async () => {
  const { controller } = service;
  // No connection is cut by force: a test whose connections stay open does not end.
  app = buildApp({ controller, log: pino({ level: 'silent' }), latestCloseMs: 600_000 });
  onTestFinished(() => {
    app.server.closeAllConnections();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});

/** A client that keeps its connections. */
function client() {
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const headers = { 'x-api-key': service.adminKey, 'content-type': 'application/json' };
  return async (method: string, path: string, more: Record<string, string> = {}, body?: object) => {
    const sent = request({ host: '127.0.0.1', port, path, method, agent, headers: { ...headers, ...more } });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return answer;
  };
}

/** Returns the whole answer, and fails for a cut connection. */
async function rest(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer) text += chunk;
  expect(answer.complete).toBe(true);
  return text;
}

async function opened(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  onTestFinished(() => void socket.destroy());
  return socket;
}

const mcp = { accept: 'application/json, text/event-stream' };
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

test.each([
  ['events', 'GET', '/api/v1/platform/events', { accept: 'text/event-stream' }, undefined],
  ['the log', 'GET', '/api/v1/platform/logs', { accept: 'text/event-stream' }, undefined],
  ['notices of MCP', 'GET', '/mcp', { ...mcp, 'mcp-protocol-version': '2025-11-25' }, undefined],
  [
    'a subscription of MCP',
    'POST',
    '/mcp',
    { ...mcp, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { _meta: meta, notifications: { toolsListChanged: true } },
    },
  ],
] as const)(
  'a stop ends %s and does not wait for its connection',
  async (_what, method, path, headers, body) => {
    const answer = await client()(method, path, headers, body);
    expect(answer.statusCode).toBe(200);
    const whole = rest(answer);
    await app.close();
    await whole;
  },
);

test('a stop answers a caller that waits for a run, the run goes on, and the stop does not wait for the connection', async () => {
  const waiting = client()('POST', '/api/v1/live/flows/endless/runs', { prefer: 'wait=300' }, {});
  const { runs } = service.controller;
  await expect
    .poll(async () => (await runs.list({ flow: 'endless', limit: 1 })).items[0]?.status)
    .toBe('waiting');
  const closed = app.close();
  const answer = await waiting;
  const run = JSON.parse(await rest(answer));
  expect([answer.statusCode, run.status]).toEqual([202, 'waiting']);
  await closed;
  expect((await runs.get(run.id)).status).toBe('waiting');
});

test('a stop does not wait for unused connections and for kept-alive ones', async () => {
  await opened();
  const ask = client();
  await rest(await ask('GET', '/healthz'));
  await app.close();
  await expect(opened()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('the timer that watches for slow bodies ends with the server', async () => {
  const begun = vi.spyOn(globalThis, 'setInterval');
  const ended = vi.spyOn(globalThis, 'clearInterval');
  await rest(await client()('POST', '/api/v1/live/flows/none/runs', {}, {}));
  await app.close();
  const timers = begun.mock.results.map(({ value }) => value);
  expect(timers).toHaveLength(1);
  expect(ended.mock.calls.flat()).toEqual(expect.arrayContaining(timers));
});

test('a caller that leaves in the middle of a body is no internal error', async () => {
  await app.close();
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const logged = buildApp({ controller: service.controller, log });
  onTestFinished(() => logged.close());
  await logged.listen({ port: 0, host: '127.0.0.1' });
  const ended = new Promise<void>((resolve) => {
    logged.server.on('connection', (socket) => socket.on('close', () => setImmediate(resolve)));
  });
  const socket = connect((logged.server.address() as AddressInfo).port, '127.0.0.1');
  const head = ['POST /api/v1/main/flows/endless/runs HTTP/1.1', 'Host: a', `X-API-Key: ${service.adminKey}`];
  socket.write(
    [...head, 'Content-Type: application/json', 'Content-Length: 100', '', '{"name":'].join('\r\n'),
    () => setTimeout(() => socket.destroy(), 50),
  );
  await ended;
  expect(lines).toEqual([]);
});
