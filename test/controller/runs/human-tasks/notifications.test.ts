import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../../eventually.js';
import {
  approval,
  complete,
  flow,
  happened,
  harness,
  notify,
  open,
  options,
  parked,
  reaches,
  sent,
  setClock,
  start,
  tasks,
  theTask,
  useHarness,
} from './asking.js';

useHarness();

/** An engine whose notifications are answered by `answer`, which gets the number of the call. */
const notifying = (answer: (count: number, signal: AbortSignal | undefined) => Promise<Response>) => {
  let count = 0;
  const answering = async (_url: unknown, init?: RequestInit) => answer(++count, init?.signal ?? undefined);
  return { ...options, fetch: answering as typeof fetch };
};
const ok = async () => new Response('{}', { headers: { 'content-type': 'application/json' } });
const away = async () => new Response('', { status: 503 });
/** A receiver that takes requests and answers none; its connections end with the test. */
const silent = (_count: number, signal: AbortSignal | undefined) =>
  new Promise<Response>((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
    onTestFinished(() => reject(new Error('the test has ended')));
  });
const later = { wait: { hours: 1 } };

async function reopen(given: Parameters<typeof harness.crash>[0]): Promise<void> {
  await harness.crash(given);
}

/** Lines about failed notifications: one for each attempt, however often a crash repeated it. */
async function failures(id: string): Promise<number> {
  return (await harness.engine.logs(id, { limit: 100 })).filter(({ level }) => level === 'error').length;
}

test('a notification that fails is logged, and the task stays open', async () => {
  const broken = { call: 'http', with: { method: 'get', endpoint: '${ .link + "/gone" }' } };
  harness.engine.stop();
  await harness.crash({ ...options, fetch: async () => new Response('', { status: 503 }) });
  flow('ask', [{ approve: approval({ notify: broken }) }]);
  const { id } = await start('ask');
  await parked(id);
  const errors = async () =>
    (await harness.engine.logs(id, { limit: 100 })).filter(({ level }) => level === 'error');
  const logs = await errors();
  expect(logs.map(({ message }) => message)).toEqual([expect.stringMatching(/^user:ada was not notified/)]);
  expect(JSON.stringify(logs)).not.toContain('svch_');
  await harness.crash(options);
  await eventually(async () => (await open()).length === 1);
  expect(await errors()).toHaveLength(1);
});

test('a timeout while people are notified cancels the task, although the run goes on', async () => {
  await reopen(notifying(silent));
  const asked = { ...approval({ notify }), timeout: { after: { milliseconds: 50 } } };
  flow('short', [{ attempt: { try: [{ asked }], catch: { do: [{ later }] } } }]);
  const { id } = await start('short');
  await eventually(async () => (await tasks())[0]?.status === 'cancelled');
  await parked(id);
});

test('a branch that loses a race while people are notified leaves no open task', async () => {
  await reopen(notifying(silent));
  const first = { wait: { milliseconds: 50 } };
  flow('race', [
    { race: { fork: { compete: true, branches: [{ first }, { asked: approval({ notify }) }] } } },
    { later },
  ]);
  const { id } = await start('race');
  await eventually(async () => (await tasks())[0]?.status === 'cancelled');
  await parked(id);
});

test('a branch that loses a race at the moment it asks leaves no open task', async () => {
  flow('race', [
    { race: { fork: { compete: true, branches: [{ asked: approval() }, { first: { set: { a: 1 } } }] } } },
    { later },
  ]);
  const { id } = await start('race');
  await parked(id);
  expect(await open()).toEqual([]);
});

test('a task of a run that ends after a crash while people were notified is cancelled', async () => {
  await reopen(notifying(silent));
  flow('short', [{ asked: { ...approval({ notify }), timeout: { after: { hours: 1 } } } }]);
  const { id } = await start('short');
  await theTask();
  setClock(3_600_001);
  await reopen(notifying(silent));
  await reaches(id, 'faulted');
  await eventually(async () => (await tasks())[0]?.status === 'cancelled');
  expect(happened).toEqual(['opened Approve']);
});

