import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { Holder } from '../../../controller/storage/index.js';
import { eventually } from '../../eventually.js';
import { startWaiting, type WaitingNode } from './waiting-node.js';

interface Leader {
  holder: Holder;
  requests: IncomingMessage[];
  server: Server;
}

async function listening(listener: RequestListener): Promise<Server> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}

const getUrl = (server: Pick<Server, 'address'>) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** A leader that answers with its id, the method, the path and the body. */
async function startLeader(id: string, role = 'leader'): Promise<Leader> {
  const requests: IncomingMessage[] = [];
  const server = await listening(async (request, response) => {
    if (request.url === '/readyz') return response.end(JSON.stringify({ status: 'ready', role }));
    requests.push(request);
    response.end(`${id}: ${request.method} ${request.url} ${await text(request)}`);
  });
  return { holder: { id, version: '9.9.9', url: getUrl(server) }, requests, server };
}

/** The answer, once the port is open. */
const ask = (url: string, init?: RequestInit) =>
  eventually(() => fetch(url, { ...init, signal: AbortSignal.timeout(60_000) }).catch(() => undefined));

/** Serves at the port of a process that waited. */
async function takeOver({ waiting, place }: Pick<WaitingNode, 'waiting' | 'place'>) {
  const server = createServer(async (request, response) => response.end(`here: ${await text(request)}`));
  const receive = (socket: Socket) => {
    server.emit('connection', socket);
    socket.resume();
  };
  place.give(receive);
  await waiting.close(receive);
}

async function isReady(url: string): Promise<boolean> {
  const { status } = await ask(`${url}/readyz`);
  return status === 200;
}

test('passes requests on to the node that leads, and answers probes itself', async () => {
  const leader = await startLeader('one');
  const { waiting, url } = await startWaiting();
  waiting.waits(leader.holder);
  await eventually(() => isReady(url));

  const posted = await ask(`${url}/api/v1/x?y=1`, { method: 'POST', body: 'a'.repeat(500_000) });
  expect(await posted.text()).toBe(`one: POST /api/v1/x?y=1 ${'a'.repeat(500_000)}`);
  expect(await (await ask(`${url}/healthz`)).json()).toMatchObject({ status: 'alive', role: 'standby' });
  expect(await (await ask(`${url}/readyz`)).json()).toMatchObject({ status: 'ready', role: 'standby' });
  expect(leader.requests).toHaveLength(1);
});

test('a slow caller gets all of an answer whose connection the leader has closed', async () => {
  const size = 30_000_000;
  const server = await listening((request, response) => {
    if (request.url === '/readyz') return response.end(JSON.stringify({ status: 'ready', role: 'leader' }));
    response.setHeader('connection', 'close');
    return response.end(Buffer.alloc(size));
  });
  const { waiting, port, url } = await startWaiting();
  waiting.waits({ id: 'one', version: '9.9.9', url: getUrl(server) });
  await eventually(() => isReady(url));

  const caller = connect(port, '127.0.0.1');
  onTestFinished(() => void caller.destroy());
  caller.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n');
  let received = 0;
  for await (const chunk of caller) {
    received += (chunk as Buffer).length;
    if (received % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  }
  expect(received).toBeGreaterThan(size);
});

test('is alive and not ready while the leader cannot be reached, as with a wrong `Server.NodeUrl`', async () => {
  const { waiting, url } = await startWaiting();
  waiting.waits({ id: 'one', version: '9.9.9', url: 'http://127.0.0.1:9' });
  expect((await ask(`${url}/healthz`)).status).toBe(200);
  const answer = await ask(`${url}/readyz`);
  expect([answer.status, await answer.json()]).toMatchObject([
    503,
    { code: 'standby', detail: expect.stringContaining('The node one leads, and requests do not reach it') },
  ]);
});

test('sends nothing to a node that does not lead, so that requests do not go round', async () => {
  const member = await startLeader('two', 'member');
  const { waiting, url } = await startWaiting();
  waiting.waits(member.holder);
  expect((await ask(`${url}/readyz`)).status).toBe(503);
  await expect(fetch(`${url}/api/v1/x`, { signal: AbortSignal.timeout(1_500) })).rejects.toThrow();
  expect(member.requests).toEqual([]);
});

test('a request waits for the node that takes over', async () => {
  const leader = await startLeader('one');
  const { waiting, url } = await startWaiting();
  waiting.waits(leader.holder);
  await eventually(() => isReady(url));
  leader.server.closeAllConnections();
  await new Promise((resolve) => leader.server.close(resolve));

  const answer = ask(`${url}/api/v1/x`);
  expect(await isReady(url)).toBe(true);
  const next = await startLeader('two');
  waiting.waits(next.holder);
  expect(await (await answer).text()).toBe('two: GET /api/v1/x ');
});

test('a connection that has sent nothing yet is used by this process when it takes over', async () => {
  const { waiting, place, port, url } = await startWaiting();
  waiting.waits({ id: 'one', version: '9.9.9', url: 'http://127.0.0.1:9' });
  await ask(`${url}/healthz`);
  const silent = connect(port, '127.0.0.1');
  onTestFinished(() => void silent.destroy());
  await once(silent, 'connect');
  await ask(`${url}/healthz`);

  await takeOver({ waiting, place });
  silent.write('POST /api/v1/x HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 4\r\n\r\nmine');
  expect(await text(silent)).toContain('here: mine');
});

test('a request that waits is answered by this process when it takes over', async () => {
  const { waiting, place, url } = await startWaiting();
  waiting.waits({ id: 'one', version: '9.9.9', url: 'http://127.0.0.1:9' });
  await ask(`${url}/healthz`);
  const asking = request(`${url}/api/v1/x`, { method: 'POST', agent: false });
  asking.end('mine');
  const [socket] = await once(asking, 'socket');
  await once(socket, 'connect');
  // Connections are taken in their order.
  await ask(`${url}/healthz`);

  await takeOver({ waiting, place });
  const [answer] = await once(asking, 'response');
  expect(await text(answer)).toBe('here: mine');
});
