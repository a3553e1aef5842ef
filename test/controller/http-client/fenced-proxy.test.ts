import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { fetch } from 'undici';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Escape, onEscape } from '../../../controller/concurrency/emitter-fence.js';
import { createProxyAgent } from '../../../controller/http-client/index.js';
import { eventually } from '../../eventually.js';
import { TestAuthority } from '../connectors/http/certificates.js';

const authority = new TestAuthority();
const { certificate: cert, key } = authority.issue('server', 'IP:127.0.0.1');
const answer: RequestListener = ({ url }, response) => {
  if (url === '/waits') response.writeHead(200).write('begun');
  else response.end('answered');
};
const plain = createServer(answer);
const encrypted = createTlsServer({ cert, key }, answer);
/** False for a proxy that leaves its clients without an answer. */
let opensTunnels = true;
const proxy = createServer().on('connect', ({ url = '' }, socket) => {
  socket.on('error', () => socket.destroy());
  if (!opensTunnels) return;
  const server = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    server.pipe(socket).pipe(server);
  });
  server.on('error', () => socket.destroy());
  for (const [side, next] of [
    [server, socket],
    [socket, server],
  ] as const)
    side.on('close', () => next.destroy());
});
const servers: readonly Server[] = [plain, encrypted as unknown as Server, proxy];
const getPort = (server: Server): number => (server.address() as AddressInfo).port;

/** Those that this process has opened. */
let sockets: Socket[];
let escapes: Escape[];
let stop: () => void;
const note = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);

beforeAll(() =>
  Promise.all(
    servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))),
  ),
);
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  authority.remove();
});
beforeEach(() => {
  [sockets, escapes] = [[], []];
  opensTunnels = true;
  subscribe('net.client.socket', note);
  stop = onEscape((caught) => escapes.push(caught));
});
afterEach(() => {
  unsubscribe('net.client.socket', note);
  stop();
});

const openAgent = () => {
  const url = `http://127.0.0.1:${getPort(proxy)}`;
  return createProxyAgent({
    httpProxy: url,
    httpsProxy: url,
    noProxy: '',
    requestTls: { ca: authority.certificate },
  });
};

/** Throws in the connection to the proxy. */
async function throwInSocket(): Promise<void> {
  const toProxy = () => sockets.find(({ remotePort }) => remotePort === getPort(proxy));
  const socket = await eventually(toProxy);
  socket.on('planted', () => {
    throw new Error('planted');
  });
  socket.emit('planted');
}

test('an exception in a connection to a proxy that has not answered yet ends the request, and the next one is answered', async () => {
  const dispatcher = openAgent();
  opensTunnels = false;
  const asked = new Promise((resolve) => proxy.once('connect', resolve));
  const waiting = fetch(`http://127.0.0.1:${getPort(plain)}`, { dispatcher }).catch(({ cause }) => cause);
  await asked;
  await throwInSocket();
  expect(String(await waiting)).toBe('LibraryFailure: the client library failed: planted');
  expect(escapes).toEqual([{ error: new Error('planted'), owner: `http://127.0.0.1:${getPort(proxy)}/` }]);
  opensTunnels = true;
  const next = await fetch(`http://127.0.0.1:${getPort(plain)}`, { dispatcher });
  expect(await next.text()).toBe('answered');
  await dispatcher.destroy();
});

test.each([
  ['a tunnel', () => `http://127.0.0.1:${getPort(plain)}`],
  ['a tunnel with TLS', () => `https://127.0.0.1:${getPort(encrypted as unknown as Server)}`],
])(
  'an exception in the connection of %s ends the request in it, and the next one is answered',
  async (_, url) => {
    const dispatcher = openAgent();
    const waiting = await fetch(`${url()}/waits`, { dispatcher });
    const ended = waiting.text().catch((error: Error) => error);
    await throwInSocket();
    expect(await ended).toBeInstanceOf(Error);
    expect(escapes).toMatchObject([{ error: new Error('planted') }]);
    const next = await fetch(url(), { dispatcher });
    expect(await next.text()).toBe('answered');
    await dispatcher.destroy();
  },
);
