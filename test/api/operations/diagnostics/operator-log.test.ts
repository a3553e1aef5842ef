import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../eventually.js';
import { platform, RealService } from '../../identity/real-service.js';

const faulty = `document: { dsl: '1.0.3', namespace: test, name: faulty, version: '1.0.0' }
do:
  - fail: { raise: { error: { type: https://example.com/late, status: 503, title: Too late, detail: the s3cret } } }
`;

async function open(env: Record<string, string> = {}): Promise<RealService> {
  const service = await RealService.start({ 'flows/faulty.yaml': faulty }, env);
  onTestFinished(() => service.remove());
  return service;
}

const lines = ({ logged }: RealService, message: string) =>
  logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);

test('a faulted run is one line with its flow, task and code, and without data of the run', async () => {
  const service = await open();
  const run = (await service.call('POST', '/api/v1/live/flows/faulty/runs', {})).json();
  expect(run.status).toBe('faulted');
  await service.call('POST', '/api/v1/live/flows/hello/runs', { name: 'Ada' });
  const [line, ...others] = await eventually(() => {
    const found = lines(service, 'run faulted');
    return found.length > 0 && found;
  });
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    level: 40,
    run: run.id,
    flow: 'faulty',
    branch: 'live',
    revision: run.revision,
    code: 'late',
    status: 503,
    task: '/do/0/fail',
  });
  expect(JSON.stringify(line)).not.toContain('s3cret');
});

test('a failed delivery is a line with its channel, target and attempt', async () => {
  const receiver = createServer((_request, response) => response.writeHead(500).end());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void receiver.close());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/tickets`;
  const service = await open({ SVC_Support__Url: url });
  const body = { kind: 'support', subject: 'Help', body: 'the s3cret' };
  expect((await service.call('POST', `${platform}/support`, body)).statusCode).toBe(201);
  const [line] = await eventually(() => {
    const found = lines(service, 'message not delivered');
    return found.length > 0 && found;
  });
  expect(line).toMatchObject({ level: 40, channel: 'support', attempts: expect.any(Number) });
  expect(line.code).toEqual(expect.any(String));
  expect(JSON.stringify(line)).not.toContain('s3cret');
});

test('a restore is a line with its outcome: refused with the code, or done', async () => {
  const service = await open();
  const backups = `${platform}/entities/platform/backup`;
  const { id } = (await service.call('POST', backups, { categories: ['flows'] })).json();
  expect((await service.call('POST', `${platform}/backups/${id}/restore`)).statusCode).toBe(200);
  expect(lines(service, 'backup restored')).toMatchObject([
    { level: 30, target: expect.stringContaining(id) },
  ]);

  writeFileSync(join(service.folder, '.svc', 'backups', `${id}.tar.gz`), 'no archive');
  const refused = await service.call('POST', `${platform}/backups/${id}/restore`);
  expect(refused.json().code).toBe('backup_invalid');
  expect(lines(service, 'backup not restored')).toMatchObject([
    { level: 40, code: 'backup_invalid', target: expect.stringContaining(id) },
  ]);
});