test('a task of a run whose journal cannot be written is cancelled with the row of the run', async () => {
  await reopen(notifying(silent));
  flow('short', [{ asked: { ...approval({ notify }), timeout: { after: { milliseconds: 50 } } } }]);
  const { id } = await start('short');
  await theTask();
  const commit = harness.storage.commit.bind(harness.storage);
  let refusals = 0;
  harness.storage.commit = (unit) =>
    'collect' in unit && ++refusals <= 2 ? Promise.reject(new Error('disk full')) : commit(unit);
  await reaches(id, 'faulted');
  await eventually(async () => (await tasks())[0]?.status === 'cancelled');
  harness.reported.length = 0;
});

test('an answer that comes while its task is abandoned is refused and reports nothing', async () => {
  const gone = { wait: { milliseconds: 50 } };
  flow('race', [
    { race: { fork: { compete: true, branches: [{ asked: approval() }, { gone }] } } },
    { later },
  ]);
  const { id } = await start('race');
  const { id: task } = await theTask();
  await eventually(async () => (await tasks())[0]?.status === 'cancelled');
  await expect(complete(task)).rejects.toMatchObject({ code: 'human_task_ended' });
  await parked(id);
  expect(happened).toEqual(['opened Approve']);
});

test('a notification that fails is sent again until it arrives, and the task shows it meanwhile', async () => {
  const given = notifying((count) => (count < 3 ? away() : ok()));
  await reopen(given);
  flow('ask', [{ asked: approval({ notify }) }]);
  const { id } = await start('ask');
  await parked(id);
  expect((await open())[0]?.unnotified).toEqual(['user:ada']);
  expect(happened).toEqual(['opened Approve', 'unnotified user:ada communication']);
  setClock(30_001);
  await reopen(given);
  await eventually(async () => (await failures(id)) === 2);
  await parked(id);
  setClock(60_001);
  await reopen(given);
  await eventually(async () => (await theTask()).unnotified.length === 0);
  setClock(3_600_000);
  await reopen(notifying(() => Promise.reject(new Error('a notification too many'))));
  await parked(id);
  expect((await theTask()).unnotified).toEqual([]);
});

test('only those who were not notified are notified again, and an answer ends that', async () => {
  const to: string[] = [];
  const given = {
    ...options,
    fetch: (async (_url: unknown, init?: RequestInit) => {
      const { to: person } = JSON.parse(String(init?.body));
      to.push(person);
      return person === 'user:ben' ? away() : ok();
    }) as typeof fetch,
  };
  await reopen(given);
  flow('ask', [{ asked: approval({ notify, assignees: ['ada', 'ben'] }) }]);
  const { id } = await start('ask');
  await parked(id);
  setClock(30_001);
  await reopen(given);
  await eventually(() => to.length === 3);
  await parked(id);
  expect(to).toEqual(['user:ada', 'user:ben', 'user:ben']);
  await complete((await theTask()).id);
  await reaches(id, 'completed');
  expect(to).toHaveLength(3);
});

test('a notification that never arrives is given up after seven attempts', async () => {
  await reopen(notifying(away));
  flow('ask', [{ asked: approval({ notify }) }]);
  const { id } = await start('ask');
  for (let attempt = 1; attempt <= 7; attempt++) {
    await eventually(async () => (await failures(id)) === attempt);
    await parked(id);
    setClock(3_600_000);
    await reopen(notifying(away));
  }
  await parked(id);
  expect(await failures(id)).toBe(7);
  expect((await theTask()).unnotified).toEqual(['user:ada']);
});

test('an error of the flow itself is not repeated', async () => {
  const broken = { call: 'http', with: { method: 'get', endpoint: '${ .nothing }' } };
  flow('ask', [{ asked: approval({ notify: broken }) }]);
  const { id } = await start('ask');
  await parked(id);
  setClock(3_600_000);
  await reopen(options);
  await parked(id);
  expect((await theTask()).unnotified).toEqual(['user:ada']);
  expect(await failures(id)).toBe(1);
  expect(sent).toEqual([]);
});
