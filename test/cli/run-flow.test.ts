import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startService } from '../../cli/serve/start-service.js';
import { loadSettings } from '../../controller/settings/index.js';
import { failing, flowText, greet, svc, temporaryFolder } from './test-io.js';

const environment = 'kind: environment\nname: staging\nvariables: { greeting: Hi }\n';
let folder: string;

beforeEach(() => {
  folder = temporaryFolder({
    'flows/greet.yaml': greet,
    'flows/failing.yaml': failing,
    'flows/caller.yaml': flowText(
      'caller',
      "  - ask:\n      run: { workflow: { namespace: test, name: greet, version: '1.0.0', input: { name: Sub } } }\n",
    ),
    'environments/staging.yaml': environment,
  });
});

/** Starts a service over the folder; commands run in it find it. */
async function serveFolder(): Promise<string> {
  const settings = loadSettings({ dir: folder, env: { SVC_Server__Port: '0' } });
  const service = await startService(settings, pino({ level: 'silent' }));
  onTestFinished(() => service.stop());
  return service.url;
}

describe('svc run-flow with a running service', () => {
  it('prints the output, with text coerced to what the flow asks for', async () => {
    await serveFolder();
    const outcome = await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada', '-p', 'times=2']);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toEqual({ message: 'Hello, Ada', times: 2 });
  });

  it('--json prints the whole run, and --env runs in that environment', async () => {
    await serveFolder();
    const { stdout } = await svc(folder, [
      'run-flow',
      'greet',
      '-p',
      'name=Ada',
      '--env',
      'staging',
      '--json',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ flow: 'greet', status: 'completed', environment: 'staging' });
  });

  it('takes parameters from a file or standard input', async () => {
    await serveFolder();
    const argv = ['run-flow', 'greet', '--params-file', '-', '-p', 'times:=3'];
    const { stdout } = await svc(folder, argv, { stdin: 'name: Grace\n' });
    expect(JSON.parse(stdout)).toEqual({ message: 'Hello, Grace', times: 3 });
    expect((await svc(folder, argv, { stdin: '[1]' })).exitCode).toBe(2);
  });

  it('--follow shows the tasks on stderr and keeps stdout for the output', async () => {
    await serveFolder();
    const { stdout, stderr } = await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada', '-f']);
    expect(stderr).toMatch(/^greet live@\w{8}, run .*\n {2}✓ greet +set +\d+ ms\n✓ completed in \d+ ms\n$/);
    expect(JSON.parse(stdout)).toMatchObject({ message: 'Hello, Ada' });
  });

  it('a run that faulted exits with 1 and explains the error', async () => {
    await serveFolder();
    const { exitCode, stdout, stderr } = await svc(folder, ['run-flow', 'failing']);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/refused 418: not today\n {2}raised by \/do\/0\/refuse\nrun: /);
  });

  it('what the service refuses is told with code, pointer and hint, and exits with 2', async () => {
    await serveFolder();
    const wrong = await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada', '-p', 'times=many']);
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toMatch(/^parameters_invalid: .*\n {2}\/times {2}must be .*\nhint: /);
    const unknown = await svc(folder, ['run-flow', 'grete', '--json']);
    expect([unknown.exitCode, JSON.parse(unknown.stderr)]).toMatchObject([2, { code: 'flow_not_found' }]);
    expect(unknown.stderr).toContain('Did you mean `greet`?');
  });

  it('a wrong key exits with 4, also when the server is named', async () => {
    const url = await serveFolder();
    const env = { SVC_SERVER: url, SVC_API_KEY: 'nope' };
    const { exitCode, stderr } = await svc(temporaryFolder(), ['run-flow', 'greet'], { env });
    expect([exitCode, stderr]).toEqual([4, expect.stringMatching(/^unauthenticated: /)]);
  });

  it('the log can be read and followed to its end', async () => {
    await serveFolder();
    const { stdout } = await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada', '--json']);
    const { id } = JSON.parse(stdout);
    const read = await svc(folder, ['logs', id]);
    const followed = await svc(folder, ['logs', id, '-f']);
    expect(read.stdout).toMatch(/greet completed/);
    expect(followed).toEqual(read);
    const lines = (await svc(folder, ['logs', id, '--json'])).stdout.trim().split('\n');
    const numbers = lines.map((line) => JSON.parse(line).seq);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(await svc(folder, ['logs', 'nothing'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/^run_not_found: /),
    });
  });
});

