import { afterAll, describe, expect, test } from 'vitest';
import {
  CodeFault,
  type CodeLimits,
  type Container,
  createSandbox,
  type Sandbox,
} from '../../../controller/sandbox/index.js';
import { eventually } from '../../eventually.js';
import { makeContainerImage, setContainerVariables } from './container-image.js';

const made = await makeContainerImage();
setContainerVariables(made);
const owner = `test-${process.pid}`;
const sandboxes: Sandbox[] = [];

function sandbox(limits: Partial<CodeLimits> = {}, allowContainers = true): Sandbox {
  const created = createSandbox({ allowProcesses: false, allowContainers, owner, limits });
  sandboxes.push(created);
  return created;
}

let names = 0;
function container(more: Partial<Container> = {}): Container {
  return {
    name: `svc-test-${process.pid}-${++names}`,
    image: made?.image ?? 'none',
    arguments: [],
    stdin: '',
    environment: {},
    ports: {},
    volumes: {},
    pullPolicy: 'never',
    cleanup: 'always',
    labels: { run: 'r1', step: 'r1:/do/0/a' },
    ...more,
  };
}

const run = (more: Partial<Container>, limits?: Partial<CodeLimits>) =>
  sandbox(limits).runContainer(container(more), new AbortController().signal);
const findFault = (outcome: Promise<unknown>) =>
  outcome.then(
    () => undefined,
    (error: CodeFault) => error,
  );
/** Names of the containers of this test that exist. */
const existing = async (...more: string[]) =>
  (await made?.podman(
    'ps',
    '--all',
    '--filter',
    `label=svc.owner=${owner}`,
    '--format',
    '{{.Names}}',
    ...more,
  )) ?? '';

afterAll(async () => {
  await Promise.all(sandboxes.map((each) => each.close()));
  const left = (await existing()).split('\n').filter((name) => name !== '');
  for (const name of left) await made?.podman('rm', '--force', '--time', '0', name);
  await made?.remove();
});

test('containers are refused unless `Flows.AllowContainers` is set', async () => {
  const refused = sandbox({}, false).runContainer(container(), new AbortController().signal);
  const fault = await findFault(refused);
  expect(fault).toBeInstanceOf(CodeFault);
  expect(fault).toMatchObject({
    kind: 'refused',
    message: expect.stringContaining('`Flows.AllowContainers`'),
  });
});

describe.skipIf(!made)('a container', () => {
  test('runs its command with arguments, environment and stdin, and is removed', async () => {
    const command = 'echo "$1 $2 $STAGE $PATH"; cat; echo careful >&2; exit 3';
    const environment = { STAGE: 'two\nlines', PATH: '/bin' };
    const outcome = await run({ command, arguments: ['a b', '--c'], environment, stdin: 'in' });
    expect(outcome).toEqual({ stdout: 'a b --c two\nlines /bin\nin', stderr: 'careful\n', code: 3 });
    expect(await existing()).toBe('');
  });

  test('without a command runs what its arguments say', async () => {
    expect(await run({ arguments: ['/bin/echo', 'hi'] })).toMatchObject({ stdout: 'hi\n', code: 0 });
  });

  test('sees the folders of its volumes', async () => {
    const volumes = { [import.meta.dirname]: '/given' };
    const outcome = await run({ command: 'head -n 1 /given/containers.test.ts', volumes });
    expect(outcome.stdout).toContain('import');
  });

  test('is kept, with the labels of its run, where its lifetime says so', async () => {
    const kept = container({ command: 'echo hi', cleanup: 'never' });
    await sandbox().runContainer(kept, new AbortController().signal);
    expect(await existing('--filter', 'label=svc.run=r1')).toBe(kept.name);
    await made?.podman('rm', kept.name);
  });

  test('is removed later where its lifetime says so', async () => {
    await run({ command: 'echo hi', cleanup: { afterMs: 50 } });
    await eventually(async () => (await existing()) === '');
  });

  test('is killed and removed with its run', async () => {
    const controller = new AbortController();
    const long = container({ command: 'sleep 1000', cleanup: 'never' });
    const running = findFault(sandbox().runContainer(long, controller.signal));
    await eventually(async () => (await existing('--filter', 'status=running')) === long.name);
    controller.abort(new Error('cancelled'));
    expect(await running).toMatchObject({ message: 'cancelled' });
    expect(await existing()).toBe('');
  });

  test('has a limit of time, of output and of memory', async () => {
    const late = await findFault(run({ command: 'sleep 1000' }, { processTimeMs: 3_000 }));
    expect(late).toMatchObject({ kind: 'timeout', message: 'The container ran longer than 3000 ms' });
    const loud = await findFault(run({ command: 'yes' }, { output: 1_000 }));
    expect(loud).toMatchObject({
      kind: 'limit',
      message: expect.stringMatching(/more than 1000 characters.*`run-files`.*`Limits\.TaskOutput`/),
    });
    const containerBytes = 16 * 1024 * 1024;
    const large = await run({ command: 'dd if=/dev/zero of=/dev/null bs=64M count=1' }, { containerBytes });
    expect(large.code).not.toBe(0);
    expect(await existing()).toBe('');
  });

  test('leaves a container alone that has its name, be it of another run or of no run', async () => {
    const name = `svc-test-${process.pid}-taken`;
    await made?.podman('create', '--name', name, made.image, '/bin/true');
    const fault = await findFault(run({ name, command: 'true' }));
    expect(fault).toMatchObject({ kind: 'invalid', message: expect.stringContaining(name) });
    const left = await made?.podman('ps', '--all', '--format', '{{.Names}}', '--filter', `name=${name}`);
    expect(left?.trim()).toBe(name);
    await made?.podman('rm', '--force', name);
  });

  test('has variables that do not reach the program which runs it', async () => {
    const environment = { CONTAINERS_CONF: '/nowhere', DOCKER_HOST: 'tcp://127.0.0.1:1', https_proxy: 'x' };
    const outcome = await run({ command: 'echo "$CONTAINERS_CONF $DOCKER_HOST $https_proxy"', environment });
    expect(outcome).toMatchObject({ stdout: '/nowhere tcp://127.0.0.1:1 x\n', code: 0 });
  });

  test('of an image that is missing is a fault with the reason', async () => {
    const fault = await findFault(run({ image: 'localhost/none:1' }));
    expect(fault).toMatchObject({ kind: 'invalid', message: expect.stringContaining('localhost/none:1') });
  });

  test('that an earlier process left is removed; one that is kept on purpose stays', async () => {
    const image = made?.image ?? '';
    const leave = (name: string, cleanup: string, command: string) =>
      made?.podman(
        'run',
        '--detach',
        '--name',
        `${owner}-${name}`,
        ...labels(cleanup),
        image,
        '/bin/sh',
        '-c',
        command,
      );
    const labels = (cleanup: string) => [
      '--label',
      `svc.owner=${owner}`,
      '--label',
      `svc.cleanup=${cleanup}`,
    ];
    await leave('running', 'never', 'sleep 1000');
    await leave('ended', 'always', 'echo');
    await leave('kept', 'never', 'echo');
    await eventually(async () => (await existing('--filter', 'status=running')) === `${owner}-running`);
    await sandbox().removeLeftovers();
    expect(await existing()).toBe(`${owner}-kept`);
  });
});
