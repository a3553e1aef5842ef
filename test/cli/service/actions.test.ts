import { beforeEach, describe, expect, test } from 'vitest';
import { controlFor } from '../../../cli/service/control.js';
import { addRelease, svcOn, type TestMachine, testMachine } from './test-machine.js';

const unit = '/etc/systemd/system/svc.service';
let machine: TestMachine;
const service = (...argv: string[]) => svcOn(machine, 'service', ...argv);
const show = (stdout: string) => Object.assign(machine.answers, { 'systemctl show': { stdout } });

beforeEach(async () => {
  machine = testMachine('linux');
  addRelease(machine, '/opt/svc');
  await service('install', '--dir', '/opt/svc');
  machine.ran.length = 0;
});

describe('status ends with the exit code of systemctl', () => {
  test.each([
    ['ActiveState=active\nMainPID=42\nActiveEnterTimestamp=Thu 2026-11-26 00:46:14 UTC\n', 0, 'running'],
    ['ActiveState=inactive\nResult=success\n', 3, 'stopped'],
    ['ActiveState=failed\nResult=exit-code\nNRestarts=10\n', 3, 'failed'],
    ['ActiveState=activating\n', 3, 'starting'],
  ])('%j', async (shown, code, state) => {
    show(shown);
    const { exitCode, stdout } = await service('status', '--json');
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      code,
      expect.objectContaining({ state, manager: 'systemd' }),
    ]);
  });

  test('4 where no service is installed', async () => {
    const { exitCode, stdout } = await service('status', '--name', 'other', '--json');
    expect([exitCode, JSON.parse(stdout).state]).toEqual([4, 'not-installed']);
    machine = testMachine('linux');
    expect((await service('status')).exitCode).toBe(4);
  });

  test('as text it shows the state, the data directory and what is served', async () => {
    show('ActiveState=active\nMainPID=42\nActiveEnterTimestamp=Thu 2026-11-26 00:46:14 UTC\nNRestarts=2\n');
    const { stdout } = await service('status');
    expect(stdout).toMatch(/^state +running, process 42, since 2026-11-26T00:46:14Z$/m);
    expect(stdout).toMatch(/^restarts +2 after failures$/m);
    expect(stdout).toMatch(/^serves +\/opt\/svc\/svc\.yaml$/m);
    expect(stdout).toMatch(/^data +\/var\/lib\/svc$/m);
  });
});

test('start and stop do nothing where nothing is to do, and name the service without an option', async () => {
  show('ActiveState=active\n');
  expect((await service('start')).exitCode).toBe(0);
  expect(machine.ran).toEqual([]);
  expect((await service('stop')).exitCode).toBe(0);
  expect(machine.ran).toEqual(['systemctl stop svc.service']);
  expect((await service('stop', '--dry-run')).stdout).toBe('run: systemctl stop svc.service\n');
});

test('an action for a service that is not installed names those that are', async () => {
  const { exitCode, stderr } = await service('stop', '--name', 'other');
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(
    /No service `other` .*\nhint: Installed: `svc` \(\/opt\/svc\)\. Choose with `--name`\./,
  );
});

test('with several services, an action asks for a name', async () => {
  await service('install', '--dir', '/opt/svc', '--name', 'second', '--data-dir', '/var/lib/second');
  expect((await service('start')).stderr).toMatch(/Several services are installed\nhint: .*`second`.*`svc`/);
  expect((await service('start', '--name', 'second')).exitCode).toBe(0);
});

test('logs are read with journalctl', async () => {
  const { exitCode, stdout } = await service('logs', '-f', '-n', '7');
  expect([exitCode, stdout]).toEqual([0, 'a line\n']);
  expect(machine.ran[0]).toMatch(/^journalctl --unit svc\.service --lines 7 .*--follow/);
  expect((await service('logs', '-n', 'many')).exitCode).toBe(2);
});

describe('uninstall', () => {
  test('removes the unit, keeps the data, and says where it is', async () => {
    machine.write('/var/lib/svc/svc.db', 'data');
    const { exitCode, stderr } = await service('uninstall');
    expect([exitCode, machine.has(unit), machine.has('/var/lib/svc/svc.db')]).toEqual([0, false, true]);
    expect(stderr).toContain('The data is still in /var/lib/svc.');
    expect(machine.ran).toEqual(['systemctl disable --now svc.service', 'systemctl daemon-reload']);
  });

  test('keeps a unit that was changed by hand, unless --force is given', async () => {
    machine.write(unit, `${machine.read(unit)}# mine\n`);
    expect([(await service('uninstall')).exitCode, machine.has(unit)]).toEqual([2, true]);
    expect([(await service('uninstall', '--force')).exitCode, machine.has(unit)]).toEqual([0, false]);
  });

  test('--purge asks on a terminal only; --yes deletes the data without a question', async () => {
    machine.write('/var/lib/svc/svc.db', 'data');
    const asked = await service('uninstall', '--purge');
    expect([asked.exitCode, asked.stderr]).toEqual([2, expect.stringContaining('Add `--yes`')]);
    expect(machine.has(unit)).toBe(true);
    expect((await service('uninstall', '--purge', '--yes')).exitCode).toBe(0);
    expect([machine.has(unit), machine.has('/var/lib/svc')]).toEqual([false, false]);
  });
});

test('the control of a service is found by its folder', async () => {
  const control = await controlFor('/opt/svc', { cwd: '/' }, machine);
  show('ActiveState=active\n');
  expect([control?.name, await control?.isRunning()]).toEqual(['svc', true]);
  await control?.stop();
  show('ActiveState=inactive\n');
  await control?.start();
  expect(machine.ran.filter((line) => !line.includes('reset-failed'))).toEqual([
    'systemctl stop svc.service',
    'systemctl start svc.service',
  ]);
  expect(await controlFor('/opt/other', { cwd: '/' }, machine)).toBeUndefined();
});
