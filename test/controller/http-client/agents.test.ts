import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, fetch, request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAgent, createProxyAgent } from '../../../controller/http-client/index.js';
import { TestAuthority } from '../connectors/http/certificates.js';
import { brokenEndings, ClosingServer, completeEndings } from './closing-server.js';

/** Sizes around those of the buffers between a socket and its reader. */
const sizes = [0, 1, 1_000, 16_384, 65_535, 65_536, 66_536, 131_072, 200_000, 590_824, 3_000_000];

const authority = new TestAuthority();
const connectProxy = createServer().on('connect', ({ url = '' }, socket) => {
  const server = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    server.pipe(socket).pipe(server);
  });
  for (const side of [server, socket]) side.on('error', () => socket.destroy());
});
let plain: ClosingServer;
let encrypted: ClosingServer;
let proxyUrl: string;

beforeAll(async () => {
  plain = await ClosingServer.start();
  encrypted = await ClosingServer.start(authority.issue('server', 'IP:127.0.0.1'));
  await new Promise<void>((resolve) => connectProxy.listen(0, '127.0.0.1', resolve));
  proxyUrl = `http://127.0.0.1:${(connectProxy.address() as AddressInfo).port}`;
});

afterAll(() => {
  plain.stop();
  encrypted.stop();
  connectProxy.close();
  authority.remove();
});

type Body = AsyncIterable<Uint8Array>;
type Open = (url: string, dispatcher: Dispatcher) => Promise<Body>;

const readers: Record<string, Open> = {
  request: async (url, dispatcher) => (await request(url, { dispatcher })).body,
  fetch: async (url, dispatcher) => (await fetch(url, { dispatcher })).body as Body,
};

const tls = () => ({ ca: authority.certificate });
const ways: Record<string, { server(): ClosingServer; agent(): Dispatcher }> = {
  'without encryption': { server: () => plain, agent: () => createAgent({}) },
  'over TLS': { server: () => encrypted, agent: () => createAgent({ connect: tls() }) },
  'through a tunnel': {
    server: () => plain,
    agent: () => createProxyAgent({ httpProxy: proxyUrl, noProxy: '' }),
  },
  'over TLS through a tunnel': {
    server: () => encrypted,
    agent: () => createProxyAgent({ httpsProxy: proxyUrl, noProxy: '', requestTls: tls() }),
  },
};

/** Reads more slowly than the server sends. */
async function readSlowly(body: Body): Promise<number> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    await sleep(1);
  }
  return size;
}

describe.each(Object.keys(ways))('a server that closes while its reader has paused, %s', (way) => {
  const { server, agent: open } = ways[way] as (typeof ways)[string];

  test.each(Object.keys(readers))('gives the reader of %s a complete body', async (reader) => {
    const agent = open();
    const read = async (size: number, ending: (typeof completeEndings)[number]) =>
      readSlowly(await (readers[reader] as Open)(server().getSizeAddress(size, ending), agent));
    for (const ending of completeEndings) {
      const received = await Promise.all(sizes.map((size) => read(size, ending)));
      expect(received, ending).toEqual(sizes);
    }
    await agent.destroy();
  });

  test.each(Object.keys(readers))('fails the reader of %s when the body is incomplete', async (reader) => {
    const agent = open();
    const read = async (size: number, ending: (typeof brokenEndings)[number]) =>
      readSlowly(await (readers[reader] as Open)(server().getSizeAddress(size, ending), agent)).then(
        () => 'complete',
        () => 'failed',
      );
    for (const ending of brokenEndings) {
      // A reset may overtake the head of the response. A chunk of no bytes is the last one.
      const outcomes = await Promise.all(
        sizes.filter((size) => size > 0).map((size) => read(size, ending).catch(() => 'failed')),
      );
      expect(new Set(outcomes), ending).toEqual(new Set(['failed']));
    }
    await agent.destroy();
  });
});

test('a reader that pauses holds the server back', async () => {
  let sent = 0;
  const server = createServer((_request, response) => {
    const fill = (): void => {
      while (!response.destroyed) {
        sent += 65_536;
        if (!response.write(Buffer.alloc(65_536))) return;
      }
    };
    response.on('drain', fill);
    fill();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = createAgent({});
  const { port } = server.address() as AddressInfo;
  const { body } = await request(`http://127.0.0.1:${port}`, { dispatcher: agent });
  const [first] = await Promise.all([body[Symbol.asyncIterator]().next(), sleep(500)]);
  expect(first.done).toBe(false);
  // The buffers of the operating system on both sides of the connection take a few MiB.
  expect(sent).toBeLessThan(64 * 1024 * 1024);
  await agent.destroy();
  server.closeAllConnections();
  server.close();
});
