import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { program } from '../../program.js';
import { greet, temporaryFolder } from '../test-io.js';

function start(cwd: string, argv: readonly string[]) {
  const env = { PATH: process.env['PATH'] ?? '', XDG_CONFIG_HOME: join(cwd, '.config-home') };
  const [node, ...args] = program;
  return execa(node, [...args, ...argv], {
    cwd,
    env,
    extendEnv: false,
    reject: false,
  });
}

it('serve reports its address, other commands find it, and SIGTERM ends it cleanly', async () => {
  const folder = temporaryFolder({ 'greet.yaml': greet });
  const service = start(folder, ['serve', '--port', '0']);
  onTestFinished(() => void service.kill('SIGKILL'));
  const file = join(folder, '.svc', 'server.json');
  await expect.poll(() => existsSync(file)).toBe(true);
  const { url, pid } = JSON.parse(readFileSync(file, 'utf8'));
  expect(pid).toBe(service.pid);
  const run = await start(folder, ['run-flow', 'greet', '-p', 'name=Ada']);
  expect([run.exitCode, JSON.parse(run.stdout).message]).toEqual([0, 'Hello, Ada']);
  const second = await start(folder, ['serve', '--port', '0']);
  expect([second.exitCode, second.stderr]).toEqual([2, expect.stringContaining(url)]);
  service.kill('SIGTERM');
  const { exitCode, stdout, stderr } = await service;
  expect([exitCode, stdout]).toEqual([0, '']);
  expect(stderr).toContain(`is running at ${url}`);
  // The key is shown on a terminal only: what a supervisor keeps must not hold it.
  expect(stderr).toMatch(/admin key +the key and the password are in initial-admin\.json/);
  expect(stderr).not.toContain('svc_live_');
  expect(stderr).toMatch(/console +http:\/\/\S+\/console, as admin/);
  expect(stderr).toMatch(/entities +1 flow, 0 environments, 0 connections/);
  expect(stderr).toMatch(/try +svc run-flow greet -p name=\S+\n/);
  expect(existsSync(file)).toBe(false);
});

it.each([
  ['its folder has one', { 'greet.yaml': greet }, /try +svc run-flow greet -p name=\S+\n/],
  ['its folder is empty', {}, /try +svc init \S+\n/],
])('the start of a repository without a commit leads to a first flow: %s', async (_name, files, leads) => {
  const folder = temporaryFolder(files);
  execFileSync('git', ['init', '--quiet', '-b', 'main'], { cwd: folder });
  const service = start(folder, ['serve', '--port', '0']);
  onTestFinished(() => void service.kill('SIGKILL'));
  let reported = '';
  service.stderr.on('data', (chunk) => (reported += chunk));
  await expect.poll(() => reported).toMatch(leads);
  expect(reported).toMatch(/production +main, which has no commit yet\n/);
  service.kill('SIGTERM');
  await service;
});

it.each([
  ['main', [], 'and on main after its commit;'],
  ['feature', ['switch', '--quiet', '-c', 'feature'], 'and on feature after its commit;'],
  ['no branch', ['checkout', '--quiet', '--detach'], 'HEAD is detached here, so a commit reaches no branch'],
])('the start says where a commit in the folder has an effect: HEAD is on %s', async (_name, move, lands) => {
  const folder = temporaryFolder({ 'greet.yaml': greet });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: folder,
    });
  git('init', '--quiet', '-b', 'main');
  git('add', 'greet.yaml');
  git('commit', '--quiet', '-m', 'Greet');
  if (move.length > 0) git(...move);
  const service = start(folder, ['serve', '--port', '0']);
  onTestFinished(() => void service.kill('SIGKILL'));
  let reported = '';
  service.stderr.on('data', (chunk) => (reported += chunk));
  await expect.poll(() => reported).toMatch(/try +svc/);
  expect(reported).toContain(lands);
  service.kill('SIGTERM');
  await service;
});

it('a second SIGTERM ends serve at once, also while a request is in progress', async () => {
  const folder = temporaryFolder({ 'greet.yaml': greet });
  const service = start(folder, ['serve', '--port', '0']);
  onTestFinished(() => void service.kill('SIGKILL'));
  const file = join(folder, '.svc', 'server.json');
  await expect.poll(() => existsSync(file)).toBe(true);
  const held = connect(Number(new URL(JSON.parse(readFileSync(file, 'utf8')).url).port), '127.0.0.1');
  held.on('error', () => {});
  // A complete request, and a second one that never ends.
  held.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /healthz HTTP/1.1\r\n');
  await once(held, 'data');
  let reported = '';
  service.stderr.on('data', (chunk) => (reported += chunk));
  service.kill('SIGTERM');
  await expect.poll(() => reported).toContain('Interrupt again to stop at once');
  service.kill('SIGTERM');
  expect((await service).exitCode).toBe(1);
  expect((await start(folder, ['run-flow', 'greet', '-p', 'name=Ada'])).exitCode).toBe(0);
});

it('a wrong setting and a missing folder end serve with exit code 2 and the place of the error', async () => {
  const folder = temporaryFolder({ 'svc.yaml': 'Server: { Prot: 80 }\n' });
  const [wrong, nowhere] = await Promise.all([
    start(folder, ['serve']),
    start(folder, ['serve', '--dir', 'x']),
  ]);
  expect([wrong.exitCode, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toMatch(/^settings_invalid: .*svc\.yaml:1:\d+: .*Prot.*did you mean `Port`/);
  expect([nowhere.exitCode, nowhere.stderr]).toEqual([
    2,
    'error: There is no folder x\nhint: Make it first, or name another one with `--dir`.',
  ]);
});

it('a folder in an installation is no installation of its own by chance', async () => {
  const folder = temporaryFolder({
    'svc.yaml': 'LocalOverlay: { Enabled: true }\n',
    'team/greet.yaml': greet,
  });
  const team = join(folder, 'team');
  for (const [cwd, argv] of [
    [folder, ['--dir', 'team']],
    [team, []],
  ] as const) {
    const { exitCode, stderr } = await start(cwd, ['serve', '--port', '0', ...argv]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`${team} lies in the installation ${folder}`);
    expect(stderr).toContain(`svc serve --dir ${folder}`);
    expect(stderr).toContain(`svc init ${team}`);
  }
  expect(existsSync(join(team, '.svc'))).toBe(false);
});

it('a port in use ends serve with exit code 2, and the data directory can be used again', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const folder = temporaryFolder({ 'greet.yaml': greet });
  const { exitCode, stderr } = await start(folder, ['serve', '--port', String(port)]);
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining(`Something else listens on 127.0.0.1:${port}`),
  ]);
  expect(existsSync(join(folder, '.svc', 'server.json'))).toBe(false);
  expect((await start(folder, ['run-flow', 'greet', '-p', 'name=Ada'])).exitCode).toBe(0);
});
