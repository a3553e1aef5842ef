import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { RealService } from '../../identity/real-service.js';

const head = (name: string): string =>
  `document: { dsl: '1.0.3', namespace: shop, name: ${name}, version: '1.0.0' }\n`;

const refund = `${head('refund')}input: { schema: { document: { type: object, required: [order], properties: { order: { type: string }, note: { type: string } } } } }
use: { secrets: [crm] }
do:
  - get: { call: shop.get, with: { path: '\${ "/orders/" + .order }' } }
  - pay:
      try:
        - send: { call: shop.post, with: { path: /refunds, body: { amount: '\${ .total }', customer: '\${ .customer }' }, headers: { X-Token: '\${ $secrets.crm.token }' } } }
      catch:
        errors: { with: { status: 503 } }
        retry: { delay: { milliseconds: 20 }, limit: { attempt: { count: 5 } } }
  - wait: { wait: { milliseconds: 30 } }
  - done: { set: { paid: true, text: '\${ "costs $" + "{5}" }' } }
`;

const orders = {
  '/orders/1': {
    total: 80,
    customer: { id: 'c1', email: 'ada@example.com' },
    colour: 'red',
    lines: [{ sku: 'a', shelf: 9 }],
  },
  '/orders/many': { sizes: Array.from({ length: 700 }, (_, size) => size) },
  '/orders/2': { total: 20, customer: { id: 'c2', email: 'bea@example.com' }, colour: 'blue', lines: [] },
};

const each = `${head('each')}do:
  - all:
      for: { each: id, in: '\${ [1, 2] }' }
      do:
        - get: { call: shop.get, with: { path: '\${ "/orders/" + ($id | tostring) }' }, output: { as: .total }, export: { as: '\${ { sum: (($context.sum // 0) + .) } }' } }
  - sum: { set: { sum: '\${ $context.sum }' } }
`;

const whole = `${head('whole')}do:
  - get: { call: shop.get, with: { path: /orders/1 } }
`;

const many = `${head('many')}do:
  - get: { call: shop.get, with: { path: /orders/many } }
  - sum: { set: { sum: '\${ .sizes | add }' } }
`;

const asks = `${head('asks')}do:
  - ask: { call: human-task@default, with: { title: Fine?, assignees: [ada], form: { type: object, properties: { ok: { type: boolean } } } } }
  - done: { set: { ok: '\${ .values.ok }' } }
`;

const faults = `${head('faults')}do:
  - get: { call: shop.get, with: { path: /nowhere } }
`;

