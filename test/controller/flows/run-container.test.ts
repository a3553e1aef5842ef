import { describe, expect, test } from 'vitest';
import type { ContainerRequest, ScriptResult } from '../../../controller/flows/index.js';
import type { Json } from '../../../schemas/json/types.js';
import { MemoryHost } from './memory-host.js';
import { findings, plan } from './support.js';

const asked: ContainerRequest[] = [];

function run(container: string, { input = {}, more = '', result = {} as Partial<ScriptResult> } = {}) {
  asked.length = 0;
  const host = new MemoryHost({
    container: async (request) => {
      asked.push(request);
      return { stdout: 'out', stderr: 'err', code: 0, ...result };
    },
  });
  return plan(`do: [ { task: { run: { container: ${container}${more} } } } ]`).execute(input as Json, host);
}

describe('what is asked of the host', () => {
  test('an image alone, under a name of the flow and the task that is new each time', async () => {
    expect(await run('{ image: hello-world }')).toBe('out');
    const [first] = asked;
    expect(first).toEqual({
      image: 'hello-world',
      arguments: [],
      environment: {},
      ports: {},
      volumes: {},
      pullPolicy: 'ifNotPresent',
      cleanup: 'never',
      name: expect.stringMatching(/^flow-[0-9a-f-]{36}\.test-task$/),
      labels: { run: 'run-1', step: 'run-1/do/0/task' },
    });
    await run('{ image: hello-world }');
    expect(asked[0]?.name).not.toBe(first?.name);
  });

  test('every field, evaluated', async () => {
    const fields = `{
      image: '\${ "alpine:" + .version }', name: '\${ "job-" + .version }', command: 'cat; echo "$1"',
      arguments: [ '\${ .version }' ], stdin: '\${ .version }', environment: { V: '\${ .version }' },
      ports: { 8080: 80 }, volumes: { /data: '/srv/\${ .version }' },
      lifetime: { cleanup: eventually, after: PT1M }, pullPolicy: always }`;
    await run(fields, { input: { version: '3' } });
    expect(asked).toMatchObject([
      {
        image: 'alpine:3',
        name: 'job-3',
        command: 'cat; echo "$1"',
        arguments: ['3'],
        stdin: '3',
        environment: { V: '3' },
        ports: { 8080: '80' },
        volumes: { '/data': '/srv/3' },
        cleanup: { afterMs: 60_000 },
        pullPolicy: 'always',
      },
    ]);
  });
});

test('the output is what `return` asks for, and an exit code faults as that of a process does', async () => {
  const result = { code: 7 };
  expect(await run('{ image: a }', { more: ', return: all', result })).toEqual({
    code: 7,
    stdout: 'out',
    stderr: 'err',
  });
  expect(await run('{ image: a }', { more: ', await: false', input: { a: 1 } })).toEqual({ a: 1 });
  await expect(run('{ image: a }', { result })).rejects.toMatchObject({
    body: { status: 500, detail: 'The process ended with exit code 7: err', instance: '/do/0/task' },
  });
});

test.each([
  ['{ image: "${ .none + \\"--privileged\\" }" }', '`image` of the container cannot be `--privileged`'],
  ['{ image: "${ .none }" }', '`image` of the container cannot be null'],
  ['{ image: a, name: "${ \\"-x y\\" }" }', '`name` of the container cannot be `-x y`'],
  ['{ image: a, ports: { 80: "${ \\"a\\" }" } }', '`ports` of the container cannot be `a`'],
  ['{ image: a, volumes: { /c: "${ \\"/a:/b\\" }" } }', '`volumes` of the container cannot be `/a:/b`'],
  ['{ image: a, arguments: "${ { a: 1 } }" }', '`arguments` of a container must be a list'],
])('%s is a configuration error', async (container, detail) => {
  await expect(run(container)).rejects.toMatchObject({ body: { status: 400, detail } });
  expect(asked).toEqual([]);
});

test.each([
  ['{ command: ls }', ''],
  ['{ image: a, lifetime: { cleanup: eventually } }', '/lifetime'],
  ['{ image: a, lifetime: { cleanup: later } }', '/lifetime'],
  ['{ image: "--privileged" }', '/image'],
  ['{ image: Alpine:3 }', '/image'],
  ['{ image: a, name: "-x y", lifetime: { cleanup: always } }', '/name'],
  ['{ image: a, ports: { 80: a } }', '/ports/80'],
  ['{ image: a, ports: { 8080: 70000, 1: "${ .a }" } }', '/ports/8080'],
  ['{ image: a, volumes: { "/a:/b": /c } }', '/volumes/~1a:~1b'],
  ['{ image: a, ports: { 53/udp: 53 } }', '/ports/53~1udp'],
  ['{ image: a, ports: { 8000-8001: 80-99999 } }', '/ports/8000-8001'],
  ['{ image: a, volumes: { /srv: data } }', '/volumes/~1srv'],
  ['{ image: a, volumes: { "~/data": /data } }', '/volumes/~0~1data'],
  ['{ image: a, volumes: { /srv: / } }', '/volumes/~1srv'],
  ['{ image: a, environment: { "a=b": c } }', '/environment/a=b'],
  ['{ image: a, environment: { "AWS_*": c } }', '/environment/AWS_*'],
  ['{ image: a, arguments: { a: c } }', '/arguments'],
])('%s is a finding', (container, pointer) => {
  expect(findings(`do: [ { task: { run: { container: ${container} } } } ]`)).toMatchObject([
    { rule: 'flow-structure', severity: 'error', pointer: `/do/0/task/run/container${pointer}` },
  ]);
});

test.each([
  'ports: { 53: 53/udp, 127.0.0.1:8080: 80/tcp, 8000-8002: 9000-9002, "[::1]:81": 81 }',
  'volumes: { cache: /cache, /srv/data: /data:ro, ./local: /local }',
  'environment: { spring.profiles.active: test, "a-b": c }',
])('%s has no finding', (more) => {
  expect(findings(`do: [ { task: { run: { container: { image: a, ${more} } } } } ]`)).toEqual([]);
});

test.each([
  'alpine',
  'localhost:5000/team/tool__x:1.2',
  'ghcr.io/acme/tool@sha256:'.concat('a'.repeat(64)),
  'registry:5000/a-b.c/d_e:v1-RC',
])('the image %s has no finding', (image) => {
  expect(findings(`do: [ { task: { run: { container: { image: "${image}" } } } } ]`)).toEqual([]);
});

test('a name that the next run cannot take is a warning', () => {
  const named = (more: string) =>
    findings(`do: [ { task: { run: { container: { image: a, name: job-1${more} } } } } ]`);
  expect(named('')).toMatchObject([{ severity: 'warning', pointer: '/do/0/task/run/container/name' }]);
  expect(named(', lifetime: { cleanup: always }')).toEqual([]);
});
