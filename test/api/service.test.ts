import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../api/server.js';
import { loadSettings } from '../../controller/settings/index.js';
import { type StartedController, startController } from '../../controller/start/controller.js';
import { removeFolder } from '../remove-folder.js';
import { expectProblem } from './start-app.js';

const greet = `# A greeting.
document: { dsl: '1.0.3', namespace: test, name: greet, version: '1.0.0', title: Greet, tags: { team: ops } }
input:
  schema:
    document:
      type: object
      required: [name]
      properties:
        name: { type: string, examples: [Ada] }
do:
  - greet:
      set: { message: '\${ "Hello, " + .name }' }
`;
const patient = `document: { dsl: '1.0.3', namespace: test, name: patient, version: '1.0.0' }
do:
  - rest:
      wait: { hours: 1 }
`;
const brief = patient.replace('hours: 1', 'milliseconds: 150').replace('name: patient', 'name: brief');

let folder: string;
let controller: StartedController;
let app: FastifyInstance;

/** The whole service over a folder, but for the listening. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-api-'));
  mkdirSync(join(folder, 'flows'));
  writeFileSync(join(folder, 'flows/greet.yaml'), greet);
  writeFileSync(join(folder, 'flows/patient.yaml'), patient);
  writeFileSync(join(folder, 'flows/brief.yaml'), brief);
  const log = pino({ level: 'silent' });
  controller = await startController({ settings: loadSettings({ dir: folder, env: {} }), log });
  app = buildApp({ controller, log });
});

afterAll(async () => {
  await app.close();
  await controller.stop();
  removeFolder(folder);
});

function call(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers = {}) {
  return app.inject({
    method,
    url: url.replace(/^\//, '/api/v1/live/'),
    headers: { 'x-api-key': controller.firstAdmin?.apiKey, ...headers },
    ...(payload ? { payload } : {}),
  });
}

describe('the service, over REST', () => {
  it('runs a flow, and the run, its timeline and its log can be read', async () => {
    const answer = await call('POST', '/flows/greet/runs', { name: 'Ada' });
    expect([answer.statusCode, answer.json()]).toMatchObject([201, { output: { message: 'Hello, Ada' } }]);
    const { id } = answer.json();
    expect((await call('GET', `/runs/${id}`)).json()).toEqual(answer.json());
    expect((await call('GET', `/runs/${id}/tasks`)).json().items).toMatchObject([
      { reference: '/do/0/greet', status: 'completed' },
    ]);
    expect((await call('GET', `/runs/${id}/logs`)).json().items.at(-1)).toMatchObject({ level: 'info' });
    expect((await call('GET', '/runs?flow=greet&limit=1')).json().items).toMatchObject([{ id }]);
  });

  it('a missing parameter is 422 with its pointer', async () => {
    const problem = expectProblem(await call('POST', '/flows/greet/runs', {}), 422, 'parameters_invalid');
    expect(problem.errors).toEqual([{ pointer: '/name', message: 'is required' }]);
  });

  it('the same idempotency key gives the same run, and another body a conflict', async () => {
    const headers = { 'idempotency-key': 'k1' };
    const first = await call('POST', '/flows/greet/runs', { name: 'Ada' }, headers);
    const again = await call('POST', '/flows/greet/runs', { name: 'Ada' }, headers);
    expect(again.json().id).toBe(first.json().id);
    const other = await call('POST', '/flows/greet/runs', { name: 'Eve' }, headers);
    expectProblem(other, 409, 'idempotency_conflict');
  });

  it('the log of a run in progress is tailed to its end', async () => {
    const accepted = await call('POST', '/flows/brief/runs', {}, { prefer: 'respond-async' });
    expect(accepted.statusCode).toBe(202);
    const url = `/runs/${accepted.json().id}/logs`;
    const tail = await call('GET', url, undefined, { accept: 'text/event-stream' });
    expect(tail.payload).toMatch(/event: end\ndata: \{"status":"completed".*\}\n\n$/);
    const tailed = [...tail.payload.matchAll(/^event: log\ndata: (.*)$/gm)].map((match) =>
      JSON.parse(match[1] ?? ''),
    );
    expect(tailed.length).toBeGreaterThan(3);
    expect(tailed).toEqual((await call('GET', url)).json().items);
  });

  it('a waiting run is suspended, resumed and cancelled', async () => {
    const { id } = (await call('POST', '/flows/patient/runs', {}, { prefer: 'respond-async' })).json();
    expect((await call('POST', `/runs/${id}/suspend`)).json()).toMatchObject({ status: 'suspended' });
    expect((await call('POST', `/runs/${id}/resume`)).statusCode).toBe(200);
    expect((await call('POST', `/runs/${id}/cancel`)).statusCode).toBe(200);
    expectProblem(await call('POST', `/runs/${id}/cancel`), 409, 'run_state_conflict');
  });

  it('the context of a flow is built from its document', async () => {
    expect((await call('GET', '/flows/greet/context')).json()).toMatchObject({
      title: 'Greet',
      parameters: { required: ['name'] },
      examples: { cli: 'svc run-flow greet --branch live -p name=Ada' },
      statistics: { byStatus: { completed: expect.any(Number) } },
    });
  });

  it('a file that breaks shows at once in the entity and the sync status, and the old version runs', async () => {
    writeFileSync(join(folder, 'flows/greet.yaml'), greet.replace('      set:', '      sett:'));
    const at = { file: 'flows/greet.yaml', line: 12, column: 7 };
    await expect
      .poll(async () => (await call('GET', '/flows/greet')).json().status.findings)
      .toMatchObject([at]);
    const { items } = (await call('GET', '/flows?label=team=ops')).json();
    expect(items).toMatchObject([{ name: 'greet', definition: { do: [{ greet: { set: {} } }] } }]);
    expect((await call('GET', '/cicd/sync')).json()).toMatchObject({
      problems: [at],
      counts: { invalid: 1 },
    });
    expect((await call('POST', '/cicd/validate')).json()).toMatchObject({ valid: false, problems: [at] });
    expect((await call('POST', '/flows/greet/runs', { name: 'Ada' })).statusCode).toBe(201);
  });

  it('stores secrets, and never shows them', async () => {
    const url = '/api/v1/platform/entities/platform/secret';
    const headers = { 'x-api-key': controller.firstAdmin?.apiKey };
    const payload = { path: 'crm', value: { token: 'hush-hush' } };
    const created = await app.inject({ method: 'POST', url, headers, payload });
    expect([created.statusCode, created.json()]).toMatchObject([201, { path: 'crm', keys: ['token'] }]);
    const listed = await app.inject({ url: '/api/v1/platform/secrets', headers });
    expect(listed.payload).not.toContain('hush-hush');
    const refused = await app.inject({
      method: 'POST',
      url,
      headers,
      payload: { ...payload, path: '../x y' },
    });
    expectProblem(refused, 422, 'body_invalid');
  });

  it('is ready', async () => {
    expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'ready' });
  });
});
