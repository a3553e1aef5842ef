import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../eventually.js';
import { serveFolder } from '../serve-folder.js';
import { failing, flowText, greet, svc, temporaryFolder } from '../test-io.js';

const environment = 'kind: environment\nname: staging\nvariables: { greeting: Hi }\n';
const waiting = flowText('waiting', '  - pause: { wait: { hours: 1 } }\n');
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

describe('the files of a run', () => {
  const command = (name: string) =>
    `mkdir -p a b; echo ${name}1 > a/x.txt; echo ${name}2 > b/x.txt; echo ${name}3 > y.txt`;
  const making = (name: string) =>
    flowText(name, `  - make: { run: { shell: { command: '${command(name)}' }, files: [ '**/*.txt' ] } }\n`);

  beforeEach(() => {
    writeFileSync(join(folder, 'svc.yaml'), 'Flows: { AllowProcesses: true }\n');
    writeFileSync(join(folder, 'flows/making.yaml'), making('making'));
  });

  const read = (at: string) =>
    readdirSync(join(folder, at))
      .map((name) => readFileSync(join(folder, at, name), 'utf8'))
      .sort();

  it('of a flow file alone, which the settings of its folder allow, are named before they end', async () => {
    const { exitCode, stderr, stdout } = await svc(folder, ['run-flow', './flows/making.yaml']);
    expect([exitCode, stderr]).toEqual([
      0,
      'The run yielded 3 files (x.txt, x.txt, y.txt), which end with its temporary data. `--files <folder>` saves them.\n',
    ]);
    expect(JSON.parse(stdout).files).toHaveLength(3);
    writeFileSync(join(folder, 'svc.yaml'), '{}\n');
    expect((await svc(folder, ['run-flow', './flows/making.yaml'])).stderr).toContain(
      '`Flows.AllowProcesses`',
    );
  });

  it('are saved in a folder, each once, also those of a server', async () => {
    const saved = await svc(folder, ['run-flow', './flows/making.yaml', '--files', 'out/here']);
    expect(saved).toMatchObject({ exitCode: 0, stderr: '3 files saved in out/here\n' });
    expect(read('out/here')).toEqual(['making1\n', 'making2\n', 'making3\n']);
    expect(readdirSync(join(folder, 'out/here'))).toEqual(expect.arrayContaining(['x.txt', 'y.txt']));
    await serveFolder(folder);
    const silent = await svc(folder, ['run-flow', 'making']);
    expect(silent).toMatchObject({ exitCode: 0, stderr: '' });
    await svc(folder, ['run-flow', 'making', '--files', 'served']);
    expect(read('served')).toEqual(['making1\n', 'making2\n', 'making3\n']);
    const detached = await svc(folder, ['run-flow', 'making', '--detach', '--files', 'never']);
    expect(detached).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('svc runs files') });
  });

  it('are saved by `svc try`, too, and a folder that cannot be made is a fault of the command', async () => {
    expect(await svc(folder, ['try', 'making', '--files', 'out'])).toMatchObject({
      exitCode: 0,
      stderr: '3 files saved in out\n',
    });
    writeFileSync(join(folder, 'taken'), '');
    expect(await svc(folder, ['try', 'making', '--files', 'taken/out'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Cannot make taken/out'),
    });
  });
});

