import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createHttpClient, createNetwork, inBucket } from '../../../../../controller/connectors/index.js';
import { BucketFiles } from '../../../../../controller/runs/effects/files/bucket-files.js';
import { FileFolder } from '../../../../../controller/runs/effects/files/file-folder.js';

const S3rver = createRequire(import.meta.url)('s3rver');
const directory = mkdtempSync(join(tmpdir(), 'svc-bucket-'));
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory,
  configureBuckets: [{ name: 'files', configs: [] }],
});
const client = createHttpClient({ allowPrivateNetworks: true });
const network = createNetwork(client, true);
const never = new AbortController().signal;
let endpoint: string;
let local: FileFolder;
let folders = 0;

beforeAll(async () => {
  const { port } = (await server.run()) as { port: number };
  endpoint = `http://127.0.0.1:${port}`;
});
beforeEach(() => {
  local = new FileFolder(join(directory, `local-${++folders}`));
});
afterAll(async () => {
  await client.close();
  await server.close();
  rmSync(directory, { recursive: true });
});

function files(owner = 'one', prefix = `test-${folders}/`): BucketFiles {
  const place = { bucket: 'files', timeout: 20 };
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const config = { ...place, ...keys, region: 'us-east-1', endpoint, pathStyle: true };
  return new BucketFiles(local, {
    place,
    prefix,
    owner,
    use: (signal, work) => inBucket({ config, network, signal }, work, 'transfer'),
  });
}

const place = { runId: 'run-1', id: 'abc123' };
const incoming = () => readdirSync(join(directory, `local-${folders}`, 'incoming'));
const text = async (stream: Readable) => String(await buffer(stream));

test('a file goes to the bucket and is read from there, whole and in part; nothing stays on this machine', async () => {
  const written = await files().write(place, Readable.from(['hello ', 'bucket']), 100, never);
  expect(written).toEqual({ size: 12, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(incoming()).toEqual([]);
  expect(await local.has(place)).toBe(false);
  expect(await text(files().read(place))).toBe('hello bucket');
  expect(await text(files().read(place, { start: 6, end: 8 }))).toBe('buc');
  expect(await files().runs()).toEqual(['run-1']);
  expect(await files().measureAge('run-1')).toBeLessThan(60_000);
});

test('a file of several parts arrives whole', async () => {
  const piece = Buffer.alloc(1 << 20, 'abcdefg');
  const { size } = await files().write(place, Readable.from(Array(18).fill(piece)), 1 << 25, never);
  const read = await buffer(files().read(place));
  expect([size, read.length, read.equals(Buffer.concat(Array(18).fill(piece)))]).toEqual([
    18 << 20,
    18 << 20,
    true,
  ]);
});

test('a file beyond the limit leaves nothing behind', async () => {
  const source = Readable.from(['1234', '56']);
  await expect(files().write(place, source, 5, never)).rejects.toMatchObject({ code: 'file_too_large' });
  expect(incoming()).toEqual([]);
  expect(await files().runs()).toEqual([]);
});

test('another run takes over a file, and the removal of one leaves that of the other', async () => {
  await files().write(place, Readable.from(['shared']), 100, never);
  await files().share(place, 'run-2');
  await files().removeRun('run-1');
  expect(await files().runs()).toEqual(['run-2']);
  expect(await text(files().read({ ...place, runId: 'run-2' }))).toBe('shared');
  await expect(text(files().read(place))).rejects.toMatchObject({ status: 404 });
});

test('files from before the bucket are read, taken over and removed where they are', async () => {
  await local.write(place, Readable.from(['from before']), 100, never);
  expect(await text(files().read(place))).toBe('from before');
  await files().share(place, 'run-2');
  expect(await text(files().read({ ...place, runId: 'run-2' }))).toBe('from before');
  expect((await files().runs()).sort()).toEqual(['run-1', 'run-2']);
  await files().removeRun('run-1');
  expect(await local.has(place)).toBe(false);
});

test('the place of another installation is refused, with what to do', async () => {
  await files('one').open();
  const write = files('two').write(place, Readable.from(['x']), 100, never);
  await expect(write).rejects.toThrow(/belong to another installation. Choose another `Files.Bucket.Prefix`/);
});
