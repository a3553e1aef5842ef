import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../eventually.js';
import { flowText } from '../test-io.js';
import { reasonAgainstSystemd, type SystemdMachine, startSystemd } from './systemd-machine.js';

const launcher = fileURLToPath(new URL('../../../dist/cli/launch.cjs', import.meta.url));
const reason = reasonAgainstSystemd();

/** The built program under a systemd that runs as process 1 of namespaces of the test. */
describe.skipIf(reason !== undefined)('a service of systemd', () => {
  let machine: SystemdMachine;
  const start = async (files: Record<string, string>) => {
    machine = await startSystemd();
    for (const [path, content] of Object.entries(files)) await machine.write(path, content);
  };
  const svc = async (argv: readonly string[], env: Record<string, string> = {}) =>
    machine.run([process.execPath, launcher, ...argv], env);
  const service = (...argv: string[]) => svc(['service', ...argv]);
  const status = async () => {
    const { exitCode, stdout } = await service('status', '--json');
    return {
      exitCode,
      ...(JSON.parse(stdout) as { state: string; pid: number; ready: boolean; restarts: number }),
    };
  };
  const read = async (path: string) => (await machine.run(['cat', path])).stdout;
  const getKey = async (data: string) =>
    JSON.parse(await read(`${data}/initial-admin.json`)).apiKey as string;

  describe('that serves a folder', () => {
    const port = '7431';
    const folder = '/srv/flows';
    let key = '';
    const runFlow = async (name: string) => {
      const { exitCode, stdout, stderr } = await svc(
        ['run-flow', name, '--server', `http://127.0.0.1:${port}`],
        {
          SVC_API_KEY: key,
        },
      );
      expect([exitCode, stderr]).toEqual([0, expect.anything()]);
      return JSON.parse(stdout);
    };
    beforeAll(async () => {
      const script = (language: string, code: string) =>
        `  - work: { run: { script: { language: ${language}, code: ${JSON.stringify(code)} } } }\n`;
      await start({
        [`${folder}/svc.yaml`]: 'Flows: { AllowProcesses: true }\n',
        [`${folder}/greet.yaml`]: flowText('greet', "  - greet: { set: { message: 'Hello' } }\n"),
        [`${folder}/compute.yaml`]: flowText(
          'compute',
          script('js', 'return { sum: [1, 2, 3].reduce((a, b) => a + b) }'),
        ),
        [`${folder}/shell.yaml`]: flowText('shell', script('shell', 'ulimit -n 512; id -un; echo /home/*')),
      });
    });
    afterAll(() => machine.stop());

    test('is ready when `install` returns, and runs flows as a user of its own', async () => {
      const installed = await service('install', '--dir', folder, '--port', port);
      expect([installed.exitCode, installed.stderr]).toEqual([
        0,
        expect.stringContaining('loosens the service'),
      ]);
      expect(await status()).toMatchObject({ exitCode: 0, state: 'running', ready: true, restarts: 0 });
      key = await getKey('/var/lib/svc');
      expect((await runFlow('greet')).message).toBe('Hello');
      expect((await runFlow('compute')).sum).toBe(6);
      const { stdout } = await machine.run(['systemctl', 'show', 'svc', '--property=StatusText', '--value']);
      expect(stdout).toBe(`Answers at http://127.0.0.1:${port}`);
    });

    test('starts processes of flows in the same sandbox, where homes are empty', async () => {
      expect(JSON.stringify(await runFlow('shell'))).toContain('svc\\n/home/*\\n');
    });

    test('is the same after a second installation', async () => {
      const { pid } = await status();
      const again = await service('install', '--dir', folder, '--port', port);
      expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining('Nothing to do')]);
      expect((await status()).pid).toBe(pid);
    });

    test('comes back by itself after `kill -9`, with its data', async () => {
      const { pid } = await status();
      await machine.run(['kill', '-9', String(pid)]);
      await eventually(async () => {
        const show = ['systemctl', 'show', 'svc', '--property=MainPID,SubState', '--value'];
        const [now, state] = (await machine.run(show)).stdout.split('\n');
        return now !== String(pid) && state === 'running';
      });
      expect(await status()).toMatchObject({ ready: true, restarts: 1 });
      expect(await getKey('/var/lib/svc')).toBe(key);
      expect((await runFlow('greet')).message).toBe('Hello');
    });

    test('restarts, stops, and starts again', async () => {
      const { pid } = await status();
      expect((await machine.run(['systemctl', 'restart', 'svc'])).exitCode).toBe(0);
      expect(await status()).toMatchObject({ state: 'running', ready: true });
      expect((await status()).pid).not.toBe(pid);
      expect((await service('stop')).exitCode).toBe(0);
      expect(await status()).toMatchObject({ exitCode: 3, state: 'stopped', pid: null });
      expect((await service('start')).exitCode).toBe(0);
      expect(await status()).toMatchObject({ exitCode: 0, state: 'running', ready: true });
    });

    test('has a log that shows its start and its end', async () => {
      const { stdout } = await service('logs', '-n', '200');
      expect(stdout).toContain(`is running at http://127.0.0.1:${port}`);
      expect(stdout).toContain('Stopping: finishing the requests in progress');
    });

    test('whose start fails reports that, and the log has the reason', async () => {
      await service('stop');
      const other = await service('install', '--dir', folder, '--port', '7432', '--name', 'second');
      expect(other.exitCode).toBe(0);
      // The second service has this port.
      const failed = await service('install', '--dir', folder, '--port', '7432', '--name', 'svc');
      expect(failed.stderr).toMatch(/The log ends with:.*Something else listens on 127\.0\.0\.1:7432/s);
      expect([failed.exitCode, failed.stderr]).toEqual([
        3,
        expect.stringContaining('service_command_failed'),
      ]);
      expect((await service('logs', '--name', 'svc')).stdout).toContain(
        'Something else listens on 127.0.0.1:7432',
      );
      await service('uninstall', '--name', 'second', '--purge', '--yes');
      expect((await machine.run(['ls', '/var/lib/private'])).stdout).toBe('svc');
    });

    test('is gone after `uninstall`, but its data is not', async () => {
      expect((await service('uninstall')).exitCode).toBe(0);
      expect((await service('status')).exitCode).toBe(4);
      expect((await machine.run(['systemctl', 'cat', 'svc'])).exitCode).not.toBe(0);
      expect((await machine.run(['ls', '/etc/systemd/system'])).stdout).not.toContain('svc.service\n');
      expect(await getKey('/var/lib/svc')).toBe(key);
    });
  });

  describe('of a release, with its master key as a credential', () => {
    const file = '/etc/svc/master-key';
    const folder = '/opt/svc';
    beforeAll(async () => {
      const line = '#!/bin/sh\nexec /opt/svc/runtime/node /opt/svc/app/dist/cli/launch.cjs "$@"\n';
      const runtime = `${folder}/runtime/node`;
      await start({ [`${folder}/current/bin/svc`]: line, [runtime]: '', [`${folder}/app/file`]: '' });
      // The program is where a release has it, whatever folder the tests run from.
      await machine.run(['mount', '--bind', process.execPath, runtime]);
      await machine.run(['mount', '--bind', join(launcher, '../../..'), `${folder}/app`]);
    });
    afterAll(() => machine.stop());
    const request = async (method: string, path: string, body?: object) => {
      const script =
        'const [url, method, key, body] = process.argv.slice(1);' +
        "fetch(url, { method, headers: { 'x-api-key': key, 'content-type': 'application/json' }, ...(body ? { body } : {}) })" +
        '.then(async (answer) => console.log(answer.status, await answer.text()))';
      const args = [`http://127.0.0.1:7420/api/v1/platform/${path}`, method, await getKey('/var/lib/svc')];
      const { stdout } = await machine.run([
        process.execPath,
        '-e',
        script,
        ...args,
        ...(body ? [JSON.stringify(body)] : []),
      ]);
      return stdout;
    };

    test('starts without any other option, and keeps no key in its data directory', async () => {
      const { exitCode, stderr } = await service('install', '--dir', folder, '--master-key-file', file);
      expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`Keep a copy of ${file}`)]);
      expect(await status()).toMatchObject({ state: 'running', ready: true });
      expect((await machine.run(['ls', '/var/lib/svc'])).stdout).not.toContain('master.key');
      expect(
        await request('POST', 'entities/platform/secret', { path: 'a/b', value: { token: 'x1y2z3' } }),
      ).toMatch(/^201/);
    });

    test('has another master key after `rotate-master-key`, which opens all secrets', async () => {
      const before = await read(file);
      const { exitCode, stdout } = await service('rotate-master-key');
      expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/new master key \S+$/)]);
      expect([(await read(file)).split('\n').length, (await read(file)) === before]).toEqual([1, false]);
      await machine.run(['systemctl', 'restart', 'svc']);
      expect(await request('GET', 'diagnostics')).toMatch(/"name":"master-key","status":"ok"/);
      expect(await request('GET', 'entities/platform/secret/a%2Fb')).toMatch(/^200/);
    });

    test('continues a rotation that was interrupted after the new key was written', async () => {
      const first = 'ab'.repeat(32);
      await machine.run([
        'sh',
        '-c',
        `printf '${first}\\n' | cat - ${file} > ${file}.new; mv ${file}.new ${file}`,
      ]);
      const { exitCode, stderr } = await service('rotate-master-key');
      expect([exitCode, stderr]).toEqual([
        0,
        expect.stringContaining('an earlier rotation is completed first'),
      ]);
      expect(await read(file)).toBe(first);
      expect(await request('GET', 'entities/platform/secret/a%2Fb')).toMatch(/^200/);
    });
  });
});