describe('svc run-flow with a running service', () => {
  it('prints the output; text parameters are converted to the types of the flow', async () => {
    await serveFolder(folder);
    const outcome = await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada', '-p', 'times=2']);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toEqual({ message: 'Hello, Ada', times: 2 });
  });

  it('--json prints the whole run, and --env runs in that environment', async () => {
    await serveFolder(folder);
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
    await serveFolder(folder);
    const argv = ['run-flow', 'greet', '--params-file', '-', '-p', 'times:=3'];
    const { stdout } = await svc(folder, argv, { stdin: 'name: Grace\n' });
    expect(JSON.parse(stdout)).toEqual({ message: 'Hello, Grace', times: 3 });
    expect((await svc(folder, argv, { stdin: '[1]' })).exitCode).toBe(2);
  });

  it('numbers have the digits of the file, of YAML and of JSON, in the output', async () => {
    writeFileSync(
      join(folder, 'flows/same.yaml'),
      flowText('same', "  - keep: { set: { all: '${ . }' } }\n"),
    );
    await serveFolder(folder);
    const read = (stdin: string) => svc(folder, ['run-flow', 'same', '--params-file', '-'], { stdin });
    const yaml = await read(
      'id: 7615917337495251231\nhex: 0xFFFFFFFFFFFFFFFF\nparts: [+.10000000000000001, 1e400]\n',
    );
    expect(yaml.stdout.replaceAll(/\s/g, '')).toBe(
      '{"all":{"id":7615917337495251231,"hex":18446744073709551615,"parts":[0.10000000000000001,1e400]}}',
    );
    const json = await read('{"id":7615917337495251231,"parts":[1e400]}');
    expect(json.stdout.replaceAll(/\s/g, '')).toBe('{"all":{"id":7615917337495251231,"parts":[1e400]}}');
  });

  it('--follow shows the tasks on stderr and keeps stdout for the output', async () => {
    await serveFolder(folder);
    const { stdout, stderr } = await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada', '-f']);
    expect(stderr).toMatch(/^greet live@\w{8}, run .*\n {2}✓ greet +set +\d+ ms\n✓ completed in \d+ ms\n$/);
    expect(JSON.parse(stdout)).toMatchObject({ message: 'Hello, Ada' });
  });

  it('--detach prints the id of the run and how to follow it, and does not wait', async () => {
    writeFileSync(join(folder, 'flows/waiting.yaml'), waiting);
    await serveFolder(folder);
    const { exitCode, stdout, stderr } = await svc(folder, ['run-flow', 'waiting', '--detach']);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^[\w-]{36}\n$/)]);
    expect(stderr).toBe(`Follow it with: svc logs ${stdout.trim()} -f\n`);
    const file = await svc(folder, ['run-flow', './flows/waiting.yaml', '--detach']);
    expect(file).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('its run ends with it') });
  });

  it('an interrupt without a terminal says that the run goes on and how to follow it', async () => {
    writeFileSync(join(folder, 'flows/waiting.yaml'), waiting);
    await serveFolder(folder);
    const interrupt = new AbortController();
    const command = svc(folder, ['run-flow', 'waiting'], { interrupt: interrupt.signal });
    const getRun = async () => (await svc(folder, ['runs', 'list', '--json'])).stdout;
    const id = await eventually(async () => /"id": "([^"]+)"/.exec(await getRun())?.[1]);
    interrupt.abort();
    expect(await command).toEqual({
      exitCode: 130,
      stdout: '',
      stderr: `\nThe run continues. Follow it with: svc logs ${id} -f\n`,
    });
    expect((await svc(folder, ['runs', 'cancel', id ?? ''])).stdout).toBe(`${id}  cancelled\n`);
  });

  it('--detach without a service that goes on is refused', async () => {
    writeFileSync(join(folder, 'svc.yaml'), '{}\n');
    expect(await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada', '--detach'])).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('svc serve'),
    });
  });

  it('warns when the newest version of the flow is broken and the last good one ran', async () => {
    await serveFolder(folder);
    expect((await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada'])).stderr).toBe('');
    writeFileSync(join(folder, 'flows/greet.yaml'), greet.replace('set:', 'sett:'));
    const run = () => svc(folder, ['run-flow', 'greet', '-p', 'name=Ada', '--json']);
    // A busy service may run the version before for a moment.
    await eventually(async () => JSON.parse((await run()).stdout).branchRevision !== null);
    const outcome = await run();
    const { revision, branchRevision, output } = JSON.parse(outcome.stdout);
    expect(output).toMatchObject({ message: 'Hello, Ada' });
    expect(branchRevision).not.toBe(revision);
    expect(outcome.stderr).toMatch(
      /^warning: `greet` is used as of \w{12}, where it was last ready: .* is not ready\.\n$/,
    );
  });

  it('a run that faulted exits with 1 and explains the error', async () => {
    await serveFolder(folder);
    const { exitCode, stdout, stderr } = await svc(folder, ['run-flow', 'failing']);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/refused 418: not today\n {2}raised by \/do\/0\/refuse\nrun: /);
  });

  it('a refused request is reported with code, pointer and hint, and exits with 2', async () => {
    await serveFolder(folder);
    const wrong = await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada', '-p', 'times=many']);
    expect(wrong.exitCode).toBe(2);
    expect(wrong.stderr).toMatch(/^parameters_invalid: .*\n {2}\/times {2}must be .*\nhint: /);
    const unknown = await svc(folder, ['run-flow', 'grete', '--json']);
    expect([unknown.exitCode, JSON.parse(unknown.stderr)]).toMatchObject([2, { code: 'flow_not_found' }]);
    expect(unknown.stderr).toContain('Did you mean `greet`?');
  });

  it('a wrong key exits with 4, also when the server is named', async () => {
    const url = await serveFolder(folder);
    const env = { SVC_SERVER: url, SVC_API_KEY: 'nope' };
    const { exitCode, stderr } = await svc(temporaryFolder(), ['run-flow', 'greet'], { env });
    expect([exitCode, stderr]).toEqual([4, expect.stringMatching(/^unauthenticated: /)]);
  });
});

