import type { IncomingHttpHeaders } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { fetch } from 'undici';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHttpClient } from '../../../controller/connectors/index.js';
import { eventually } from '../../eventually.js';
import { TestServer } from './server.js';

// `redirect: manual` sends a request without the machinery of `fetch`: it must not be seen from outside.

const client = createHttpClient({ allowPrivateNetworks: true, maxResponseBytes: 200_000 });
const text = 'tea '.repeat(5_000);
let server: TestServer;
let received: { method: string | undefined; headers: IncomingHttpHeaders; body: string }[] = [];
let open = 0;

beforeAll(async () => {
  server = await TestServer.start((request, response, body) => {
    const { method, headers, url = '' } = request;
    received.push({ method, headers, body });
    const coding = url.slice('/coded/'.length);
    if (url.startsWith('/coded/')) {
      const header = coding.replace('-without-header', '').replaceAll('+', ', ');
      return response.writeHead(200, { 'content-encoding': header }).end(coded[coding]);
    }
    if (url === '/slow') {
      open++;
      response.on('close', () => open--);
      response.writeHead(200).write('first');
      return;
    }
    if (url === '/cookies') return response.setHeader('set-cookie', ['a=1', 'b=2']).end('{"a":[1]}');
    response.end('done');
  });
});
beforeEach(() => {
  received = [];
});
afterAll(() => Promise.all([client.close(), server.stop()]));

const coded: Record<string, Buffer> = {
  gzip: gzipSync(text),
  'x-gzip': gzipSync(text),
  deflate: deflateSync(text),
  'deflate-without-header': deflateRawSync(text),
  br: brotliCompressSync(text),
  'gzip+br': brotliCompressSync(gzipSync(text)),
  'gzip+gzip+gzip+gzip+gzip+gzip': gzipSync(text),
  unknown: Buffer.from(text),
};

const get = (path: string, init: RequestInit = {}) =>
  client.fetch(server.url + path, { redirect: 'manual', ...init });

test.each<[string, RequestInit]>([
  ['no headers', {}],
  ['headers', { headers: { Accept: 'text/plain', 'X-Api-Key': 'k', 'User-Agent': 'me', Host: 'other' } }],
  ['a condition', { headers: { 'if-none-match': '"a"' } }],
  ['a range', { headers: { range: 'bytes=0-1' } }],
  ['a text', { method: 'POST', body: 'hällo' }],
  ['JSON', { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } }],
  ['bytes', { method: 'PATCH', body: new Uint8Array([65, 66]) }],
  ['no body', { method: 'POST' }],
  ['DELETE', { method: 'DELETE' }],
  ['HEAD', { method: 'HEAD' }],
])('a request with %s is the one that `fetch` sends', async (_what, init) => {
  await get('/', init);
  await (await fetch(server.url, { ...init, redirect: 'manual' } as never)).text();
  const [plain, standard] = received;
  expect(plain).toEqual(standard);
});

describe('a response', () => {
  test.each(Object.keys(coded).filter((coding) => !coding.startsWith('gzip+gzip')))(
    'in %s is decoded, whole and in pieces',
    async (coding) => {
      expect(await (await get(`/coded/${coding}`)).text()).toBe(text);
      const pieces: Uint8Array[] = [];
      for await (const piece of (await get(`/coded/${coding}`)).body ?? []) pieces.push(piece);
      expect(Buffer.concat(pieces).toString()).toBe(text);
    },
  );

  test('with more codings than anyone needs is refused', async () => {
    const read = get('/coded/gzip+gzip+gzip+gzip+gzip+gzip').then((response) => response.text());
    await expect(read).rejects.toMatchObject({ status: 503, message: expect.stringContaining('6 content') });
  });

  test('that cannot be decoded fails its reader', async () => {
    coded['gzip'] = Buffer.from('no gzip at all');
    await expect((await get('/coded/gzip')).text()).rejects.toMatchObject({ status: 503 });
    coded['gzip'] = gzipSync(Buffer.alloc(1_000_000));
    await expect((await get('/coded/gzip')).text()).rejects.toMatchObject({ title: 'Response too large' });
  });

  test('has what a standard one has', async () => {
    const response = await get('/cookies#part');
    expect(response).toMatchObject({ ok: true, status: 200, statusText: 'OK', url: `${server.url}/cookies` });
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await response.clone().json()).toEqual({ a: [1] });
    expect(response.bodyUsed).toBe(false);
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe('{"a":[1]}');
    expect(response.bodyUsed).toBe(true);
    await expect(response.text()).rejects.toThrow(TypeError);
    const blob = await (await get('/')).blob();
    expect(await blob.text()).toBe('done');
  });

  test('that is read once more fails', async () => {
    const response = await get('/');
    expect(await response.text()).toBe('done');
    await expect(response.text()).rejects.toThrow(TypeError);
    expect(response.bodyUsed).toBe(true);
  });
});

test('an abort ends the response, whole or in pieces, with its own reason', async () => {
  for (const read of [
    (response: Response) => response.text(),
    async (response: Response) => {
      for await (const piece of response.body ?? []) expect(piece).toBeDefined();
    },
  ]) {
    const controller = new AbortController();
    const reason = new Error('stop');
    const response = await get('/slow', { signal: controller.signal });
    const reading = read(response);
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
    await eventually(() => open === 0);
  }
});

test('a request that was aborted before is not sent', async () => {
  const reason = new Error('too late');
  await expect(get('/', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(received).toEqual([]);
});

test('a port of another protocol is blocked, as `fetch` does', async () => {
  await expect(client.fetch('http://127.0.0.1:6667/', { redirect: 'manual' })).rejects.toMatchObject({
    message: expect.stringContaining('bad port'),
  });
});