describe('svc run-flow without a running service', () => {
  it('does the same in this process', async () => {
    await svc(folder, ['run-flow', 'greet', '--dir', '.', '-p', 'name=first']);
    const outcome = await svc(join(folder, 'flows'), ['run-flow', 'greet', '-p', 'name=Ada']);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ message: 'Hello, Ada' });
  });

  it('runs a flow file alone, and leaves nothing behind', async () => {
    const scratch = temporaryFolder();
    vi.stubEnv('TMPDIR', scratch);
    onTestFinished(() => void vi.unstubAllEnvs());
    const outcome = await svc(folder, ['run-flow', 'flows/greet.yaml', '-p', 'name=File']);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ message: 'Hello, File' });
    expect(readdirSync(scratch)).toEqual([]);
    expect(readdirSync(folder)).toEqual(['environments', 'flows']);
  });

  it('runs a flow file with the folder it belongs to when it needs others', async () => {
    await svc(folder, ['run-flow', 'greet', '--dir', '.', '-p', 'name=makes the data directory']);
    const outcome = await svc(folder, ['run-flow', 'flows/caller.yaml', '-e', 'staging']);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ message: 'Hello, Sub' });
  });

  it('a file that is not there or holds no flow is told', async () => {
    expect((await svc(folder, ['run-flow', 'flows/nothing.yaml'])).exitCode).toBe(2);
    const { exitCode, stderr } = await svc(folder, ['run-flow', 'environments/staging.yaml']);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('does not hold a flow')]);
  });

  it('a flow file that is not valid is told with line and column, and exits with 1', async () => {
    const broken = temporaryFolder({ 'a.yaml': flowText('a', '  - first:\n      cal: http\n') });
    const { exitCode, stderr } = await svc(broken, ['run-flow', 'a.yaml']);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/a\.yaml:4:7 {2}unknown field `cal`/)]);
  });

  it('no installation and no server exit with 3, and so does a server that does not answer', async () => {
    const nowhere = temporaryFolder();
    const { exitCode, stderr } = await svc(nowhere, ['run-flow', 'greet']);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('svc serve --dir')]);
    const dead = await svc(nowhere, ['run-flow', 'greet', '--server', 'http://127.0.0.1:9']);
    expect([dead.exitCode, dead.stderr]).toEqual([3, expect.stringContaining('Cannot reach the server')]);
  });

  it('an address or a folder that cannot be is wrong usage, and makes nothing', async () => {
    const nowhere = temporaryFolder();
    const address = await svc(nowhere, ['logs', 'x', '--server', 'ftp://x y']);
    expect([address.exitCode, address.stderr]).toEqual([
      2,
      expect.stringContaining('not the address of a server'),
    ]);
    const missing = await svc(nowhere, ['logs', 'x', '--dir', 'missing']);
    expect([missing.exitCode, missing.stderr]).toEqual([
      2,
      'error: There is no folder missing\nhint: Make it first, or name another one with `--dir`.\n',
    ]);
    expect(readdirSync(nowhere)).toEqual([]);
  });
});

describe('the command line', () => {
  it.each([
    [['runflow', 'greet'], 'Did you mean run-flow?'],
    [['run-flow'], "missing required argument 'name'"],
    [['logs', 'x', '--folow'], 'Did you mean --follow?'],
    [['run-flow', 'greet', '-p', 'nothing'], '-p name=value'],
  ])('%j is wrong usage', async (argv, hint) => {
    const { exitCode, stderr } = await svc(temporaryFolder(), argv);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(hint)]);
  });

  it.each([
    ['secrets', 'POST /api/v1/platform/entities/platform/secret'],
    ['backup', 'POST /api/v1/platform/entities/platform/backup'],
    ['revert', 'POST /api/v1/{branch}/versions/{type}/{name}/revert'],
  ])('`svc %s` answers with the REST call to use', async (verb, call) => {
    const { exitCode, stderr } = await svc(temporaryFolder(), [verb, 'list']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(call)]);
  });

  it('every help text has an example', async () => {
    for (const command of ['serve', 'run-flow', 'logs', 'validate', 'config']) {
      const { exitCode, stdout } = await svc(temporaryFolder(), [command, '--help']);
      expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/Examples?:\n {2}svc /)]);
      expect(stdout).toContain('--json');
    }
  });
});
