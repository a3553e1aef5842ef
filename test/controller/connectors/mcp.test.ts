import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type Action,
  Clients,
  type Connector,
  configDefaults,
  validateConfig,
} from '../../../controller/connectors/index.js';
import { mcpConnector } from '../../../controller/connectors/mcp/connector.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { guardedNetwork, openNetwork } from './networks.js';
import { json, TestServer } from './server.js';
import { keepsTheWebContract } from './web-api/suite.js';

const connector = mcpConnector(false) as unknown as Connector;
const token = 'tok-3f9a';
let server: Server;
let clients: Clients;
let sessions = 0;

function shop(): McpServer {
  const mcp = new McpServer({ name: 'shop', version: '1.0.0' });
  mcp.registerTool(
    'orders.get',
    {
      title: 'Read an order',
      description: 'Returns an order.',
      inputSchema: { id: z.number() },
      outputSchema: { total: z.number() },
      annotations: { readOnlyHint: true },
    },
    async ({ id }) => ({ content: [], structuredContent: { total: id * 2 } }),
  );
  mcp.registerTool('say', { inputSchema: { text: z.string() } }, async ({ text }) => ({
    content: [{ type: 'text', text: `You said ${text}` }],
  }));
  mcp.registerTool('fail', {}, async () => ({
    isError: true,
    content: [{ type: 'text', text: 'out of stock' }],
  }));
  mcp.registerResource('prices', 'shop://prices', {}, async () => ({
    contents: [{ uri: 'shop://prices', text: '1,2' }],
  }));
  return mcp;
}

async function answer(request: IncomingMessage, response: ServerResponse, body?: unknown): Promise<void> {
  if (request.headers.authorization !== `Bearer ${token}`) {
    response.writeHead(401).end();
    return;
  }
  // One server for each request: it keeps no session.
  const transport = new StreamableHTTPServerTransport();
  sessions++;
  await shop().connect(transport as never);
  await transport.handleRequest(request, response, body);
}

keepsTheWebContract({
  connector,
  handler: (request, response, body) =>
    void answer(request, response, body === '' ? undefined : JSON.parse(body)),
  config: (url) => ({ url: `${url}/mcp`, token }),
  wrong: { config: (url) => ({ url: `${url}/mcp`, token: 'wrong-token' }), secret: 'wrong-token' },
  badConfigs: [
    [{}, ''],
    [{ url: 'shop' }, '/url'],
    [{ url: 'https://shop.example.com/mcp', token: 'plain' }, '/token'],
  ],
  reads: { action: 'say', input: { text: 'hello' } },
});

beforeAll(async () => {
  clients = new Clients(openNetwork);
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await clients.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const config = (more: JsonObject = {}): JsonObject =>
  configDefaults(connector, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    token,
    ...more,
  });

function call(name: string, input: JsonObject, given = config(), known = clients): Promise<Json> {
  const about = { connection: 'shop', config: given, signal: new AbortController().signal };
  return known.use(connector, about, async (context) => {
    const actions = { ...(await connector.described?.discover?.(context)), ...connector.actions };
    const action = actions[name] as Action;
    return action.run({ ...context, idempotencyKey: 'k', log: () => {} }, input);
  });
}

test('the tools of a server are actions, with their schemas and hints', async () => {
  const about = { connection: 'shop', config: config(), signal: new AbortController().signal };
  const actions = await clients.use(connector, about, async (context) =>
    connector.described?.discover?.(context),
  );
  expect(Object.keys(actions ?? {}).sort()).toEqual(['fail', 'orders_get', 'say']);
  expect(actions?.['orders_get']).toMatchObject({
    title: 'Read an order',
    description: 'Returns an order.',
    hints: { readOnly: true, idempotent: true, destructive: false },
    input: { type: 'object', required: ['id'], properties: { id: { type: 'number' } } },
    output: { properties: { total: { type: 'number' } } },
  });
});

test('a tool gives its structured content, or its text', async () => {
  expect(await call('orders_get', { id: 40 })).toEqual({ total: 80 });
  expect(await call('say', { text: 'hello' })).toEqual({ text: 'You said hello' });
  expect(await call('request', { method: 'resources/read', parameters: { uri: 'shop://prices' } })).toEqual({
    contents: [{ uri: 'shop://prices', text: '1,2' }],
  });
});

test('failures say what failed', async () => {
  await expect(call('fail', {})).rejects.toMatchObject({
    kind: 'runtime',
    message: expect.stringContaining('out of stock'),
  });
  await expect(
    call('request', { method: 'resources/read', parameters: { uri: 'shop://none' } }),
  ).rejects.toMatchObject({ kind: 'validation' });
  const refused = await call('say', { text: 'a' }, config({ token: 'wrong-key' })).catch((error) => error);
  expect(refused).toMatchObject({ kind: 'authentication', status: 401 });
  expect(refused.message).not.toContain('wrong-key');
  await expect(call('say', {}, config({ url: 'http://127.0.0.1:1/mcp' }))).rejects.toMatchObject({
    kind: 'communication',
  });
});

test('a session is shared by the uses of a connection', async () => {
  await call('say', { text: 'a' });
  const before = sessions;
  await Promise.all([call('say', { text: 'b' }), call('say', { text: 'c' })]);
  // One request each, without another handshake.
  expect(sessions - before).toBe(2);
});

test('private addresses and programs are refused unless they are allowed', async () => {
  const guarded = new Clients(guardedNetwork);
  await expect(call('say', {}, config(), guarded)).rejects.toMatchObject({ kind: 'authorization' });
  await guarded.close();
  const program = configDefaults(connector, { command: process.execPath, arguments: ['--version'] });
  await expect(call('say', {}, program)).rejects.toMatchObject({
    kind: 'configuration',
    message: expect.stringContaining('Flows.AllowProcesses'),
  });
});

test.each<[JsonObject, string]>([
  [{}, ''],
  [{ url: 'ftp://mcp.example.com' }, '/url'],
  [{ url: 'https://mcp.example.com', token: 'plain' }, '/token'],
  [{ command: 'npx', headers: { a: 'b' } }, '/headers'],
])('finds the fault of %j', (bad, pointer) => {
  expect(validateConfig(connector, bad).map((finding) => finding.pointer)).toContain(pointer);
});

test('a list of tools that goes on without end is given up', async () => {
  const endless = await TestServer.start((_, response, body) => {
    const { id, method } = body === '' ? { id: 0, method: '' } : JSON.parse(body);
    if (method === 'tools/list')
      return json(response, { jsonrpc: '2.0', id, result: { tools: [], nextCursor: 'more' } });
    const capabilities = { tools: {} };
    const serverInfo = { name: 'endless', version: '1.0.0' };
    const result = { protocolVersion: '2025-06-18', capabilities, serverInfo };
    return method === 'initialize'
      ? json(response, { jsonrpc: '2.0', id, result })
      : response.writeHead(202).end();
  });
  try {
    await expect(call('say', {}, config({ url: `${endless.url}/mcp` }))).rejects.toMatchObject({
      kind: 'communication',
      message: expect.stringContaining('goes on after 200 pages'),
    });
  } finally {
    await endless.stop();
  }
});
