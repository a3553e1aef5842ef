import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ServiceProcess } from './service-process.js';

const service = new ServiceProcess();
let branch: string;

function greeting(word: string): string {
  return `# Says hello.
document: { dsl: '1.0.3', namespace: test, name: greet, version: '1.0.0' }
input:
  schema:
    document:
      type: object
      required: [name]
      additionalProperties: false
      properties:
        name: { type: string, minLength: 1 }
        times: { type: integer, default: 1 }
do:
  - greet:
      set:
        message: \${ "${word}, " + .name }
        times: \${ .times // 1 }
`;
}

async function commit(content: string): Promise<string> {
  writeFileSync(service.file('flows', 'greet.yaml'), content);
  await service.git('add', '-A');
  await service.git('commit', '-qm', 'edit');
  return (await service.git('rev-parse', 'HEAD')).stdout;
}

async function run(input: object) {
  const response = await service.request(`/api/v1/${branch}/flows/greet/runs`, {
    method: 'POST',
    body: JSON.stringify(input),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

beforeAll(async () => {
  mkdirSync(service.file('flows'));
  await service.git('init', '-q', '-b', 'main');
  branch = 'main';
  await commit(greeting('Hello'));
  await service.start();
});

afterAll(() => service.dispose());

describe('a repository that people work in', () => {
  test('the CLI and REST give the same output for the same parameters', async () => {
    const { status, headers, body } = await run({ name: 'Ada', times: 2 });
    expect(status).toBe(201);
    expect(headers.get('x-svc-connector')).toBe('platform');
    expect(headers.get('x-svc-entity')).toBe('flow/greet');
    expect(headers.get('x-svc-duration-ms')).toMatch(/^\d+(\.\d+)?$/);
    const cli = await service.cli(['run-flow', 'greet', '-p', 'name=Ada', '-p', 'times=2']);
    expect(cli.exitCode).toBe(0);
    expect(JSON.parse(cli.stdout)).toEqual(body['output']);
  });

  test('a wrong parameter is a 422 that names it by JSON pointer, and exit code 2 from the CLI', async () => {
    const { status, body } = await run({ name: 'Ada', times: 'many' });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'parameters_invalid', errors: [{ pointer: '/times' }] });
    const cli = await service.cli(['run-flow', 'greet', '-p', 'name=Ada', '-p', 'times=many']);
    expect(cli.exitCode).not.toBe(0);
    expect(cli.stderr).toContain('times');
  });

  test('an unknown flow is a 404 with the nearest name', async () => {
    const response = await service.request('/api/v1/main/flows/great/runs', { method: 'POST', body: '{}' });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({
      code: 'flow_not_found',
      hints: [{ text: expect.stringContaining('greet') }],
    });
  });

  test('the run after a commit uses it and is pinned to it', async () => {
    const hash = await commit(greeting('Bonjour'));
    const { body } = await run({ name: 'Ada' });
    expect(body).toMatchObject({ revision: hash, output: { message: 'Bonjour, Ada' } });
  });

  test('after an invalid commit the old version runs, and its conditions name the place of the error', async () => {
    await commit(greeting('Hallo').replace('"Hallo, " + .name', '"Hallo, " + .name |'));
    const { status, body } = await run({ name: 'Ada' });
    expect({ status, output: body['output'] }).toMatchObject({
      status: 201,
      output: { message: 'Bonjour, Ada' },
    });
    const entity = await service.request('/api/v1/main/entities/platform/flow/greet');
    const { status: state } = (await entity.json()) as {
      status: { conditions: { type: string; status: string; message: string }[] };
    };
    const ready = state.conditions.find((condition) => condition.type === 'Ready');
    expect(ready?.status).toBe('False');
    expect(ready?.message).toMatch(/flows\/greet\.yaml:15:\d+/);
    const validated = await service.cli(['validate', 'flows/greet.yaml']);
    expect(validated.exitCode).toBe(1);
    expect(validated.stdout).toMatch(/flows\/greet\.yaml:15:\d+/);
  });

  test('after a restart the old version still runs', async () => {
    await service.stop();
    await service.start();
    expect((await run({ name: 'Ada' })).body['output']).toMatchObject({ message: 'Bonjour, Ada' });
  });

  test('a repaired file is in service with the next run', async () => {
    const hash = await commit(greeting('Salve'));
    expect((await run({ name: 'Ada' })).body).toMatchObject({
      revision: hash,
      output: { message: 'Salve, Ada' },
    });
  });
});