describe('svc run-flow without a running service', () => {
  it('runs the flow in this process', async () => {
    await svc(folder, ['run-flow', 'greet', '--dir', '.', '-p', 'name=first']);
    const outcome = await svc(join(folder, 'flows'), ['run-flow', 'greet', '-p', 'name=Ada']);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ message: 'Hello, Ada' });
  });

  it('runs a flow file alone, and leaves no files behind', async () => {
    const scratch = temporaryFolder();
    vi.stubEnv('TMPDIR', scratch);
    onTestFinished(() => void vi.unstubAllEnvs());
    const outcome = await svc(folder, ['run-flow', 'flows/greet.yaml', '-p', 'name=File']);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ message: 'Hello, File' });
    expect(readdirSync(scratch)).toEqual([]);
    expect(readdirSync(folder)).toEqual(['environments', 'flows']);
  });

  it('runs a flow file with its repository when it refers to other entities', async () => {
    await svc(folder, ['run-flow', 'greet', '--dir', '.', '-p', 'name=makes the data directory']);
    const outcome = await svc(folder, ['run-flow', 'flows/caller.yaml', '-e', 'staging']);
    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ message: 'Hello, Sub' });
  });

  it('a flow file that needs a secret says that the server has it', async () => {
    const auth = 'auth: { type: bearer, token: { secret: crm/api, key: token } }';
    const repository = temporaryFolder({
      'connections/crm.yaml': `kind: connection\nname: crm\nconnector: http\nconfig: { baseUrl: 'https://crm.example.com', ${auth} }\n`,
      'flows/read.yaml': flowText('read', '  - read: { call: crm.get, with: { path: / } }\n'),
      'svc.yaml': '{}\n',
    });
    const { exitCode, stderr } = await svc(repository, ['run-flow', 'flows/read.yaml']);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('There is no secret `crm/api`.\n');
    expect(stderr).toContain('hint: A file runs without the secrets of a server: `svc run-flow read`');
    expect(stderr).not.toContain('/api/v1');
  });

  it('a missing file exits with 2, and a file without a flow with 1', async () => {
    expect((await svc(folder, ['run-flow', 'flows/nothing.yaml'])).exitCode).toBe(2);
    const { exitCode, stderr } = await svc(folder, ['run-flow', 'environments/staging.yaml']);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('does not hold a flow')]);
  });

  it('a folder in place of a flow file is wrong usage', async () => {
    const { exitCode, stderr } = await svc(folder, ['run-flow', './flows']);
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('./flows cannot be read: it is a folder'),
    ]);
  });

  it('an invalid flow file is reported with line and column, and exits with 1', async () => {
    const broken = temporaryFolder({ 'a.yaml': flowText('a', '  - first:\n      cal: http\n') });
    const { exitCode, stderr } = await svc(broken, ['run-flow', 'a.yaml']);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/a\.yaml:4:7 {2}unknown field `cal`/)]);
  });

  it('a missing installation and a server that does not answer exit with 3', async () => {
    const nowhere = temporaryFolder();
    const { exitCode, stderr } = await svc(nowhere, ['run-flow', 'greet']);
    expect([exitCode, stderr]).toEqual([3, expect.stringContaining('svc serve --dir')]);
    const dead = await svc(nowhere, ['run-flow', 'greet', '--server', 'http://127.0.0.1:9']);
    expect([dead.exitCode, dead.stderr]).toEqual([3, expect.stringContaining('Cannot reach the server')]);
  });

  it('an invalid address or a missing folder is wrong usage, and creates no files', async () => {
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

it('runs a flow of a served repository that is not committed yet, and says so', async () => {
  const git = (...argv: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...argv]);
  git('init', '--quiet', '--initial-branch', 'main');
  writeFileSync(join(folder, '.gitignore'), '.svc/\n.config-home/\n');
  git('add', '.gitignore');
  git('commit', '--quiet', '--message', 'Begin');
  await serveFolder(folder);
  const ran = await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada']);
  expect(ran).toMatchObject({
    exitCode: 0,
    stderr: 'The flow greet is not committed yet: this runs the file as it is (branch local).\n',
  });
  expect(JSON.parse(ran.stdout)).toMatchObject({ message: 'Hello, Ada' });
  const onBranch = await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada', '--branch', 'main']);
  expect([onBranch.exitCode, onBranch.stderr]).toEqual([2, expect.stringMatching(/^flow_not_found/)]);
  expect((await svc(folder, ['run-flow', 'nothing'])).stderr).toMatch(/^flow_not_found/);

  git('add', 'flows/greet.yaml');
  git('commit', '--quiet', '--message', 'Greet');
  const quiet = await eventually(async () => {
    const outcome = await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada']);
    return outcome.stderr === '' && outcome;
  });
  expect(JSON.parse(quiet.stdout)).toMatchObject({ message: 'Hello, Ada' });
  writeFileSync(
    join(folder, 'flows/greet.yaml'),
    readFileSync(join(folder, 'flows/greet.yaml'), 'utf8').replace('Hello', 'Bye'),
  );
  const changed = await eventually(async () => {
    const outcome = await svc(folder, ['run-flow', 'greet', '-p', 'name=Ada']);
    return outcome.stderr !== '' && outcome;
  });
  expect(changed.stderr).toBe(
    'flows/greet.yaml has changes that are not committed: this runs the committed version. To run the file as it is: svc try greet\n',
  );
  expect(JSON.parse(changed.stdout)).toMatchObject({ message: 'Hello, Ada' });
});
