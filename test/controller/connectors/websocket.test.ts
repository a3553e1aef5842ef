import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Connector } from '../../../controller/connectors/index.js';
import { webSocketConnector } from '../../../controller/connectors/websocket/connector.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { eventually } from '../../eventually.js';
import { deliversMessages } from './contract/source-suite.js';
import { keepsTheContract } from './contract/suite.js';
import { openClients } from './networks.js';

const connector = webSocketConnector as unknown as Connector;
const clients = openClients();
const received: { path: string; text: string; authorization: string | undefined }[] = [];
const followers = new Map<string, Set<WebSocket>>();
const http: Server = createServer((_, response) => response.writeHead(404).end());
const sockets = new WebSocketServer({ noServer: true });

http.on('upgrade', (request, socket, head) => {
  const { authorization } = request.headers;
  if (request.url === '/private' && authorization !== 'Bearer right') {
    socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n');
    return;
  }
  sockets.handleUpgrade(request, socket, head, (opened) => {
    const path = request.url ?? '';
    const ofPath = followers.get(path) ?? new Set();
    followers.set(path, ofPath.add(opened));
    opened.on('close', () => ofPath.delete(opened));
    opened.on('message', (data) => received.push({ path, text: String(data), authorization }));
  });
});
http.listen(0, '127.0.0.1');
await once(http, 'listening');
const { port } = http.address() as AddressInfo;

afterAll(async () => {
  await clients.close();
  sockets.close();
  http.closeAllConnections();
  http.close();
});

const config = (host: string, at: number): JsonObject => ({ url: `ws://${host}:${at}/feed` });
const at = (url: string): JsonObject => ({ url: `ws://127.0.0.1:${port}${url}` });

keepsTheContract({
  connector,
  port,
  config,
  greetsBeforeTls: true,
  wrongPassword: {
    config: (host, at) => ({ url: `ws://${host}:${at}/private`, token: 'not-this-one' }),
    password: 'not-this-one',
  },
  badConfigs: [
    [{}, ''],
    [{ url: 'https://feed.example.com' }, '/url'],
    [{ url: 'wss://user:word@feed.example.com' }, '/url'],
    [{ url: 'wss://feed.example.com', token: 'plain' }, '/token'],
  ],
  reads: { action: 'send', input: { message: 'read' } },
});

describe('the messages of a server', () => {
  let count = 0;
  deliversMessages({
    connector,
    port,
    config: (host, at) => ({ url: `ws://${host}:${at}/source` }),
    prepare: async () => ({ send: [{ subscribe: `feed-${++count}` }] }),
    async send(_, bodies) {
      for (const socket of followers.get('/source') ?? []) for (const body of bodies) socket.send(body);
    },
    keeps: false,
    hasIds: false,
  });
});

test('sends texts as they are and other values as JSON, with the token', async () => {
  const about = { connection: 'feed', config: { ...at('/private'), token: 'right', timeout: 5 } };
  const { send: action } = webSocketConnector.actions;
  type Context = Parameters<NonNullable<typeof action>['run']>[0];
  if (!action) throw new Error('there is no action');
  const send = (message: Json) =>
    clients.use(connector, { ...about, signal: AbortSignal.timeout(5_000) }, (context) =>
      action.run({ ...(context as never as Context), idempotencyKey: 'k', log: () => {} }, { message }),
    );
  await Promise.all([send('hello'), send({ order: 17 })]);
  await eventually(() => received.filter(({ path }) => path === '/private').length === 2);
  expect(received.filter(({ path }) => path === '/private').map(({ text }) => text)).toEqual([
    'hello',
    '{"order":17}',
  ]);
  expect(received.at(-1)?.authorization).toBe('Bearer right');
});
