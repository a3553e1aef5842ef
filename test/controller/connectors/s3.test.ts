import { mkdtempSync, rmSync } from 'node:fs';
import { request as send } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Connector } from '../../../controller/connectors/index.js';
import { s3Connector } from '../../../controller/connectors/s3/connector.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Handler } from './server.js';
import { callAction, keepsTheWebContract } from './web-api/suite.js';

const connector = s3Connector as unknown as Connector;
const S3rver = createRequire(import.meta.url)('s3rver');
const directory = mkdtempSync(join(tmpdir(), 'svc-s3-'));
const storage = new S3rver({
  ...{ port: 0, address: '127.0.0.1', silent: true, directory },
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
  ...{ endpoint, bucket: 'shop', pathStyle: true, accessKeyId, secretAccessKey },
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
      ...{ kind: 'configuration', message: expect.stringContaining('no bucket `other`') },
    });
  });

  test('an object beyond the limit is not held in memory', async () => {
    await call('write', { key: 'large', content: 'a'.repeat(8 * 1024 * 1024) });
    expect(await call('read', { key: 'large' })).toMatchObject({ size: 8 * 1024 * 1024 });
    await call('write', { key: 'larger', content: 'a'.repeat(8 * 1024 * 1024 + 1) });
    await expect(call('read', { key: 'larger' })).rejects.toMatchObject({
      ...{ kind: 'communication', message: expect.stringContaining('8388608') },
    });
  });
});
