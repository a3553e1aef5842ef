import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FlowHost } from '../../../../controller/flows/index.js';
import type { RunStatus } from '../../../../controller/runs/index.js';
import { eventually } from '../../../eventually.js';
import { Harness } from '../engine-harness.js';

const request = { branch: 'main', input: {}, principal: 'user:test' };
const never = new AbortController().signal;
let harness: Harness;

beforeEach(() => {
  harness = new Harness();
});
afterEach(() => harness.close());

/** Waits that a test ends one by one: a run waits for its first, in memory or parked. */
const longMs = 3_600_000;

const getStatuses = (ids: readonly string[]): Promise<RunStatus[]> =>
  Promise.all(ids.map(async (id) => (await harness.engine.get(id)).status));

async function start(flow: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push((await harness.engine.start({ ...request, flow })).id);
  return ids;
}

/** A flow that works, waits, and works again; it notes what it does. */
function waitingFlow(name: string, ms: number, log: string[], more = {}): void {
  harness.flow(
    name,
    async (_, host) => {
      await host.effect('/do/0/enter', async () => log.push(`${host.run.id} enters`));
      await host.sleep('/do/1/wait', ms, never);
      await host.effect('/do/2/leave', async () => log.push(`${host.run.id} leaves`));
      return null;
    },
    { concurrency: 1, ...more },
  );
}

const alternate = (ids: readonly string[]): string[] => ids.flatMap((id) => [`${id} enters`, `${id} leaves`]);

test.each([
  ['in memory', 40, 5_000],
  ['on disk', 40, 10],
])('runs that wait %s keep the place of their flow until they end', async (_, ms, parkAfterMs) => {
  const log: string[] = [];
  await harness.open({ parkAfterMs });
  waitingFlow('one', ms, log);
  const ids = await start('one', 4);
  for (const id of ids) expect((await harness.engine.wait(id, 60_000)).status).toBe('completed');
  expect(log).toEqual(alternate(ids));
});

test('a run that waits on disk keeps its place over a restart, and gives it back when it is cancelled', async () => {
  const log: string[] = [];
  await harness.open({ parkAfterMs: 10 });
  waitingFlow('one', longMs, log);
  const ids = await start('one', 2);
  const [first = '', second = ''] = ids;
  await eventually(async () => (await harness.engine.get(first)).status === 'waiting');
  expect(await getStatuses(ids)).toEqual(['waiting', 'pending']);

  const next = await harness.crash({ parkAfterMs: 10 });
  expect((await next.start({ ...request, flow: 'one' })).status).toBe('pending');
  expect(await getStatuses(ids)).toEqual(['waiting', 'pending']);

  await next.cancel(first);
  await eventually(async () => (await next.get(second)).status === 'waiting');
  expect(log).toEqual([`${first} enters`, `${second} enters`]);
});

test('a suspended run keeps its place, and goes on before runs that came later', async () => {
  const log: string[] = [];
  await harness.open({ parkAfterMs: 10 });
  waitingFlow('one', longMs, log);
  const ids = await start('one', 2);
  const [first = '', second = ''] = ids;
  await eventually(async () => (await harness.engine.get(first)).status === 'waiting');
  await harness.engine.suspend(first);
  expect(await getStatuses(ids)).toEqual(['suspended', 'pending']);
  await harness.engine.resume(first);
  await eventually(async () => (await harness.engine.get(first)).status === 'waiting');
  expect(await harness.engine.get(second)).toMatchObject({ status: 'pending', startedAt: null });
});

test.each([
  ['in memory', 5_000],
  ['on disk', 10],
])(
  'with `waiting: releases`, others run while a run waits %s, and one works at a time',
  async (_, parkAfterMs) => {
    let working = 0;
    let maxWorking = 0;
    const work = async (): Promise<null> => {
      maxWorking = Math.max(maxWorking, ++working);
      await new Promise((resolve) => setTimeout(resolve, 20));
      working--;
      return null;
    };
    harness.flow(
      'releasing',
      async (_, host) => {
        await host.effect('/do/0/a', work);
        await host.sleep('/do/1/wait', 300, never);
        await host.effect('/do/2/b', work);
        return null;
      },
      { concurrency: 1, waitingReleases: true },
    );
    const engine = await harness.open({ parkAfterMs });
    const ids = await start('releasing', 5);
    await eventually(
      async () => (await getStatuses(ids)).filter((status) => status === 'waiting').length > 1,
    );
    for (const id of ids) expect((await engine.wait(id, 60_000)).status).toBe('completed');
    expect(maxWorking).toBe(1);
  },
);

test('a run that waits without limit for its turn to work again can be suspended and cancelled', async () => {
  // Long enough that a slow machine starts the third run meanwhile, which takes the place.
  const sleepMs = 2_000;
  let letGo = (_: null): void => {};
  const held = new Promise<null>((resolve) => {
    letGo = resolve;
  });
  harness.flow(
    'releasing',
    async (input, host) => {
      if (input === null) await host.sleep('/do/0/wait', sleepMs, never);
      else await host.effect('/do/0/a', () => held);
      return null;
    },
    { concurrency: 1, waitingReleases: true },
  );
  const engine = await harness.open();
  const sleeper = await engine.start({ ...request, flow: 'releasing', input: null as never });
  const sleeper2 = await engine.start({ ...request, flow: 'releasing', input: null as never });
  const worker = await engine.start({ ...request, flow: 'releasing' });
  await eventually(async () => (await engine.get(worker.id)).status === 'running');
  await new Promise((resolve) => setTimeout(resolve, sleepMs + 100));
  expect(await getStatuses([sleeper.id, sleeper2.id, worker.id])).toEqual(['waiting', 'waiting', 'running']);
  expect((await engine.cancel(sleeper.id)).status).toBe('cancelled');
  expect((await engine.suspend(sleeper2.id)).status).toBe('suspended');
  letGo(null);
  await engine.wait(worker.id, 60_000);
  await engine.resume(sleeper2.id);
  expect((await engine.wait(sleeper2.id, 60_000)).status).toBe('completed');
});

