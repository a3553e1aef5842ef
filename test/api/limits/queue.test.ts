import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../controller/git/git-fixture.js';
import { RealService } from '../identity/real-service.js';
import { graphQL, mcp } from '../parity/surfaces.js';
import { expectProblem } from '../start-app.js';

/** A server that holds its answers until the test releases them. */
let held: Server;
let letGo: () => void = () => {};
let asked = 0;

beforeAll(async () => {
  let waiting: (() => void)[] = [];
  held = createServer((_request, response) => {
    asked += 1;
    waiting.push(() => response.end('{}'));
  });
  letGo = () => {
    for (const answer of waiting) answer();
    waiting = [];
  };
  await new Promise<void>((resolve) => held.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  held.closeAllConnections();
  held.close();
});

function flow(name: string, tasks: string, more = ''): string {
  return `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0'${more} }\ndo:\n${tasks}\n`;
}

let service: RealService;
const start = async (name: string, headers: Record<string, string> = {}) =>
  service.call('POST', `/api/v1/live/flows/${name}/runs`, {}, { prefer: 'respond-async', ...headers });
const statuses = async (): Promise<string[]> =>
  (await service.call('GET', '/api/v1/live/runs'))
    .json()
    .items.map(({ status }: { status: string }) => status)
    .sort();

beforeAll(async () => {
  const call = `  - ask: { call: http, with: { method: get, endpoint: "http://127.0.0.1:${(held.address() as AddressInfo).port}/" } }`;
  service = await RealService.start(
    {
      'flows/many.yaml': flow('many', call),
      'flows/scatter.yaml': flow(
        'scatter',
        `  - all:
      for: { each: one, in: '\${ [range(6)] }' }
      do:
        - start: { run: { await: false, workflow: { namespace: test, name: many, version: '1.0.0', input: {} } } }`,
      ),
      'flows/one.yaml': flow('one', call, ', metadata: { concurrency: 1 }'),
    },
    {
      SVC_Flows__AllowPrivateNetworks: 'true',
      SVC_Limits__ConcurrentRuns: '3',
      // No run gives its place back while it waits.
      SVC_Limits__CallsInFlight: '3',
      SVC_Limits__PendingRuns: '2',
    },
  );
});
afterAll(async () => {
  letGo();
  await service.remove();
});

test('a flow with `document.metadata.concurrency: 1` runs one at a time, three runs go on in all, two wait, and more are refused', async () => {
  const key = { 'idempotency-key': 'the last that was taken' };
  await start('one');
  await start('one');
  await eventually(() => asked === 1);
  expect(await statuses()).toEqual(['pending', 'running']);
  await start('many');
  await start('many');
  await eventually(() => asked === 3);
  const taken = (await start('many', key)).json();
  expect(await statuses()).toEqual(['pending', 'pending', 'running', 'running', 'running']);

  const refused = await start('many');
  expectProblem(refused, 503, 'queue_full');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const input = { branch: 'live', flow: 'many', parameters: {}, wait: 0 };
  for (const surface of [graphQL, mcp]) {
    const outcome = await surface.call(service.app, service.adminKey, 'run-flow', input);
    expect(outcome?.problem).toMatchObject({ code: 'queue_full', hints: refused.json().hints });
  }
  // A repeated request with the key of an accepted one adds nothing to the queue.
  expect((await start('many', key)).json()).toMatchObject({ id: taken.id, status: 'pending' });
  expect(asked).toBe(3);
  expect(await statuses()).toHaveLength(5);

  await eventually(async () => {
    letGo();
    return (await statuses()).every((status) => status === 'completed');
  });
  expect(asked).toBe(5);
});

test('simultaneous requests with idempotency keys do not overfill the queue', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => start('many', { 'idempotency-key': `at once ${index}` })),
  );
  const codes = answers.map(({ statusCode }) => statusCode).sort();
  expect(codes).toEqual([...Array(5).fill(202), ...Array(7).fill(503)]);
  await eventually(async () => {
    letGo();
    return (await statuses()).every((status) => status === 'completed');
  });
});

test('a flow that starts other flows without waiting for them stays within the limits', async () => {
  const before = asked;
  const { id } = (await start('scatter')).json();
  const run = await eventually(async () => {
    const found = (await service.call('GET', `/api/v1/live/runs/${id}`)).json();
    return found.endedAt !== null && found;
  });
  expect(run).toMatchObject({
    status: 'faulted',
    error: { status: 503, title: 'Too many runs are waiting' },
  });
  // The place of the run that ended was taken by one that waited.
  await eventually(() => asked === before + 3);
  expect((await statuses()).filter((status) => status === 'pending')).toHaveLength(1);
  await eventually(async () => {
    letGo();
    return (await statuses()).every((status) => status === 'completed' || status === 'faulted');
  });
  expect(asked).toBe(before + 4);
});
