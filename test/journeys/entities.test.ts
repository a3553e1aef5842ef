import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Run } from '../../controller/runs/index.js';
import { loadSettings } from '../../controller/settings/index.js';
import { type StartedController, startController } from '../../controller/start/controller.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { json, TestServer } from '../controller/connectors/server.js';
import { removeFolder } from '../remove-folder.js';

const folder = mkdtempSync(join(tmpdir(), 'svc-entities-'));
let server: TestServer;
let controller: StartedController;
/** Path and credential of a request that reached the server of the connection. */
const requests: string[] = [];

beforeAll(async () => {
  server = await TestServer.start((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization ?? '-'}`);
    json(response, { path: request.url, number: requests.length });
  });
  for (const [path, content] of Object.entries(files(server.url))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const settings = loadSettings({ dir: folder, env: { SVC_Flows__AllowPrivateNetworks: 'true' } });
  controller = await startController({ settings, log: pino({ level: 'silent' }) });
  await controller.vault.secrets.put('bank', { token: 'everyday' });
  await controller.vault.secrets.put('staging/bank', { token: 'practice' });
  const snapshot = await controller.reconciler.current(controller.branches.production);
  expect(snapshot.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
});

afterAll(async () => {
  await controller.stop();
  await server.stop();
  removeFolder(folder);
});

function flow(name: string, tasks: string): string {
  return `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n${tasks}`;
}

function files(url: string): Record<string, string> {
  return {
    'connections/bank.yaml': `kind: connection
name: bank
connector: http
config:
  baseUrl: ${url}/live
  auth: { type: bearer, token: { secret: bank, key: token } }
`,
    'environments/staging.yaml': `kind: environment
name: staging
variables: { region: eu, limits: { most: 3 } }
secrets: staging
connections:
  bank: { config: { baseUrl: '${url}/staging' } }
`,
    'cache-policies/rates.yaml': `kind: cache-policy
name: rates
ttl: PT1H
key: .path
appliesTo:
  - { connection: bank, action: get }
`,
    'mappings/order-to-message.yaml': `kind: mapping
name: order-to-message
input:
  type: object
  required: [id, lines]
  properties:
    id: { type: string }
    lines: { type: array, items: { type: object, required: [price] } }
output: { type: object, required: [total], properties: { total: { type: number } } }
expression: '{ id, total: ([.lines[].price] | add) }'
examples:
  - input: { id: a, lines: [{ price: 1 }, { price: 2 }] }
    output: { id: a, total: 3 }
`,
    'templates/welcome.yaml': `kind: template
name: welcome
engine: liquid
parameters:
  type: object
  required: [name]
  additionalProperties: false
  properties: { name: { type: string } }
body: 'Welcome, {{ name | upcase }}!'
`,
    'stores/seen-orders.yaml': `kind: store
name: seen-orders
schema: { type: object, required: [at] }
ttl: P1D
maxEntries: 100
`,
    'flows/order.yaml': flow(
      'order',
      `do:
  - seen:
      call: store/seen-orders.set
      with: { key: '\${ .id }', value: { at: 1 } }
      output: { as: '\${ $workflow.input + . }' }
  - message:
      call: mapping/order-to-message
      output: { as: '\${ . + { created: $input.created } }' }
`,
    ),
    'flows/welcome.yaml': flow('welcome', 'do:\n  - text: { call: template/welcome }\n'),
    'flows/rate.yaml': flow(
      'rate',
      `do:
  - rate:
      call: bank.get
      with: { path: '/rates/\${ .of }' }
`,
    ),
    'flows/outer.yaml': flow(
      'outer',
      `do:
  - inner:
      run: { workflow: { namespace: test, name: inner, version: '1.0.0', input: { of: '\${ .of }' } } }
`,
    ),
    'flows/inner.yaml': flow(
      'inner',
      `do:
  - rate:
      call: bank.get
      with: { path: '/rates/\${ .of }' }
      output: { as: '\${ { path: .path, environment: $runtime.metadata.environment } }' }
`,
    ),
  };
}

async function run(name: string, input: JsonObject, environment?: string): Promise<Run> {
  const branch = controller.branches.production;
  const more = environment === undefined ? {} : { environment };
  const started = await controller.runs.start({ branch, flow: name, input, principal: 'user:ada', ...more });
  return controller.runs.wait(started.id, 60_000);
}

async function getLog({ id }: Run): Promise<string> {
  const lines = await controller.runs.logs(id, { limit: 200 });
  return lines.map(({ message }) => message).join('\n');
}

describe('mappings, templates and stores', () => {
  test('shape and store the data of a flow', async () => {
    const order = { id: 'o-1', lines: [{ price: 2 }, { price: 0.5 }] };
    expect((await run('order', order)).output).toEqual({ id: 'o-1', total: 2.5, created: true });
    expect((await run('order', order)).output).toEqual({ id: 'o-1', total: 2.5, created: false });
    expect((await run('welcome', { name: 'Ada' })).output).toBe('Welcome, ADA!');
  });

  test.each<[string, JsonObject, string, string]>([
    [
      'order',
      { id: 'o-2', lines: [{}] },
      '/do/1/message',
      'mapping/order-to-message`: the input does not fit: `/lines/0/price` is required',
    ],
    ['order', { id: 'o-3', lines: [] }, '/do/1/message', 'the output does not fit: `/total` must be number'],
    ['order', { id: 'o-4', lines: [{ price: 'x' }, { price: 1 }] }, '/do/1/message', 'cannot be added'],
    ['order', { lines: [] }, '/do/0/seen', '`key` must be a string'],
    ['welcome', { nam: 'Ada' }, '/do/0/text', '`/name` is required'],
  ])('fault %s %j with the place and the reason', async (name, input, instance, reason) => {
    const { status, error } = await run(name, input);
    expect([status, error?.instance]).toEqual(['faulted', instance]);
    expect(error?.detail).toContain(reason);
    expect(error?.status).toBe(400);
  });
});

