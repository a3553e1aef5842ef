import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { type FileServers, startFileServers } from '../../../file-servers.js';
import { RealService } from '../../identity/real-service.js';
import { expectProblem } from '../../start-app.js';

const servers = (await startFileServers()) as FileServers;
const mebibyte = 1024 * 1024;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.skipIf(!servers)('files of runs', () => {
  let service: RealService;
  let s3: S3Client;
  let content: Buffer;

  beforeAll(async () => {
    content = randomBytes(64 * mebibyte + 7);
    service = await RealService.start(servers.entities);
    for (const secret of servers.secrets)
      await service.call('POST', '/api/v1/platform/entities/platform/secret', secret);
    s3 = new S3Client({
      endpoint: servers.s3.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    });
  });
  afterAll(async () => {
    s3?.destroy();
    await service?.remove();
    await servers?.stop();
  });

  const run = async (flow: string, input: JsonObject): Promise<JsonObject & { id: string }> =>
    (await service.call('POST', `/api/v1/live/flows/${flow}/runs`, input, { prefer: 'wait=120' })).json();
  const getFiles = (id: string) => `/api/v1/live/runs/${id}/files`;
  const onDisk = () => readdirSync(join(service.folder, '.svc', 'files', 'incoming'));

  test('a file of 64 MiB goes from S3 to SFTP, and its content and parts of it can be downloaded', async () => {
    const object = {
      Bucket: 'shop',
      Key: 'exports/größe.bin',
      Body: content,
      ContentType: 'application/x-test',
    };
    await s3.send(new PutObjectCommand(object));
    const ended = await run('move', { key: object.Key });
    const about = {
      name: 'größe.bin',
      type: 'application/x-test',
      size: content.length,
      sha256: sha256(content),
    };
    expect(ended).toMatchObject({ status: 'completed', output: { ...about, file: expect.any(String) } });
    expect(sha256(readFileSync(join(servers.sshd.folder, 'received')))).toBe(about.sha256);

    const { items } = (await service.call('GET', getFiles(ended.id))).json();
    expect(items).toEqual([{ ...(ended['output'] as object), createdAt: expect.stringMatching(/Z$/) }]);
    const url = `${getFiles(ended.id)}/${items[0].file}`;
    const whole = await service.call('GET', url);
    expect(sha256(whole.rawPayload)).toBe(about.sha256);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/x-test',
      'content-disposition': `attachment; filename="gr__e.bin"; filename*=UTF-8''gr%C3%B6%C3%9Fe.bin`,
      'x-content-type-options': 'nosniff',
      etag: `"${about.sha256}"`,
    });
    const part = await service.call('GET', url, undefined, { range: 'bytes=1000-1099' });
    expect([part.statusCode, part.rawPayload]).toEqual([206, content.subarray(1000, 1100)]);
    expect(
      (await service.call('GET', url, undefined, { 'if-none-match': `"${about.sha256}"` })).statusCode,
    ).toBe(304);
  });

  test.each([
    ['empty', 0],
    ['of one part', 8 * mebibyte],
    ['of two parts', 8 * mebibyte + 1],
  ])('a file that is %s goes from SFTP to S3', async (_, size) => {
    const bytes = content.subarray(0, size);
    const path = join(servers.sshd.folder, `source-${size}.csv`);
    writeFileSync(path, bytes);
    const ended = await run('return', { path, key: `returned-${size}` });
    expect(ended).toMatchObject({
      status: 'completed',
      output: { key: `returned-${size}`, etag: expect.any(String) },
    });
    const found = await s3.send(new GetObjectCommand({ Bucket: 'shop', Key: `returned-${size}` }));
    expect(found.ContentType).toBe('text/csv');
    expect(sha256((await found.Body?.transformToByteArray()) ?? randomBytes(1))).toBe(sha256(bytes));
  });

  test('what is missing is an error of the task, and leaves nothing half written', async () => {
    expect(await run('move', { key: 'nothing' })).toMatchObject({
      status: 'faulted',
      error: { status: 404 },
    });
    expect(await run('return', { path: '/nothing', key: 'a' })).toMatchObject({ error: { status: 404 } });
    await s3.send(new PutObjectCommand({ Bucket: 'shop', Key: 'small', Body: 'x' }));
    const refused = await run('move', { key: 'small', path: '/nothing/like/it' });
    expect(refused).toMatchObject({ status: 'faulted', error: { status: 404, instance: '/do/1/send' } });
    expect(onDisk()).toEqual([]);
  });

  test('a file of another run, or of none, is not found', async () => {
    const first = await run('move', { key: 'small' });
    const second = await run('move', { key: 'small' });
    const { file } = first['output'] as { file: string };
    expectProblem(await service.call('GET', `${getFiles(second.id)}/${file}`), 404, 'file_not_found');
    expectProblem(
      await service.call('GET', `${getFiles(second.id)}/..%2F..%2Fsvc.db`),
      404,
      'file_not_found',
    );
    expectProblem(await service.call('GET', `${getFiles('none')}/${file}`), 404, 'run_not_found');
  });

  test('an action that yields a file needs a run', async () => {
    const url = '/api/v1/live/connections/bucket/actions/download';
    expectProblem(await service.call('POST', url, { key: 'small' }), 422, 'connection_unusable');
  });

  test('a retried run keeps the files of the tasks that are not run again', async () => {
    const path = join(servers.sshd.folder, 'later', 'received');
    const first = await run('move', { key: 'small', path });
    expect(first).toMatchObject({ status: 'faulted' });
    mkdirSync(join(servers.sshd.folder, 'later'));
    const retried = (await service.call('POST', `/api/v1/live/runs/${first.id}/retry`)).json();
    await service.controller.runs.wait(retried.id, 20_000);
    expect((await service.call('GET', `/api/v1/live/runs/${retried.id}`)).json().status).toBe('completed');
    expect(readFileSync(path, 'utf8')).toBe('x');
  });
});