async function start(more: Record<string, string> = {}) {
  let busy = 2;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url === '/refunds' && busy-- > 0) response.statusCode = 503;
    const order = orders[request.url as keyof typeof orders];
    if (request.url === '/nowhere') response.statusCode = 404;
    response.end(JSON.stringify(order ?? { ok: true, reference: 'r-77' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'svc-record-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=Ada', '-c', 'user.email=a@example.com', ...args]);
  const files: Record<string, string> = {
    'svc.yaml': 'Flows: { AllowPrivateNetworks: true }\n',
    'flows/refund.yaml': refund,
    'flows/each.yaml': each,
    'flows/whole.yaml': whole,
    'flows/many.yaml': many,
    'flows/asks.yaml': asks,
    'flows/faults.yaml': faults,
    'connections/shop.yaml': `kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: 'http://127.0.0.1:${port}' }\n`,
    '.gitignore': '.svc\n',
    ...more,
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-qm', 'Start');
  const service = await RealService.open(folder);
  onTestFinished(() => service.remove());
  await service.call('POST', '/api/v1/platform/entities/platform/secret', {
    path: 'crm',
    value: { token: 'very-secret-token' },
  });
  const run = async (flow: string, input: object = {}) =>
    (await service.call('POST', `/api/v1/main/flows/${flow}/runs`, input)).json();
  const record = async (id: string, query = '') =>
    (await service.call('GET', `/api/v1/main/runs/${id}/flow-test${query}`)).json();
  /** The result of a test with another text on the branch. */
  const check = async (recorded: { path: string; name: string }, definition: unknown) => {
    const body = { names: [recorded.name], files: [{ path: recorded.path, content: stringify(definition) }] };
    return (await service.call('POST', '/api/v1/main/cicd/test', body)).json().results[0];
  };
  return { service, run, record, check };
}

test('a test of a run passes at once, masks secrets, and has only what the flow reads', async () => {
  const { run, record, check } = await start();
  const { id, status, error } = await run('refund', { order: '1', note: 'by phone' });
  expect([status, error]).toEqual(['completed', null]);
  const recorded = await record(id);
  expect(recorded).toMatchObject({
    flow: 'refund',
    name: `refund-${id.slice(-8)}`,
    results: [{ result: 'passed', failures: [] }],
  });
  expect(recorded.text).not.toContain('very-secret-token');
  expect(recorded.notes.join()).toContain('Secrets are in no record');
  const definition = parse(recorded.text);
  expect(definition).toMatchObject({
    kind: 'flow-test',
    flow: 'refund',
    input: { order: '1' },
    given: [
      { call: 'shop.get', answer: { total: 80 } },
      { call: 'shop.post', fault: { type: 'communication', status: 503 }, times: 2 },
      { call: 'shop.post' },
    ],
    expect: {
      output: { paid: true, text: '\u0024{ . == "costs \\u0024\\u007b5\\u007d" }' },
      calls: [
        { call: 'shop.get', with: { path: '/orders/1' }, times: 1 },
        { call: 'shop.post', with: { path: '/refunds', body: { amount: 80 } }, times: 3 },
      ],
    },
  });
  // The flow hands on the customer as a whole, and reads none of its members.
  for (const unread of ['colour', 'shelf', 'email', 'note', 'r-77'])
    expect(recorded.text).not.toContain(unread);
  expect(recorded.values).toContainEqual({ pointer: '/given/0/answer/total', value: 80 });
  expect(recorded.values).not.toContainEqual(expect.objectContaining({ pointer: '/given/0/call' }));
  // The opposite: a field that the flow does not read breaks nothing, one that it reads does.
  const other = structuredClone(definition);
  other.given[0].answer.colour = 'green';
  other.given[0].answer.customer = { id: 'c9' };
  expect(await check(recorded, other)).toMatchObject({ result: 'passed' });
  other.given[0].answer.total = 81;
  expect(await check(recorded, other)).toMatchObject({ result: 'failed' });
});

test('answers of one action are told apart by their arguments, and an answer that is handed on is not compared', async () => {
  const { run, record, check } = await start();
  const recorded = await record((await run('each')).id, '?name=sum-of-orders');
  expect(recorded).toMatchObject({
    name: 'sum-of-orders',
    path: 'flow-tests/sum-of-orders.yaml',
    results: [{ result: 'passed' }],
  });
  expect(parse(recorded.text).given).toMatchObject([
    { call: 'shop.get', when: '${ .path == "/orders/1" }', answer: { total: 80 } },
    { call: 'shop.get', when: '${ .path == "/orders/2" }', answer: { total: 20 } },
  ]);
  const handed = await record((await run('whole')).id);
  const definition = parse(handed.text);
  definition.given[0].answer.colour = 'green';
  expect(await check(handed, definition)).toMatchObject({ result: 'passed' });
});

test('all values of the run in the file are counted, although the first 500 are listed', async () => {
  const { run, record } = await start();
  const { id } = await run('many');
  const recorded = await record(id);
  expect(recorded.values).toHaveLength(500);
  expect(recorded.valueCount).toBeGreaterThan(700);
});

test('faults and answers of people become entries', async () => {
  const { service, run, record } = await start();
  const faulted = await record((await run('faults')).id);
  expect(parse(faulted.text)).toMatchObject({
    given: [{ call: 'shop.get', fault: { type: 'communication', status: 404 } }],
    expect: { fault: { type: 'communication', status: 404 } },
  });
  expect(faulted.results[0].result).toBe('passed');
  await service.user('ada', 'operator');
  const ada = await service.bearer('ada');
  const asking = await service.call('POST', '/api/v1/main/flows/asks/runs', {}, { prefer: 'respond-async' });
  const { id } = asking.json();
  await vi.waitFor(
    async () =>
      expect(
        (await service.call('GET', '/api/v1/platform/human-tasks', undefined, ada)).json().items.length > 0,
      ).toBe(true),
    { timeout: 20_000 },
  );
  const [task] = (await service.call('GET', '/api/v1/platform/human-tasks', undefined, ada)).json().items;
  expect((await record(id)).code).toBe('not_replayable');
  await service.call(
    'POST',
    `/api/v1/platform/human-tasks/${task.id}/complete`,
    { values: { ok: true } },
    ada,
  );
  await vi.waitFor(
    async () =>
      expect((await service.call('GET', `/api/v1/main/runs/${id}`)).json().status === 'completed').toBe(true),
    { timeout: 20_000 },
  );
  const recorded = await record(id);
  expect(recorded.results[0].result).toBe('passed');
  expect(parse(recorded.text)).toMatchObject({
    given: [{ humanTask: 'ask', answer: { values: { ok: true } } }],
    expect: { output: { ok: true }, calls: [{ humanTask: 'ask', with: { title: 'Fine?' }, times: 1 }] },
  });
  expect(recorded.text).not.toContain('completedBy');
});

test('a record needs the role operator on the flow, and data that may be shown', async () => {
  const { service, run, record } = await start({
    'svc.yaml': 'Flows: { AllowPrivateNetworks: true, TaskData: failed }\n',
  });
  const { id } = await run('whole');
  expect(await record(id)).toMatchObject({
    code: 'not_replayable',
    detail: expect.stringContaining('Flows.TaskData'),
  });
  const viewer = { 'x-api-key': await service.key('viewer', 'viewer') };
  const refused = await service.call('GET', `/api/v1/main/runs/${id}/flow-test`, undefined, viewer);
  expect(refused.json()).toMatchObject({ code: 'forbidden' });
  expect((await record('0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11')).code).toBe('run_not_found');
});
