import { expect, onTestFinished, test } from 'vitest';
import { json, TestServer } from '../../../controller/connectors/server.js';
import { eventually } from '../../../eventually.js';
import { RealService } from '../../identity/real-service.js';

const document = (name: string) =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n`;

async function start(flows: Record<string, string>) {
  const calls: string[] = [];
  const server = await TestServer.start((request, response) => {
    calls.push(request.url ?? '');
    json(response, { at: request.url ?? '' });
  });
  onTestFinished(() => server.stop());
  const files = Object.fromEntries(
    Object.entries(flows).map(([name, tasks]) => [
      `flows/${name}.yaml`,
      document(name) + tasks.replaceAll('SERVER', server.url),
    ]),
  );
  const service = await RealService.start(files, { SVC_Flows__AllowPrivateNetworks: 'true' });
  onTestFinished(() => service.remove());
  const call = async (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
    (await service.call(method, `/api/v1/live/${path}`, body)).json();
  const repair = async (name: string, patch: object[]) =>
    service.call('PATCH', `/api/v1/live/entities/platform/flow/${name}`, patch, {
      'x-api-key': service.adminKey,
      'content-type': 'application/json-patch+json',
    });
  const end = (id: string) =>
    eventually(async () => {
      const run = await call('GET', `runs/${id}`);
      return run.endedAt !== null && run;
    });
  return { calls, call, repair, end };
}

const get = (name: string) => `{ ${name}: { call: http, with: { method: get, endpoint: SERVER/${name} } } }`;
const order = `do:
  - ${get('charge')}
  - { sum: { set: { sum: '\${ .at * {} }' } } }
  - ${get('notify')}
`;

test('a retry of the newest revision repeats no completed task, also when tasks were inserted before them', async () => {
  const { calls, call, repair, end } = await start({ order });
  const run = await call('POST', 'flows/order/runs', {});
  expect(run).toMatchObject({ status: 'faulted', failed: { task: '/do/1/sum' } });
  expect((await call('POST', `runs/${run.id}/retry`, {})).retryOf).toBe(run.id);
  const patch = [
    { op: 'replace', path: '/do/1/sum/set/sum', value: '${ .at }' },
    { op: 'add', path: '/do/0', value: { before: { set: { x: 1 } } } },
  ];
  expect((await repair('order', patch)).statusCode).toBe(200);
  const same = await end((await call('POST', `runs/${run.id}/retry`, { revision: 'same' })).id);
  expect(same).toMatchObject({ status: 'faulted', revision: run.revision });
  const newest = await end((await call('POST', `runs/${run.id}/retry`, { revision: 'newest' })).id);
  expect(newest).toMatchObject({ status: 'completed', retryOf: run.id });
  expect(newest.revision).not.toBe(run.revision);
  expect(calls).toEqual(['/charge', '/notify']);
});

test('a rerun starts from the start: with the newest flow, or with the one of the run', async () => {
  const { calls, call, repair, end } = await start({ order });
  const run = await call('POST', 'flows/order/runs', { amount: 5 });
  await repair('order', [{ op: 'replace', path: '/do/1/sum/set/sum', value: '${ .at }' }]);
  const newest = await end((await call('POST', `runs/${run.id}/rerun`)).id);
  expect(newest).toMatchObject({ status: 'completed', retryOf: run.id, input: { amount: 5 } });
  const same = await end((await call('POST', `runs/${run.id}/rerun`, { revision: 'same' })).id);
  expect(same).toMatchObject({ status: 'faulted', revision: run.revision });
  expect(calls).toEqual(['/charge', '/charge', '/notify', '/charge']);
});

test('a faulted run has the same failure in the answer to its start and later, with iteration and child run', async () => {
  const { call } = await start({
    each: `do:
  - loop:
      for: { each: item, in: .items }
      do:
        - inner: { run: { workflow: { namespace: test, name: broken, version: '1.0.0', input: { n: '\${ $item }' } } } }
`,
    broken: `do:
  - check:
      switch:
        - bad: { when: .n == 2, then: fail }
        - good: { then: end }
  - fail: { raise: { error: { type: 'https://example.com/bad', status: 400, detail: two } } }
`,
  });
  const run = await call('POST', 'flows/each/runs', { items: [1, 2, 3] });
  expect(run.status).toBe('faulted');
  expect(run.failed).toMatchObject({
    task: '/do/0/loop/do/0/inner',
    iteration: [{ task: '/do/0/loop', index: 1 }],
    childRun: { flow: 'broken', task: '/do/1/fail' },
    runInput: { items: [1, 2, 3] },
  });
  const later = await call('GET', `runs/${run.id}`);
  expect(later.failed).toEqual(run.failed);
  const { items } = await call('GET', 'runs?flow=each');
  expect(items[0].failed).toBeUndefined();
  expect((await call('GET', `runs/${run.failed.childRun.run}`)).failed).toMatchObject({ task: '/do/1/fail' });
  // The timeline names the run of each subflow, and none for other tasks.
  const timeline: { task: string; status: string; childRun: string | null }[] = (
    await call('GET', `runs/${run.id}/tasks`)
  ).items;
  const inner = timeline.filter(({ task }) => task === 'run');
  expect(inner.map(({ status }) => status)).toEqual(['completed', 'faulted']);
  expect(inner[1]?.childRun).toBe(run.failed.childRun.run);
  expect((await call('GET', `runs/${inner[0]?.childRun}`)).parentRunId).toBe(run.id);
  expect(timeline.filter(({ task }) => task !== 'run').every(({ childRun }) => childRun === null)).toBe(true);
});
