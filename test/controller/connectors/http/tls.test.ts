import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Clients, validateConfig } from '../../../../controller/connectors/index.js';
import { eventually } from '../../../eventually.js';
import { guardedNetwork, openNetwork } from '../networks.js';
import { json, TestServer } from '../server.js';
import { TestAuthority } from './certificates.js';
import { http, shown, useCalls } from './use.js';

const call = useCalls();

const authority = new TestAuthority();
const stranger = new TestAuthority('stranger');
const client = authority.issue('svc client');
const locked = authority.issue('svc client', undefined, 'geheim');
let server: Server;
let plain: TestServer;
let port = 0;
/** Names of the clients of all requests. */
let clients: string[] = [];
let sockets = 0;

beforeAll(async () => {
  plain = await TestServer.start((request, response) => json(response, { asked: request.url }));
  const { certificate: cert, key } = authority.issue('server', 'DNS:bank.test');
  const options = { cert, key, ca: authority.certificate, requestCert: true, rejectUnauthorized: true };
  server = createServer(options, (request, response) => {
    const socket = request.socket as TLSSocket;
    clients.push(String(socket.getPeerCertificate().subject?.CN));
    if (request.url === '/away') return response.writeHead(307, { location: `${plain.url}/` }).end();
    json(response, { name: socket.servername, url: request.url });
  });
  server.on('connection', (socket) => {
    sockets++;
    socket.on('close', () => sockets--);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  await Promise.all([new Promise((resolve) => server.close(resolve)), plain.stop()]);
  authority.remove();
  stranger.remove();
});
beforeEach(() => {
  clients = [];
});

const trusted = { ca: authority.certificate, serverName: 'bank.test' };
const own = { certificate: client.certificate, privateKey: client.key };
const config = (tls: Record<string, string>, more = {}) => ({
  baseUrl: `https://127.0.0.1:${port}`,
  tls,
  ...more,
});

describe('a connection with a client certificate', () => {
  test('shows it, and checks the name in the certificate of the server', async () => {
    expect(await call(config({ ...trusted, ...own }))).toEqual({ name: 'bank.test', url: '/' });
    expect(clients).toEqual(['svc client']);
  });

  test('opens a key with its passphrase', async () => {
    const tls = { ...trusted, certificate: locked.certificate, privateKey: locked.key, passphrase: 'geheim' };
    expect(await call(config(tls))).toMatchObject({ name: 'bank.test' });
  });

  test('closes its sockets with its client', async () => {
    const from = new Clients(openNetwork);
    const before = sockets;
    for (let time = 0; time < 3; time++) await call(config({ ...trusted, ...own }, { timeout: 7 }), { from });
    expect(sockets).toBeGreaterThan(before);
    await from.close();
    await eventually(() => sockets <= before);
  });

  test('is refused by the server without one', async () => {
    await expect(call(config(trusted))).rejects.toMatchObject({ kind: 'communication', status: 503 });
    expect(clients).toEqual([]);
  });

  test('trusts no server of another authority, and none with another name', async () => {
    const unknown = call(config({ ...own, ca: stranger.certificate, serverName: 'bank.test' }));
    await expect(unknown).rejects.toMatchObject({ status: 503 });
    const renamed = call(config({ ...trusted, ...own, serverName: 'shop.test' }));
    await expect(renamed).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('altnames'),
    });
    const unnamed = call(config({ ...own, ca: authority.certificate }));
    await expect(unnamed).rejects.toMatchObject({ status: 503 });
    expect(clients).toEqual([]);
  });

  test('follows no redirect to another origin', async () => {
    const failure = await call(config({ ...trusted, ...own }), { input: { path: '/away' } }).catch((e) => e);
    expect(failure).toMatchObject({ code: 'redirect_refused' });
  });

  test('asks for tokens at other origins without its certificate', async () => {
    const auth = { type: 'oauth2', tokenUrl: `https://localhost:${port}/token`, clientId: 'svc' };
    const failure = await call(config({ ...trusted, ...own }, { auth })).catch((error) => error);
    // The authority is not trusted there, as the authority of the connection is its own.
    expect(failure).toMatchObject({ status: 503 });
    expect(clients).toEqual([]);
  });

  test.each(['https://127.0.0.1', 'https://localhost', 'https://169.254.169.254'])(
    'reaches %s under the rules of the network only',
    async (address) => {
      const from = new Clients(guardedNetwork);
      const tls = { ...trusted, ...own };
      const failure = await call({ baseUrl: `${address}:${port}`, tls }, { from }).catch((error) => error);
      expect(failure).toMatchObject({ kind: 'authorization', title: 'Address not allowed', status: 403 });
      await from.close();
    },
  );
});

describe('a certificate that cannot be used', () => {
  test.each([
    ['the key of another', { ...own, privateKey: stranger.issue('x').key }, /not the key of/],
    [
      'a wrong passphrase',
      { certificate: locked.certificate, privateKey: locked.key, passphrase: 'falsch' },
      /passphrase/,
    ],
    ['no passphrase', { certificate: locked.certificate, privateKey: locked.key }, /passphrase/],
    ['no PEM', { ...own, privateKey: 'geheim' }, /cannot be read/],
    ['no authority', { ca: 'nothing' }, /cannot be read/],
  ])('is an error of the configuration: %s', async (_, tls, message) => {
    const failure = await call(config(tls)).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'configuration', message: expect.stringMatching(message) });
    expect(shown(failure)).not.toMatch(/geheim|falsch|PRIVATE KEY/);
  });

  test('as is one for an address without TLS', async () => {
    const failure = await call({ baseUrl: plain.url, tls: own }).catch((error) => error);
    expect(failure).toMatchObject({ kind: 'configuration', message: expect.stringContaining('https') });
  });
});

describe('the schema', () => {
  const faults = (tls: object) =>
    validateConfig(http, { baseUrl: 'https://a.test', tls: { ...tls } }).map(({ rule, pointer }) => [
      rule,
      pointer,
    ]);
  const reference = { secret: 'bank/client', key: 'key' };

  test('takes keys from secrets only, and certificates from either', () => {
    expect(faults({ certificate: 'PEM', privateKey: reference })).toEqual([]);
    expect(faults({ certificate: reference, privateKey: reference, passphrase: reference })).toEqual([]);
    expect(faults({ certificate: 'PEM', privateKey: 'PEM' })).toEqual([
      ['credential-plain', '/tls/privateKey'],
    ]);
  });

  test('wants a key with a certificate', () => {
    expect(faults({ certificate: 'PEM' })).toHaveLength(1);
    expect(faults({ privateKey: reference })).toHaveLength(1);
    expect(faults({})).toHaveLength(1);
    expect(faults({ serverName: 'a.test:443' })).toEqual([['config-invalid', '/tls/serverName']]);
  });
});