/** A flow `a` that calls `b`, which calls `a` again, down to a depth. */
function openCircle(log: string[], sleepMs: number): void {
  const call = (flow: string, depth: number) => ({
    flow: { namespace: 'test', name: flow, version: '1.0.0' },
    input: depth,
    wait: true,
  });
  const plan = (own: string, other: string) => async (input: unknown, host: FlowHost) => {
    const depth = Number(input);
    await host.effect('/do/0/enter', async () => log.push(`${own}${depth} enters`));
    await host.sleep('/do/1/wait', sleepMs, never);
    if (depth > 0) await host.runFlow('/do/2/call', call(other, depth - 1), never);
    await host.effect('/do/3/leave', async () => log.push(`${own}${depth} leaves`));
    return null;
  };
  harness.flow('a', plan('a', 'b'), { concurrency: 1 }, ['b']);
  harness.flow('b', plan('b', 'a'), { concurrency: 1 }, ['a']);
}

test.each([5, 60])(
  'a subflow shares the place of a run of its flow above it (waits of %i ms)',
  async (ms) => {
    const log: string[] = [];
    const engine = await harness.open({ parkAfterMs: 30 });
    openCircle(log, ms);
    const ids = [];
    for (let n = 0; n < 2; n++)
      ids.push((await engine.start({ ...request, flow: 'a', input: 4 as never })).id);
    for (const id of ids) expect((await engine.wait(id, 60_000)).status).toBe('completed');
    const names = ['a4', 'b3', 'a2', 'b1', 'a0'];
    const once = [
      ...names.map((name) => `${name} enters`),
      ...names.reverse().map((name) => `${name} leaves`),
    ];
    expect(log).toEqual([...once, ...once]);
  },
);

test('the place is shared after a restart too, and kept until the last run of it has ended', async () => {
  const call = (name: string, input: number) => ({
    flow: { namespace: 'test', name, version: '1.0.0' },
    input,
    wait: true,
  });
  harness.flow(
    'outer',
    async (input, host) => {
      if (input !== 0) return host.runFlow('/do/0/call', call('middle', 0), host.signal);
      await host.sleep('/do/0/wait', longMs, host.signal);
      return null;
    },
    { concurrency: 1 },
    ['middle'],
  );
  const middle = async (_: unknown, host: FlowHost) =>
    host.runFlow('/do/0/call', call('outer', 0), host.signal);
  harness.flow('middle', middle, {}, ['outer']);
  await harness.open({ parkAfterMs: 30 });
  const [outer = '', second = ''] = await start('outer', 2);
  const isInnerWaiting = async (): Promise<boolean> => {
    const { storage } = harness;
    const rows = await storage.db.selectFrom('runs').select(['flow', 'status', 'parent_run_id']).execute();
    return rows.some(
      ({ flow, status, parent_run_id }) => flow === 'outer' && status === 'waiting' && parent_run_id !== null,
    );
  };
  await eventually(isInnerWaiting);
  await harness.crash({ parkAfterMs: 30 });
  await eventually(async () => (await harness.engine.get(outer)).status === 'running');
  expect(await harness.engine.get(second)).toMatchObject({ status: 'pending', startedAt: null });
  expect(await isInnerWaiting()).toBe(true);
  await harness.engine.cancel(outer);
  await eventually(async () => (await harness.engine.get(second)).startedAt !== null);
});

test('a run that its parent does not wait for has a place of its own', async () => {
  const log: string[] = [];
  const engine = await harness.open();
  harness.flow(
    'chain',
    async (input, host) => {
      const depth = Number(input);
      log.push(`${depth} enters`);
      const flow = { namespace: 'test', name: 'chain', version: '1.0.0' };
      if (depth > 0) await host.runFlow('/do/0/next', { flow, input: depth - 1, wait: false }, never);
      await host.sleep('/do/1/wait', 20, never);
      log.push(`${depth} leaves`);
      return null;
    },
    { concurrency: 1 },
    ['chain'],
  );
  await engine.start({ ...request, flow: 'chain', input: 3 as never });
  await eventually(() => log.includes('0 leaves'));
  expect(log).toEqual([3, 2, 1, 0].flatMap((depth) => [`${depth} enters`, `${depth} leaves`]));
});

test('runs that began before the flow had a limit count', async () => {
  const log: string[] = [];
  const engine = await harness.open({ parkAfterMs: 10 });
  waitingFlow('late', longMs, log, { concurrency: undefined });
  const before = await start('late', 2);
  await eventually(async () => (await getStatuses(before)).every((status) => status === 'waiting'));
  Object.assign(harness.plans.get('late') ?? {}, { concurrency: 2 });
  const [after = ''] = await start('late', 1);
  expect((await engine.get(after)).status).toBe('pending');
  await engine.cancel(before[0] ?? '');
  await eventually(async () => (await engine.get(after)).status === 'waiting');
});

test('a place is found again that a run gave back without this node', async () => {
  const log: string[] = [];
  const engine = await harness.open({ parkAfterMs: 10 });
  waitingFlow('one', longMs, log);
  const [first = '', second = ''] = await start('one', 2);
  await eventually(async () => (await engine.get(first)).status === 'waiting');
  await harness.storage.db
    .updateTable('runs')
    .set({ status: 'cancelled', ended_at: Date.now(), wake_at: null })
    .where('id', '=', first)
    .execute();
  await eventually(async () => (await engine.get(second)).status === 'waiting');
}, 60_000);
