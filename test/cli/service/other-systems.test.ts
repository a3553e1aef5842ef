import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { parse } from 'plist';
import { describe, expect, test } from 'vitest';
import { readStamp } from '../../../cli/service/contract/stamp.js';
import { hasPrograms } from '../../programs.js';
import { svc, temporaryFolder } from '../test-io.js';
import { addRelease, svcOn, testMachine } from './test-machine.js';

/** Returns the root element of an XML text. @throws Error for text that is not well-formed */
function xml(text: string): Element {
  const refuse = (_level: string, message: string) => {
    throw new Error(message);
  };
  const { documentElement } = new DOMParser({ onError: refuse }).parseFromString(text, 'text/xml');
  if (documentElement === null) throw new Error('no element');
  return documentElement;
}

function toRootText(root: Element, name: string): string {
  return root.getElementsByTagName(name)[0]?.textContent ?? '';
}

describe('a service of launchd', () => {
  const file = '/Library/LaunchDaemons/run.svc.svc.plist';
  const install = async () => {
    const machine = testMachine('darwin');
    addRelease(machine, '/opt/svc -- & more');
    const argv = ['--dir', '/opt/svc -- & more', '--service-user', '_svc', '--port', '8080'];
    return { machine, argv, outcome: await svcOn(machine, 'service', 'install', ...argv) };
  };

  test('is a property list with the command, the account and the limits', async () => {
    const { machine, outcome } = await install();
    expect(outcome.exitCode).toBe(0);
    expect(parse(machine.read(file))).toMatchObject({
      Label: 'run.svc.svc',
      ProgramArguments: [
        '/opt/svc -- & more/current/bin/svc',
        'serve',
        '--config',
        '/opt/svc -- & more/svc.yaml',
        '--port',
        '8080',
      ],
      UserName: '_svc',
      EnvironmentVariables: { SVC_DataDirectory: '/opt/svc -- & more/data' },
      KeepAlive: { SuccessfulExit: false },
      Umask: 0o77,
    });
    expect(machine.ran).toEqual([
      'chown _svc /opt/svc -- & more/data',
      'launchctl enable system/run.svc.svc',
      `launchctl bootstrap system ${file}`,
    ]);
  });

  test.skipIf(!hasPrograms('python3'))('is accepted by the parser of Python, which is strict', async () => {
    const { machine } = await install();
    const path = join(temporaryFolder(), 'a.plist');
    writeFileSync(path, machine.read(file));
    const program = 'import plistlib, sys; print(plistlib.load(open(sys.argv[1], "rb"))["Label"])';
    expect(execFileSync('python3', ['-c', program, path], { encoding: 'utf8' })).toBe('run.svc.svc\n');
  });

  test('is unchanged by a second installation while it runs, and its options are read from the file', async () => {
    const { machine, argv } = await install();
    expect(readStamp(machine.read(file))).toMatchObject({ isUnchanged: true, record: { port: 8080 } });
    machine.ran.length = 0;
    machine.answers['launchctl print'] = { stdout: '\tstate = running\n\tpid = 42\n' };
    expect((await svcOn(machine, 'service', 'install', ...argv)).stderr).toContain('Nothing to do');
    const { exitCode, stdout } = await svcOn(machine, 'service', 'status', '--json');
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ pid: 42, manager: 'launchd' }),
    ]);
    await svcOn(machine, 'service', 'logs', '-n', '3');
    expect(machine.ran).toEqual(['tail -n 3 /opt/svc -- & more/data/service.log']);
    await svcOn(machine, 'service', 'uninstall');
    expect([machine.has(file), machine.ran.at(-1)]).toEqual([false, 'launchctl bootout system/run.svc.svc']);
  });
});

describe('a service of Windows', () => {
  const folder = 'C:\\ProgramData\\svc\\services';
  const install = (machine = testMachine('win32')) => {
    addRelease(machine, 'C:\\svc & more');
    return svcOn(machine, 'service', 'install', '--dir', 'C:\\svc & more', '--port', '8080');
  };

  test('needs WinSW, and says where to get it and where to save it', async () => {
    const { exitCode, stderr } = await install();
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /service_program_missing: WinSW is not at C:\\ProgramData\\svc\\services\\svc\.exe/,
    );
    expect(stderr).toMatch(/github\.com\/winsw\/winsw\/releases.*save it as C:\\ProgramData/);
  });

  test('is a file for WinSW beside its program, which installs and starts it', async () => {
    const machine = testMachine('win32');
    machine.write(`${folder}\\svc.exe`, 'WinSW');
    expect((await install(machine)).exitCode).toBe(0);
    const text = machine.read(`${folder}\\svc.xml`);
    const root = xml(text);
    expect([root.tagName, toRootText(root, 'id')]).toEqual(['service', 'svc']);
    expect(toRootText(root, 'executable')).toBe('C:\\svc & more\\bin\\svc.cmd');
    expect(toRootText(root, 'arguments')).toBe('serve --config "C:\\svc & more\\svc.yaml" --port 8080');
    const [env] = root.getElementsByTagName('env');
    expect([env?.getAttribute('name'), env?.getAttribute('value')]).toEqual([
      'SVC_DataDirectory',
      'C:\\svc & more\\data',
    ]);
    expect(readStamp(text)).toMatchObject({ isUnchanged: true, record: { dir: 'C:\\svc & more' } });
    expect(machine.ran).toEqual(['install', 'refresh', 'start'].map((verb) => `${folder}\\svc.exe ${verb}`));
    machine.answers['sc.exe queryex'] = { stdout: '  STATE  : 4  RUNNING\n  PID  : 42\n' };
    const { exitCode, stdout } = await svcOn(machine, 'service', 'status', '--json');
    expect([exitCode, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ pid: 42, state: 'running' }),
    ]);
  });
});

