import { mkdtempSync, rmSync } from 'node:fs';
import { type ServerResponse, request as send } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import type { ActionFiles, Connector } from '../../../controller/connectors/index.js';
import { s3Connector } from '../../../controller/connectors/s3/connector.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { type Handler, TestServer } from './server.js';
import { callAction, keepsTheWebContract } from './web-api/suite.js';

const connector = s3Connector as unknown as Connector;
const S3rver = createRequire(import.meta.url)('s3rver');
const directory = mkdtempSync(join(tmpdir(), 'svc-s3-'));
const storage = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory,
  configureBuckets: [{ name: 'shop', configs: [] }],
});
const { port } = (await storage.run()) as { port: number };
afterAll(async () => {
  await storage.close();
  rmSync(directory, { recursive: true });
});

/** Passes requests on to the storage. */
const handler: Handler = ({ method, url, headers }, response, body) => {
  const passed = send({ port, host: '127.0.0.1', method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy()).end(body);
};

const config = (endpoint: string, accessKeyId = 'S3RVER', secretAccessKey = 'S3RVER'): JsonObject => ({
  endpoint,
  bucket: 'shop',
  pathStyle: true,
  accessKeyId,
  secretAccessKey,
});

keepsTheWebContract({
  connector,
  handler,
  config,
  wrong: { config: (url) => config(url, 'OTHER', 'wrong-secret'), secret: 'wrong-secret' },
  badConfigs: [
    [{}, ''],
    [{ bucket: 'https://a/b', accessKeyId: 'a' }, '/bucket'],
    [{ bucket: 'shop', accessKeyId: 'a', secretAccessKey: 'plain' }, '/secretAccessKey'],
  ],
  reads: { action: 'list', input: {} },
});

describe('a bucket', () => {
  const call = (action: string, input: JsonObject, more: JsonObject = {}): Promise<Json> =>
    callAction(connector, { ...config(`http://127.0.0.1:${port}`), ...more }, { action, input });

  test('objects are written, listed, read, copied and deleted', async () => {
    const key = "orders/2026/ä (1)+'*.csv";
    const written = { key, content: 'id;ä\n', contentType: 'text/csv', metadata: { source: 'shop' } };
    const { etag } = (await call('write', written)) as JsonObject;
    const about = { key, size: 6, modifiedAt: expect.stringMatching(/Z$/), etag };
    expect(await call('list', { prefix: 'orders/' })).toEqual([about]);
    const details = { ...about, contentType: 'text/csv', metadata: { source: 'shop' } };
    expect(await call('stat', { key })).toEqual(details);
    expect(await call('read', { key })).toEqual({ ...details, content: 'id;ä\n', encoding: 'text' });
    await call('write', { key: 'b', content: '/w==', encoding: 'base64' });
    expect(await call('read', { key: 'b' })).toMatchObject({ content: '/w==', encoding: 'base64', size: 1 });
    await call('write', { key: 'a b', content: 'id;ä\n' });
    await call('copy', { key: 'a b', to: 'copies/a' });
    expect(await call('read', { key: 'copies/a' })).toMatchObject({ content: 'id;ä\n' });
    expect(await call('list', { prefix: 'c', limit: 1 })).toMatchObject([{ key: 'copies/a' }]);
    for (const each of [key, 'a b', 'b', 'copies/a', 'nothing']) await call('delete', { key: each });
    expect(await call('list', {})).toEqual([]);
  });

  test('failures say what is missing', async () => {
    await expect(call('read', { key: 'nothing' })).rejects.toMatchObject({
      kind: 'communication',
      status: 404,
    });
    await expect(call('stat', { key: 'nothing' })).rejects.toMatchObject({
      kind: 'communication',
      status: 404,
    });
    await expect(call('list', {}, { bucket: 'other' })).rejects.toMatchObject({
      kind: 'configuration',
      message: expect.stringContaining('no bucket `other`'),
    });
  });

  test('an object beyond the limit is not held in memory', async () => {
    await call('write', { key: 'large', content: 'a'.repeat(8 * 1024 * 1024) });
    expect(await call('read', { key: 'large' })).toMatchObject({ size: 8 * 1024 * 1024 });
    await call('write', { key: 'larger', content: 'a'.repeat(8 * 1024 * 1024 + 1) });
    await expect(call('read', { key: 'larger' })).rejects.toMatchObject({
      kind: 'communication',
      message: expect.stringContaining('8388608'),
    });
  });
});

describe('files of any size', () => {
  const about = { file: 'f', name: 'a', type: 'text/csv', size: 20 * 1024 * 1024, sha256: 'd' };
  const files: ActionFiles = {
    write: async (_, content) => ({ ...about, size: (await buffer(content)).length }),
    open: async () => ({
      about,
      read: ({ start = 0, end = 0 } = { start: 0, end: 0 }) =>
        Readable.from([Buffer.alloc(end - start + 1, 'a')]),
    }),
  };

  test('an upload whose second part is refused is aborted, so that no part is left', async () => {
    const seen: string[] = [];
    const server = await TestServer.start((request, response, body) => {
      seen.push(`${request.method} ${request.url?.replace(/uploadId=\w+/, 'uploadId')}`);
      if (request.url?.includes('partNumber=2'))
        return response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
      return handler(request, response, body);
    });
    try {
      const input = { key: 'parts', file: { ...about } };
      const sent = callAction(connector, config(server.url), { action: 'upload', input, files });
      await expect(sent).rejects.toMatchObject({ kind: 'authorization', status: 403 });
      expect(seen.at(-1)).toMatch(/^DELETE .*uploadId/);
    } finally {
      await server.stop();
    }
  });

  test('a download in which nothing moves ends with a time-out, a slow one does not', async () => {
    let rest = (_: ServerResponse): void => {};
    const server = await TestServer.start((_, response) => {
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '8' }).write('ab');
      rest(response);
    });
    const settings = { ...config(server.url), timeout: 1 };
    const download = () =>
      callAction(connector, settings, { action: 'download', input: { key: 'a' }, files });
    try {
      await expect(download()).rejects.toMatchObject({ kind: 'timeout', status: 408 });
      rest = (response) => {
        let left = 6;
        const timer = setInterval(() => {
          response.write('c');
          if (--left > 0) return;
          clearInterval(timer);
          response.end();
        }, 300);
      };
      expect(await download()).toMatchObject({ size: 8 });
    } finally {
      await server.stop();
    }
  });
});
