import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { classify, createHttpClient } from '../../../controller/connectors/index.js';
import { eventually } from '../../eventually.js';
import { json, TestServer } from './server.js';

let server: TestServer;
let other: TestServer;
/** Responses without an end that are still sent. */
let floods = 0;
const guarded = createHttpClient({ allowPrivateNetworks: false, timeoutMs: 5_000 });
const open = createHttpClient({ allowPrivateNetworks: true, timeoutMs: 60_000, maxResponseBytes: 10_000 });
const impatient = createHttpClient({ allowPrivateNetworks: true, timeoutMs: 300 });

beforeAll(async () => {
  other = await TestServer.start((request, response) => json(response, request.headers));
  server = await TestServer.start((request, response) => {
    switch (request.url) {
      case '/metadata':
        return response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
      case '/elsewhere':
        return response.writeHead(302, { location: `http://127.0.0.1:${other.port}/` }).end();
      case '/bomb':
        return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)));
      case '/silent':
        return;
      case '/trickle':
        response.writeHead(200).write('a');
        return;
      case '/flood': {
        response.writeHead(302, { location: '/' });
        floods++;
        const writing = setInterval(() => response.write(Buffer.alloc(65_536)), 1);
        response.on('close', () => {
          clearInterval(writing);
          floods--;
        });
        return;
      }
      case '/denied':
        return response.writeHead(999).end('denied');
      case '/empty':
        return response.writeHead(204).end();
      default:
        return json(response, { reached: true });
    }
  });
});

afterAll(async () => {
  await Promise.all([guarded.close(), open.close(), impatient.close(), server.stop(), other.stop()]);
});

describe('private addresses are refused, however they are written', () => {
  test.each([
    '127.0.0.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '127.1',
    '127.0.0.1.',
    '0',
    '0.0.0.0',
    '①②⑦.⓪.⓪.①',
    '[::1]',
    '[::]',
    '[::ffff:7f00:1]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    'localhost',
    'LOCALHOST',
    '10.0.0.1',
    '192.168.1.1',
    '172.16.0.1',
    '100.64.0.1',
    '[fd12:3456::1]',
  ])('%s', async (host) => {
    await expect(guarded.fetch(`http://${host}:${server.port}/`)).rejects.toMatchObject({
      name: 'ConnectorError',
      kind: 'authorization',
      status: 403,
      message: expect.stringContaining('Flows.AllowPrivateNetworks'),
    });
  });
});

test.each([
  '169.254.169.254',
  '[fe80::1]',
  '[fd00:ec2::254]',
  '[fd00:ec2::23]',
  '[fd20:ce::254]',
  '100.100.100.200',
  '224.0.0.1',
  '[ff02::1]',
  '255.255.255.255',
  '[::ffff:a9fe:a9fe]',
])('%s is refused even where private networks are allowed', async (host) => {
  await expect(open.fetch(`http://${host}/`)).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('never reach'),
  });
});

test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '64:ff9b::808:808', '::ffff:8.8.8.8', '172.32.0.1'])(
  '%s is a public address',
  (address) => {
    expect(classify(address)).toBe('public');
  },
);

test('with private networks allowed, loopback is reached', async () => {
  const response = await open.fetch(`http://localhost:${server.port}/`);
  await expect(response.json()).resolves.toEqual({ reached: true });
});

test('a redirect is checked like the request itself', async () => {
  await expect(open.fetch(`${server.url}/metadata`)).rejects.toMatchObject({ status: 403 });
});

test('credentials do not follow a redirect to another origin', async () => {
  const headers = { authorization: 'Bearer t', cookie: 'a=b', accept: 'text/plain' };
  const response = await open.fetch(`${server.url}/elsewhere`, { headers });
  expect(response.redirected).toBe(true);
  const received = (await response.json()) as Record<string, string>;
  expect(received).toMatchObject({ accept: 'text/plain' });
  expect(received).not.toHaveProperty('authorization');
  expect(received).not.toHaveProperty('cookie');
});

test.each(['file:///etc/passwd', 'data:text/plain,hello', 'ftp://example.com/', 'nonsense'])(
  '%s is not an address',
  async (address) => {
    await expect(open.fetch(address)).rejects.toMatchObject({ kind: 'configuration' });
  },
);

test('a password in an address is refused and not shown', async () => {
  const refused = await open.fetch(`http://ada:hunter22@127.0.0.1:${server.port}/`).catch((error) => error);
  expect(refused).toMatchObject({
    kind: 'configuration',
    message: expect.stringContaining('authentication'),
  });
  expect(refused.message).not.toContain('hunter22');
});

test('a body that grows too long once decompressed ends in an error', async () => {
  const response = await open.fetch(`${server.url}/bomb`);
  await expect(response.text()).rejects.toMatchObject({ status: 502, title: 'Response too large' });
});

test.each(['/silent', '/trickle'])('%s: an answer that takes too long is a timeout', async (path) => {
  const read = async () => (await impatient.fetch(server.url + path)).text();
  await expect(read()).rejects.toMatchObject({ kind: 'timeout', status: 408 });
});

test('an abort ends the request with its own reason', async () => {
  const reason = new Error('stop');
  const controller = new AbortController();
  const request = open.fetch(`${server.url}/silent`, { signal: controller.signal });
  controller.abort(reason);
  await expect(request).rejects.toBe(reason);
});

test('a port without a listener is a communication error', async () => {
  const gone = await TestServer.start(() => {});
  await gone.stop();
  await expect(open.fetch(`${gone.url}/`)).rejects.toMatchObject({ kind: 'communication', status: 503 });
});

test('a response without a body has none', async () => {
  const response = await open.fetch(`${server.url}/empty`);
  expect([response.status, response.body]).toEqual([204, null]);
});

test('a body that the caller cancels before its first piece ends at the server', async () => {
  const response = await open.fetch(`${server.url}/flood`, { redirect: 'manual' });
  expect(floods).toBe(1);
  await response.body?.cancel();
  await eventually(() => floods === 0);
});

test('a body that grew too long ends at the server', async () => {
  const response = await open.fetch(`${server.url}/flood`, { redirect: 'manual' });
  await expect(response.text()).rejects.toMatchObject({ title: 'Response too large' });
  await eventually(() => floods === 0);
});

test('a status that HTTP does not know is named', async () => {
  await expect(open.fetch(`${server.url}/denied`)).rejects.toMatchObject({
    kind: 'communication',
    status: 502,
    message: expect.stringContaining('answered with 999'),
  });
});
