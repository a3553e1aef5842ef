import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import type { ServiceDefinition } from '../../../cli/service/contract/definition.js';
import { readStamp } from '../../../cli/service/contract/stamp.js';
import { systemd } from '../../../cli/service/systemd/systemd.js';
import { temporaryFolder } from '../test-io.js';

const analyzer = '/usr/bin/systemd-analyze';
const isHere = existsSync(analyzer);
if (!isHere) {
  const missing = `${analyzer} is not installed (Debian: systemd).`;
  const { SVC_REQUIRE_SERVERS, SVC_WITHOUT_SYSTEMD } = process.env;
  if (SVC_REQUIRE_SERVERS === '1' && SVC_WITHOUT_SYSTEMD === undefined) throw new Error(missing);
  console.warn(`${missing} Its tests are skipped.`);
}

const plain: ServiceDefinition = {
  name: 'svc',
  dir: '/opt/svc',
  program: [process.execPath],
  serve: { config: '/opt/svc/svc.yaml' },
  port: undefined,
  dataDirectory: '/var/lib/svc',
  user: undefined,
  masterKeyFile: undefined,
  readable: ['/opt/svc'],
  writable: [],
  needsLowPort: false,
  loosenings: [],
};
const variants: [string, Partial<ServiceDefinition>][] = [
  ['a release', {}],
  ['an account and a data directory of their own', { user: 'www-data', dataDirectory: '/srv/data' }],
  ['a port below 1024', { port: 443, needsLowPort: true }],
  ['a program in a home', { dir: '/root/a', readable: ['/root/a', '/home/x'], writable: ['/root/b'] }],
  ['a master key', { masterKeyFile: '/etc/svc/master key' }],
  ['odd paths', { dir: '/srv/50% "off": $HOME', serve: { folder: '/srv/50% "off": $HOME' } }],
];

/** Writes the unit with its drop-ins to a folder; returns the path of the unit. */
function written(change: Partial<ServiceDefinition>): string {
  const folder = temporaryFolder();
  const files = systemd.files({ ...plain, ...change }, '252');
  for (const { path, content } of files) {
    const place = join(folder, path.replace('/etc/systemd/system/', ''));
    mkdirSync(join(place, '..'), { recursive: true });
    writeFileSync(place, content);
  }
  return join(folder, 'svc.service');
}

describe.skipIf(!isHere)('the unit', () => {
  test.each(variants)('of %s is valid, and exposes at most 2.0 of 10', async (_, change) => {
    const unit = written(change);
    const verified = await execa(analyzer, ['verify', '--man=no', unit], { all: true, reject: false });
    expect([verified.exitCode, verified.all]).toEqual([0, '']);
    const args = ['security', '--offline=yes', '--threshold=20', '--no-pager', unit];
    const { exitCode, stdout } = await execa(analyzer, args, { reject: false });
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Overall exposure level')]);
  });

  test('with processes and containers allowed is valid', async () => {
    const unit = written({ loosenings: ['processes', 'containers'] });
    const verified = await execa(analyzer, ['verify', '--man=no', unit], { all: true, reject: false });
    expect([verified.exitCode, verified.all]).toEqual([0, '']);
  });
});

test('restarts wait longer and longer where systemd can do that', () => {
  const [unit] = systemd.files(plain, '254');
  expect(unit?.content).toMatch(
    /\nStartLimitIntervalSec=0\n[\s\S]*\nRestartSteps=8\nRestartMaxDelaySec=60\n/,
  );
});

test('V8 may write machine code, which a hardened service often may not', () => {
  expect(systemd.files(plain, '252')[0]?.content).not.toContain('MemoryDenyWriteExecute');
});

test.each(variants)('the options of %s are read back from the unit', (_, change) => {
  const stamp = readStamp(systemd.files({ ...plain, ...change }, '252')[0]?.content ?? '');
  const { dir, dataDirectory } = { ...plain, ...change };
  expect(stamp).toMatchObject({ isUnchanged: true, record: { name: 'svc', dir, dataDirectory } });
});
