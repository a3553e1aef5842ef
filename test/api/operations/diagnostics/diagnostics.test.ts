import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService } from '../../../../cli/client/local/start-service.js';
import { logFile, runChecks, ServiceLog } from '../../../../controller/observability/index.js';
import { loadSettings } from '../../../../controller/settings/index.js';
import { removeFolder } from '../../../remove-folder.js';

const platform = '/api/v1/platform';
const folder = mkdtempSync(join(tmpdir(), 'svc-diagnostics-'));
const file = join(folder, 'service.log');
const serviceLog = new ServiceLog({ sinks: [logFile(file)], kept: 50 });
const log = pino({ level: 'debug' }, serviceLog);
let service: Service;
let headers: Record<string, string>;

beforeAll(async () => {
  const settings = loadSettings({ dir: folder, env: { SVC_Server__Port: '0' } });
  service = await startService(settings, log, { serviceLog });
  headers = { 'x-api-key': service.controller.firstAdmin?.apiKey ?? '' };
});

afterAll(async () => {
  await service.stop();
  removeFolder(folder);
});

const get = async (path: string) => (await fetch(`${service.url}${platform}${path}`, { headers })).json();

test('a healthy installation reports every check as healthy, with build and schema', async () => {
  const health = (await get('/diagnostics')) as {
    status: string;
    checks: { name: string; status: string }[];
  };
  const names = [
    'database',
    'disk',
    'clock',
    'master-key',
    'audit-log',
    'entities',
    'runnable',
    'links',
    'human-tasks',
    'polls',
    'quarantine',
    'overlay',
    'queue',
  ];
  expect(health.checks.map(({ name }) => name)).toEqual(names);
  expect(health.checks.filter(({ name, status }) => status === 'fail' && name !== 'disk')).toEqual([]);
  expect(health).toMatchObject({ version: expect.any(String), schema: expect.stringMatching(/^\d{4}-/) });
});

test('a check that hangs is a warning, one that throws a failure, and the worst counts', async () => {
  const hanging = { name: 'hanging', run: () => new Promise<never>(() => {}) };
  const throwing = { name: 'throwing', run: () => Promise.reject(new Error('no such thing')) };
  const fine = { name: 'fine', run: () => ({ status: 'ok', detail: '' }) as const };
  expect((await runChecks([hanging, fine], 20)).status).toBe('warn');
  expect(await runChecks([hanging, throwing, fine], 20)).toMatchObject({
    status: 'fail',
    checks: [{ status: 'warn' }, { status: 'fail', detail: 'no such thing' }, { status: 'ok' }],
  });
});

test('the log is filtered by level, time, text and position, and stays within its size', async () => {
  log.info({ branch: 'main' }, 'quite ordinary');
  log.warn({ err: new Error('disk Full') }, 'something failed');
  const { items } = (await get('/logs?level=warn&text=disk%20full')) as { items: { seq: number }[] };
  expect(items).toMatchObject([
    { level: 'warn', message: 'something failed', data: { err: { message: 'disk Full' } } },
  ]);
  expect(JSON.stringify(items)).not.toContain('stack');
  expect(await get(`/logs?after=${items[0]?.seq}`)).toEqual({ items: [] });
  expect(await get('/logs?since=2999-01-01T00:00:00Z')).toEqual({ items: [] });
  for (let i = 0; i < 200; i++) log.debug(`line ${i}`);
  const kept = ((await get('/logs?limit=2000')) as { items: { message: string }[] }).items;
  expect(kept).toHaveLength(50);
  expect(kept.at(-1)?.message).toBe('line 199');
});

test('the log is followed live, with secrets masked there and in the file', async () => {
  await service.controller.vault.secrets.put('a/b', { token: 'canary-token-8812' });
  const abort = new AbortController();
  const answer = await fetch(`${service.url}${platform}/logs?level=error`, {
    headers: { ...headers, accept: 'text/event-stream' },
    signal: abort.signal,
  });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  log.error({ url: 'https://x/?t=canary-token-8812' }, 'call failed');
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk);
    if (text.includes('call failed')) break;
  }
  abort.abort();
  expect(text).toContain('https://x/?t=***');
  expect(text + readFileSync(file, 'utf8')).not.toContain('canary-token');
  expect(readFileSync(file, 'utf8')).toContain('call failed');
});
