import { statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { loadSettings } from '../../../controller/settings/index.js';
import { addRelease, svcOn, type TestMachine, testMachine } from './test-machine.js';

const unit = '/etc/systemd/system/svc.service';
const dropIns = '/etc/systemd/system/svc.service.d';
const running = { 'systemctl show': { stdout: 'ActiveState=active\nMainPID=42\nResult=success\n' } };
let machine: TestMachine;
const install = (...argv: string[]) => svcOn(machine, 'service', 'install', '--dir', '/opt/svc', ...argv);

beforeEach(() => {
  machine = testMachine('linux');
  addRelease(machine, '/opt/svc');
});

describe('an installation', () => {
  test('writes the unit of a release, and starts it now and with the machine', async () => {
    const { exitCode, stderr } = await install('--port', '8080');
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`wrote ${unit}`)]);
    const text = machine.read(unit);
    expect(text).toContain(
      '\nExecStart=/opt/svc/current/bin/svc serve --config /opt/svc/svc.yaml --port 8080\n',
    );
    expect(text).toContain('\nDynamicUser=yes\nStateDirectory=svc\n');
    expect(machine.ran).toEqual([
      'systemctl daemon-reload',
      'systemctl enable svc.service',
      'systemctl reset-failed svc.service',
      'systemctl start svc.service',
    ]);
  });

  test('of a release without settings writes settings that name the data directory and the port', async () => {
    await install('--port', '8080');
    const settings = loadSettings({ configFile: join(machine.root, 'opt/svc/svc.yaml'), env: {} });
    expect([settings.DataDirectory, settings.Server.Port]).toEqual(['/var/lib/svc', 8080]);
  });

  test('with the same options changes nothing', async () => {
    await install('--port', '8080');
    machine.ran.length = 0;
    Object.assign(machine.answers, running);
    const { exitCode, stderr } = await install('--port', '8080');
    expect([exitCode, stderr, machine.ran]).toEqual([0, expect.stringContaining('Nothing to do'), []]);
  });

  test('with other options replaces the unit, and restarts the service', async () => {
    await install('--port', '8080');
    machine.ran.length = 0;
    Object.assign(machine.answers, running);
    expect((await install('--port', '9090')).exitCode).toBe(0);
    expect(machine.read(unit)).toContain('--port 9090');
    expect(machine.ran.at(-1)).toBe('systemctl restart svc.service');
  });

  test('refuses a unit that was changed by hand; --force keeps a copy of it', async () => {
    await install();
    const changed = machine.read(unit).replace('RestartSec=5', 'RestartSec=9');
    machine.write(unit, changed);
    machine.ran.length = 0;
    const { exitCode, stderr } = await install();
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('service_file_changed')]);
    expect([machine.read(unit), machine.ran]).toEqual([changed, []]);
    expect((await install('--force')).exitCode).toBe(0);
    expect(machine.read(`${unit}.bak`)).toBe(changed);
    expect(machine.read(unit)).toContain('RestartSec=5');
  });

  test('refuses a unit that svc did not write', async () => {
    machine.write(unit, '[Service]\nExecStart=/bin/true\n');
    expect((await install()).stderr).toContain(`${unit} was not written by svc`);
  });

  test('without rights names the command to run as root, and changes nothing', async () => {
    machine.isRoot = false;
    const { exitCode, stderr } = await install('--port', '8080', '--data-dir', '/var/lib/svc data');
    expect([exitCode, machine.ran, machine.has(unit)]).toEqual([4, [], false]);
    expect(stderr).toMatch(/service_rights_missing/);
    expect(stderr).toMatch(/sudo .*service install .*--port 8080 --data-dir '\/var\/lib\/svc data'/);
  });

  test('without a running systemd says what to do instead; --dry-run prints the unit there too', async () => {
    machine = testMachine('linux');
    machine.root = join(machine.root, 'other');
    addRelease(machine, '/opt/svc');
    const refused = await install();
    expect([refused.exitCode, refused.stderr]).toEqual([3, expect.stringMatching(/svc serve.*foreground/s)]);
    expect((await install('--dry-run')).stdout).toContain('run: systemctl start svc.service');
  });

  test('for an account that does not exist names the command that makes it', async () => {
    machine.answers['id -u'] = { exitCode: 1 };
    const { exitCode, stderr } = await install('--service-user', 'automation');
    expect([exitCode, machine.has(unit)]).toEqual([2, false]);
    expect(stderr).toContain('sudo useradd --system --no-create-home --shell /usr/sbin/nologin automation');
  });

  test('with a data directory outside of /var/lib needs an account, which owns it', async () => {
    expect((await install('--data-dir', '/srv/data')).stderr).toMatch(
      /Name the account with `--service-user`/,
    );
    await install('--data-dir', '/srv/data', '--service-user', 'automation');
    expect(machine.read(unit)).toMatch(
      /\nUser=automation\n(?!StateDirectory).*\nReadWritePaths=-\/srv\/data\n/s,
    );
    expect([machine.has('/srv/data'), machine.ran[0]]).toEqual([true, 'chown automation /srv/data']);
  });

  test('that serves a work tree of Git needs the account that it belongs to', async () => {
    machine.write('/srv/flows/.git/HEAD', 'ref: refs/heads/main\n');
    machine.write('/srv/flows/.git/objects/info/packs', '');
    machine.answers['id -un'] = { stdout: 'ada\n' };
    const { exitCode, stderr } = await svcOn(
      machine,
      'service',
      'install',
      '--dir',
      '/srv/flows',
      '--dry-run',
    );
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/belongs to `ada`.*`--service-user ada`/s)]);
    const argv = ['--dir', '/srv/flows', '--service-user', 'ada', '--dry-run'];
    const { stdout } = await svcOn(machine, 'service', 'install', ...argv);
    expect(stdout).toMatch(/User=ada\n.*BindPaths=|ReadWritePaths=-/s);
  });

  test('reports the program that fails, with its message', async () => {
    machine.answers['systemctl start'] = { exitCode: 1, stderr: 'Job for svc.service failed.\n' };
    const { exitCode, stderr } = await install();
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('Job for svc.service failed.')]);
    expect(stderr).toContain('service_command_failed: `systemctl start svc.service` ended with exit code 1');
  });

  test('makes a master key that only root reads, and passes it as a credential', async () => {
    const { stdout } = await install('--master-key-file', '/etc/svc/key', '--dry-run');
    expect(stdout).toMatch(/write: \/etc\/svc\/key \(mode 0600\)\n {4}\(a new secret\)/);
    await install('--master-key-file', '/etc/svc/key');
    expect(machine.read('/etc/svc/key')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(statSync(join(machine.root, 'etc/svc/key')).mode & 0o777).toBe(0o600);
    expect(machine.read(unit)).toContain('\nLoadCredential=master-key:/etc/svc/key\n');
  });

  test.each([
    [['--name', '../x'], 'cannot be the name of a service'],
    [['--port', '0'], '`--port` takes a port from 1 to 65535'],
    [['--config', '/nowhere.yaml'], 'There is no settings file /nowhere.yaml'],
    [['--folder', '/nowhere'], 'There is no folder /nowhere'],
  ])('with %j is wrong usage', async (argv, message) => {
    const { exitCode, stderr } = await install(...argv);
    expect([exitCode, stderr, machine.ran]).toEqual([2, expect.stringContaining(message), []]);
  });
});