test('an operating system without a service manager that svc knows is refused', async () => {
  const { exitCode, stderr } = await svcOn(testMachine('freebsd'), 'service', 'install', '--dir', '/opt/svc');
  expect([exitCode, stderr]).toEqual([3, expect.stringContaining('svc knows no service manager of freebsd')]);
});

describe('svc iis install', () => {
  const iis = (...argv: string[]) => {
    const machine = testMachine('win32');
    addRelease(machine, 'C:\\svc');
    return svcOn(machine, 'iis', 'install', '--dir', 'C:\\svc', ...argv).then((outcome) => ({
      machine,
      outcome,
    }));
  };
  const variables = (root: Element) =>
    Object.fromEntries(
      [...root.getElementsByTagName('environmentVariable')].map((each) => [
        each.getAttribute('name'),
        each.getAttribute('value'),
      ]),
    );

  test('writes a web.config that passes all requests to svc, on a port that IIS chooses', async () => {
    const { machine, outcome } = await iis('--port', '8080');
    expect([outcome.exitCode, outcome.stdout]).toEqual([0, expect.stringContaining('http://localhost:8080')]);
    const root = xml(machine.read('C:\\svc\\iis\\web.config'));
    const [platform] = root.getElementsByTagName('httpPlatform');
    expect(platform?.getAttribute('processPath')).toBe('C:\\svc\\bin\\svc.cmd');
    expect(platform?.getAttribute('arguments')).toBe('serve --config C:\\svc\\svc.yaml');
    expect(variables(root)).toEqual({
      SVC_DataDirectory: 'C:\\svc\\data',
      SVC_Server__Host: '127.0.0.1',
      SVC_Server__Port: '%HTTP_PLATFORM_PORT%',
      SVC_Server__TrustedProxies: '127.0.0.1,::1',
    });
    expect(machine.read('C:\\svc\\svc.yaml')).toContain('DataDirectory: "C:\\\\svc\\\\data"');
  });

  test('runs a script that makes the pool, the site and the rights on folders', async () => {
    const { machine } = await iis('--port', '8080', '--data-dir', "C:\\Ada's data");
    const script = machine.read('C:\\svc\\iis-install.ps1');
    expect(machine.ran).toEqual([
      'powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass -File C:\\svc\\iis-install.ps1',
    ]);
    expect(script).toContain("New-Website -Name $site -Port 8080 -PhysicalPath 'C:\\svc\\iis'");
    expect(script).toContain("icacls 'C:\\svc' /grant 'IIS AppPool\\svc:(OI)(CI)RX'");
    expect(script).toContain("icacls 'C:\\Ada''s data' /inheritance:r");
    expect(script).toContain('-Name recycling.disallowOverlappingRotation -Value $true');
  });

  test('below a path of another site tells svc its base path', async () => {
    const { machine } = await iis('--site', 'Default Web Site', '--path', '/ops/svc');
    expect(variables(xml(machine.read('C:\\svc\\iis\\web.config')))).toMatchObject({
      SVC_Server__BasePath: '/ops/svc',
    });
    const script = machine.read('C:\\svc\\iis-install.ps1');
    expect(script).toContain("New-WebApplication -Site $site -Name 'ops/svc'");
    expect(script).not.toContain('New-Website');
  });

  test('on another system is refused; --dry-run prints it there', async () => {
    const machine = testMachine('linux');
    const argv = ['iis', 'install', '--dir', 'C:\\svc', '--config', 'C:\\svc\\svc.yaml'];
    machine.write('C:\\svc\\svc.yaml', '');
    const refused = await svcOn(machine, ...argv);
    expect([refused.exitCode, refused.stderr]).toEqual([
      3,
      expect.stringContaining('IIS runs on Windows only'),
    ]);
    const { exitCode, stdout } = await svcOn(machine, ...argv, '--dry-run');
    expect([exitCode, machine.ran]).toEqual([0, []]);
    expect(stdout).toMatch(/write: C:\\svc\\iis\\web\.config.*run: powershell\.exe/s);
    const elsewhere = await svc(temporaryFolder(), ['iis', 'install', '--dry-run']);
    expect(elsewhere).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/write: C:\\svc\\iis\\web\.config.*run: powershell\.exe/s),
      stderr: 'Without `--dir`, this is what C:\\svc would get.\n',
    });
    const unlike = await svc(temporaryFolder(), ['iis', 'install', '--dry-run', '--dir', '.']);
    expect(unlike.stderr).toBe('As . is no folder of Windows, this is what C:\\svc would get.\n');
    expect(unlike.stdout).toBe(elsewhere.stdout);
    const named = await svc(temporaryFolder(), ['iis', 'install', '--dry-run', '--dir', 'D:\\flows']);
    expect(named).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('write: D:\\flows\\iis\\web.config'),
    });
    expect(named.stderr).toBe('');
  });
});
