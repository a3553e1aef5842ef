import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { guardedNetwork, openNetwork } from './networks.js';

const never = new AbortController().signal;
let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.close();
});

test('connects to a server', async () => {
  const socket = await openNetwork.connect({ host: 'localhost', port }, never);
  const [data] = await once(socket, 'data');
  expect(String(data)).toBe('hello');
});

test.each(['127.0.0.1', 'localhost', '::1', '10.0.0.1', '169.254.169.254'])(
  'refuses %s where private addresses are not allowed',
  async (host) => {
    await expect(guardedNetwork.connect({ host, port }, never)).rejects.toMatchObject({
      kind: 'authorization',
      title: 'Address not allowed',
    });
  },
);

test('refuses the addresses of cloud metadata always', async () => {
  expect(() => openNetwork.check('169.254.169.254')).toThrow('metadata');
  await expect(openNetwork.connect({ host: '169.254.169.254', port }, never)).rejects.toThrow('metadata');
});

test('says what is wrong with a server that is not there', async () => {
  await expect(openNetwork.connect({ host: '127.0.0.1', port: 1 }, never)).rejects.toMatchObject({
    kind: 'communication',
    message: '127.0.0.1:1: nothing accepts connections there',
  });
  await expect(openNetwork.connect({ host: 'no.such.name.invalid', port: 1 }, never)).rejects.toMatchObject({
    kind: 'communication',
    message: expect.stringContaining('no.such.name.invalid:1: the name '),
  });
});

test('speaks TLS, and refuses a server that does not', async () => {
  await expect(openNetwork.connect({ host: '127.0.0.1', port, tls: {} }, never)).rejects.toMatchObject({
    kind: 'communication',
  });
});

test('ends with its signal', async () => {
  const abort = new AbortController();
  // An address of documentation (RFC 5737): nothing answers there.
  const waiting = openNetwork.connect({ host: '192.0.2.1', port: 9 }, abort.signal);
  abort.abort(new Error('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
});
