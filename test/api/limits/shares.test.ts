import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../controller/git/git-fixture.js';
import { GitService } from '../operations/entities/writes/git-service.js';

/** A server that holds its answers; `waiting` has a function for each that answers it. */
let held: Server;
let waiting: { path: string; answer: () => void }[] = [];

beforeEach(async () => {
  waiting = [];
  held = createServer((request, response) => {
    waiting.push({ path: request.url ?? '', answer: () => response.end('{}') });
  });
  await new Promise<void>((resolve) => held.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  held.closeAllConnections();
  held.close();
});

const askedFor = (path: string): number => waiting.filter((each) => each.path.startsWith(path)).length;
function answer(path = '/'): void {
  for (const each of waiting.filter((one) => one.path.startsWith(path))) each.answer();
  waiting = waiting.filter((each) => !each.path.startsWith(path));
}

const flow = (name: string, tasks: string): string =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\ndo:\n${tasks}\n`;

async function start(env: Record<string, string>, more: Record<string, string> = {}): Promise<GitService> {
  const { port } = held.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const hang = (path: string) =>
    `  - ask: { call: http, with: { method: get, endpoint: "${address}${path}" } }`;
  const files = {
    'flows/quick.yaml': flow('quick', '  - done: { set: { ok: true } }'),
    'flows/hang.yaml': flow('hang', hang('/hang')),
    'flows/after.yaml': flow('after', `${hang('/after')}\n  - done: { set: { ok: true } }`),
    'flows/outer.yaml': flow(
      'outer',
      `  - inner: { run: { workflow: { namespace: test, name: after, version: '1.0.0', input: {} } } }`,
    ),
    'connections/few.yaml': `kind: connection\nname: few\nconnector: http\nmaxConcurrent: 2\nconfig: { baseUrl: '${address}' }\n`,
    'flows/fork.yaml': flow(
      'fork',
      `  - all:\n      fork:\n        branches:\n${[1, 2, 3, 4, 5]
        .map((each) => `          - c${each}: { call: few.get, with: { path: /few${each} } }`)
        .join('\n')}`,
    ),
    ...more,
  };
  return GitService.start(files, { SVC_Flows__AllowPrivateNetworks: 'true', ...env });
}

async function createBranch(service: GitService, name: string): Promise<void> {
  const created = await service.call('POST', '/api/v1/platform/branches', { name, from: 'main' });
  expect(created.statusCode).toBe(201);
}

const begin = (service: GitService, branch: string, name: string) =>
  service.call('POST', `/api/v1/${branch}/flows/${name}/runs`, {}, { prefer: 'respond-async' });
const run = async (service: GitService, branch: string, name: string) =>
  (await service.call('POST', `/api/v1/${branch}/flows/${name}/runs`, {}, { prefer: 'wait=30' })).json();
async function statuses(service: GitService, branch: string): Promise<string[]> {
  const { items } = (
    await service.call('GET', `/api/v1/${branch}/runs?limit=100&fields=input,output`)
  ).json();
  return items.map(({ status }: { status: string }) => status).sort();
}
async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await work();
}

test('runs of another branch that wait leave half of the places to production, and what waits is told', async () => {
  const service = await start({ SVC_Limits__ConcurrentRuns: '4', SVC_Limits__CallsInFlight: '4' });
  await createBranch(service, 'feature');
  await times(6, () => begin(service, 'feature', 'hang'));
  await eventually(() => askedFor('/hang') === 2);
  expect(await statuses(service, 'feature')).toEqual([
    ...Array(4).fill('pending'),
    ...Array(2).fill('running'),
  ]);
  expect(await run(service, 'main', 'quick')).toMatchObject({ status: 'completed' });
  const queue = await eventually(async () => {
    const { checks } = (await service.call('GET', '/api/v1/platform/diagnostics')).json();
    const found = checks.find(({ name }: { name: string }) => name === 'queue');
    return found.status === 'warn' && found;
  });
  expect(queue.detail).toMatch(/2 runs running, 4 pending; those of branch `feature` wait for up to \d/);
  const metrics = (await service.call('GET', '/metrics')).body;
  expect(metrics).toMatch(/svc_branch_queue_lag_seconds\{branch="feature"\} [5-9]/);
  expect(metrics).toMatch(/svc_branch_queue_lag_seconds\{branch="main"\} 0/);
  await eventually(async () => {
    answer();
    return (await statuses(service, 'feature')).every((status) => status === 'completed');
  });
});

test('a run whose call takes longer than a second gives its place to others, and goes on when it has one again', async () => {
  const service = await start({ SVC_Limits__ConcurrentRuns: '1' });
  const { id } = (await begin(service, 'main', 'after')).json();
  await eventually(() => askedFor('/after') === 1);
  expect(await run(service, 'main', 'quick')).toMatchObject({ status: 'completed' });
  expect(await statuses(service, 'main')).toEqual(['completed', 'running']);
  // The place is taken while the answer comes, so that the run waits for it.
  await begin(service, 'main', 'hang');
  await eventually(() => askedFor('/hang') === 1);
  answer('/after');
  const ended = await eventually(async () => {
    const found = (await service.call('GET', `/api/v1/main/runs/${id}`)).json();
    return found.endedAt !== null && found;
  });
  expect(ended).toMatchObject({ status: 'completed', output: { ok: true } });
  answer();
});

test('a run that waits for another one has one place with it, and both give it back', async () => {
  const service = await start({ SVC_Limits__ConcurrentRuns: '1' });
  const { id } = (await begin(service, 'main', 'outer')).json();
  await eventually(() => askedFor('/after') === 1);
  expect(await run(service, 'main', 'quick')).toMatchObject({ status: 'completed' });
  answer('/after');
  await eventually(async () => {
    const found = (await service.call('GET', `/api/v1/main/runs/${id}`)).json();
    return found.status === 'completed';
  });
});

test('a run that waits for its place again can be cancelled', async () => {
  const service = await start({ SVC_Limits__ConcurrentRuns: '1', SVC_Limits__CallsInFlight: '2' });
  const { id } = (await begin(service, 'main', 'after')).json();
  await eventually(() => askedFor('/after') === 1);
  await begin(service, 'main', 'hang');
  await eventually(() => askedFor('/hang') === 1);
  answer('/after');
  await times(3, () => begin(service, 'main', 'hang'));
  const cancelled = await service.call('POST', `/api/v1/main/runs/${id}/cancel`);
  expect(cancelled.json()).toMatchObject({ status: 'cancelled' });
  expect(askedFor('/hang')).toBe(1);
});

test('calls beyond `Limits.CallsInFlight` wait', async () => {
  const service = await start({ SVC_Limits__CallsInFlight: '2' });
  await times(5, () => begin(service, 'main', 'hang'));
  await eventually(() => askedFor('/hang') === 2);
  expect(await run(service, 'main', 'quick')).toMatchObject({ status: 'completed' });
  expect(askedFor('/hang')).toBe(2);
  answer();
  await eventually(() => askedFor('/hang') === 2);
  answer();
  await eventually(() => askedFor('/hang') === 1);
  answer();
  await eventually(async () => (await statuses(service, 'main')).every((status) => status === 'completed'));
});

test('a call that waits ends with the timeout of its task, and is not made when it could be', async () => {
  const impatient = flow(
    'impatient',
    `  - count:
      call: store/count.increment
      with: { key: calls }
      timeout: { after: { milliseconds: 200 } }`,
  );
  const service = await start(
    { SVC_Limits__CallsInFlight: '1' },
    {
      'flows/impatient.yaml': impatient,
      'flows/counted.yaml': flow(
        'counted',
        '  - count: { call: store/count.increment, with: { key: calls } }',
      ),
      'stores/count.yaml': 'kind: store\nname: count\nschema: { type: integer }\n',
    },
  );
  await begin(service, 'main', 'hang');
  await eventually(() => askedFor('/hang') === 1);
  const timedOut = await run(service, 'main', 'impatient');
  expect(timedOut).toMatchObject({ status: 'faulted', error: { status: 408 } });
  answer();
  await eventually(async () => (await statuses(service, 'main')).includes('completed'));

  expect(await run(service, 'main', 'counted')).toMatchObject({ output: 1 });
});

test('calls beyond `maxConcurrent` of a connection wait', async () => {
  const service = await start({});
  const { id } = (await begin(service, 'main', 'fork')).json();
  await eventually(() => askedFor('/few') === 2);
  expect(await run(service, 'main', 'quick')).toMatchObject({ status: 'completed' });
  expect(askedFor('/few')).toBe(2);
  await eventually(async () => {
    answer();
    return (await service.call('GET', `/api/v1/main/runs/${id}`)).json().status === 'completed';
  });
});

test('a branch with weight 3 gets three places where another gets one', async () => {
  const service = await start({
    SVC_Limits__ConcurrentRuns: '8',
    SVC_Limits__CallsInFlight: '8',
    SVC_Limits__Shares: '[{ "branch": "team/*", "weight": 3 }]',
  });
  for (const branch of ['first', 'team/a', 'other']) await createBranch(service, branch);
  await times(4, () => begin(service, 'first', 'hang'));
  await eventually(() => askedFor('/hang') === 4);
  await times(5, () => begin(service, 'other', 'after'));
  await times(5, () => begin(service, 'team%2Fa', 'after'));
  answer('/hang');
  await eventually(() => askedFor('/after') === 4);
  const running = async (branch: string) =>
    (await statuses(service, branch)).filter((status) => status === 'running').length;
  expect([await running('team%2Fa'), await running('other')]).toEqual([3, 1]);
  answer();
});
