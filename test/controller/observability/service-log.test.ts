import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { logFile, ServiceLog } from '../../../controller/observability/index.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-log-'));
afterAll(() => rmSync(folder, { recursive: true }));

const levels = { info: 30, warn: 40, error: 50 } as const;

function line(msg: string, level: keyof typeof levels = 'info', more: object = {}): string {
  return `${JSON.stringify({ level: levels[level], time: Date.now(), pid: 1, msg, ...more })}\n`;
}

test('lines are masked before they reach any output or reader', () => {
  const written: string[] = [];
  const log = new ServiceLog({ sinks: [{ write: (text) => written.push(text) }] });
  log.maskWith((text) => text.replaceAll('hunter22', '***'));
  log.write(line('the password is hunter22', 'info', { data: { password: 'hunter22' } }));
  expect(written.join()).not.toContain('hunter22');
  expect(log.list({}, 10)).toMatchObject([
    { seq: 1, level: 'info', message: 'the password is ***', data: { data: { password: '***' } } },
  ]);
});

test('readers filter by level, time, text and position, and get errors without their stacks', () => {
  const log = new ServiceLog();
  log.write(line('quiet'));
  log.write(line('remote away', 'warn', { branch: 'main' }));
  log.write(line('failed', 'error', { err: { type: 'Problem', message: 'no', stack: 'at secret.ts' } }));
  const messages = (filter: Parameters<ServiceLog['list']>[0]) =>
    log.list(filter, 10).map(({ message }) => message);
  expect(messages({ level: 'warn' })).toEqual(['remote away', 'failed']);
  expect(messages({ text: 'MAIN' })).toEqual(['remote away']);
  expect(messages({ after: 2 })).toEqual(['failed']);
  expect(messages({ since: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
  expect(log.list({}, 1)[0]?.data).toEqual({ err: { type: 'Problem', message: 'no' } });
});

test('only the newest lines are kept', () => {
  const log = new ServiceLog({ kept: 10 });
  for (let count = 1; count <= 100; count++) log.write(line(`line ${count}`));
  expect(log.list({}, 1_000).map(({ seq }) => seq)).toEqual([91, 92, 93, 94, 95, 96, 97, 98, 99, 100]);
});

test('a follower gets what is kept, then each new line once, until it leaves', async () => {
  const log = new ServiceLog();
  const stop = new AbortController();
  log.write(line('before'));
  const seen: string[] = [];
  for await (const { message } of log.follow({ level: 'info' }, stop.signal)) {
    seen.push(message);
    if (message === 'before') log.write(line('meanwhile'));
    if (message === 'meanwhile') log.write(line('after'));
    if (message === 'after') break;
  }
  expect(seen).toEqual(['before', 'meanwhile', 'after']);
});

test('a log file belongs to its owner, and becomes `.1` when it is large', () => {
  const path = join(folder, 'deep', 'svc.log');
  const file = logFile(path);
  file.write('first\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  file.write('x'.repeat(17 << 20));
  file.write('next\n');
  expect(readFileSync(path, 'utf8')).toBe('next\n');
  expect(readFileSync(`${path}.1`, 'utf8').slice(0, 7)).toBe('first\nx');
});