describe('the environment of a run', () => {
  const staging = { name: 'staging', variables: { region: 'eu', limits: { most: 3 } } };

  test.each(['inner', 'outer'])(
    'overrides connections, gives variables and has secrets looked up under its prefix, in %s',
    async (name) => {
      const of = `usd-${name}`;
      const { output } = await run(name, { of }, 'staging');
      expect(output).toEqual({ path: `/staging/rates/${of}`, environment: staging });
      expect(requests.at(-1)).toBe(`/staging/rates/${of} Bearer practice`);
    },
  );

  test('is absent when the caller names none', async () => {
    const { output } = await run('outer', { of: 'chf' });
    expect(output).toEqual({ path: '/live/rates/chf', environment: null });
    expect(requests.at(-1)).toBe('/live/rates/chf Bearer everyday');
  });
});

describe('a cache policy', () => {
  test('answers calls of every flow in the same environment, and of no other', async () => {
    const first = await run('rate', { of: 'gbp' });
    const before = requests.length;
    const second = await run('rate', { of: 'gbp', more: 1 });
    expect(second.output).toEqual(first.output);
    expect(await getLog(second)).toContain('answered from cache-policy rates, age ');
    expect(((await run('outer', { of: 'gbp' })).output as JsonObject)['path']).toBe('/live/rates/gbp');
    expect(requests.length).toBe(before);
    await run('rate', { of: 'gbp' }, 'staging');
    expect(requests.at(-1)).toBe('/staging/rates/gbp Bearer practice');
  });

  test('that changes starts with an empty cache', async () => {
    await run('rate', { of: 'jpy' });
    const before = requests.length;
    const changed =
      'kind: cache-policy\nname: rates\nttl: PT2H\nkey: .path\nappliesTo: [{ connection: bank }]\n';
    writeFileSync(join(folder, 'cache-policies/rates.yaml'), changed);
    const asked = async (): Promise<number> => {
      await run('rate', { of: 'jpy' });
      return requests.length - before;
    };
    await expect.poll(asked).toBe(1);
    expect(await asked()).toBe(1);
  });
});