test('--dry-run prints files and commands, as JSON too, and changes nothing', async () => {
  const { exitCode, stdout } = await install('--dry-run');
  expect([exitCode, machine.ran, machine.has(unit)]).toEqual([0, [], false]);
  expect(stdout).toMatch(
    /write: \/opt\/svc\/svc\.yaml.*write: \/etc\/systemd.*run: systemctl daemon-reload/s,
  );
  const { steps } = JSON.parse((await install('--dry-run', '--json')).stdout);
  expect(steps.map((step: { do: string }) => step.do)).toEqual(['write', 'write', ...Array(4).fill('run')]);
});

describe('rights that settings ask for', () => {
  const settings = (processes: boolean) =>
    machine.write(
      '/opt/svc/svc.yaml',
      `Flows: { AllowProcesses: ${processes}, AllowContainers: ${processes} }\n`,
    );

  test('are drop-ins of their own, and are printed; they are removed with the setting', async () => {
    settings(true);
    machine.answers['getent'] = { exitCode: 0 };
    const { stderr } = await install();
    expect(stderr).toMatch(/note: `Flows.AllowProcesses` loosens the service: .*50-processes\.conf/);
    expect(stderr).toMatch(/note: `Flows.AllowContainers` loosens .*group `docker`.*50-containers\.conf/);
    expect(machine.read(`${dropIns}/50-containers.conf`)).toContain('\nSupplementaryGroups=docker\n');
    settings(false);
    await install();
    expect(machine.has(`${dropIns}/50-processes.conf`)).toBe(false);
    expect(machine.has(`${dropIns}/50-containers.conf`)).toBe(false);
  });

  test('for containers without docker are left to the administrator, with a note', async () => {
    settings(true);
    const { stderr } = await install();
    expect(stderr).toMatch(/note: `Flows.AllowContainers` is set, but there is no group `docker`/);
    expect(machine.has(`${dropIns}/50-containers.conf`)).toBe(false);
  });
});
