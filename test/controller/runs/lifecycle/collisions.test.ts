import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FlowHost } from '../../../../controller/flows/index.js';
import type { Run } from '../../../../controller/runs/index.js';
import { getWrites } from '../../../../controller/storage/index.js';
import { eventually } from '../../../eventually.js';
import { Harness } from '../engine-harness.js';

const request = { branch: 'main', input: {}, principal: 'user:test' };
const hour = 3_600_000;
const child = { namespace: 'test', name: 'child', version: '1.0.0' };
let harness: Harness;
let performed: string[];

beforeEach(() => {
  harness = new Harness();
  performed = [];
});

afterEach(async () => {
  vi.useRealTimers();
  await harness.close();
  expect(harness.reported).toEqual([]);
});

const step = (host: FlowHost, name: string) => host.effect(`/do/0/${name}`, async () => performed.push(name));

/** A run that sleeps and is not in memory. */
async function parked(): Promise<Run> {
  const engine = await harness.open({ parkAfterMs: 10 });
  harness.flow('sleep', async (_, host) => {
    await host.sleep('/do/0/wait', hour, host.signal);
    await step(host, 'a');
    return 'woken';
  });
  const { id } = await engine.start({ ...request, flow: 'sleep' });
  await eventually(() => engine.load().running === 0);
  return engine.get(id);
}

async function journalled(id: string): Promise<string[]> {
  return (await harness.engine.logs(id, { limit: 100 })).map(({ message }) => message);
}

describe('concurrent requests', () => {
  test('that resume a run get the same run, and its steps are performed once', async () => {
    const { id } = await parked();
    await harness.engine.suspend(id);
    harness.flow('sleep', async (_, host) => {
      await step(host, 'a');
      return 'resumed';
    });
    const next = await harness.crash();
    const answers = await Promise.allSettled([next.resume(id), next.resume(id), next.resume(id)]);
    expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'run_state_conflict' });
    }
    expect(await next.wait(id, 60_000)).toMatchObject({ status: 'completed', output: 'resumed' });
    expect(performed).toEqual(['a']);
  });

  test('that cancel a parked run cancel it once, and the second gets a conflict', async () => {
    const { id } = await parked();
    const answers = await Promise.allSettled([harness.engine.cancel(id), harness.engine.cancel(id)]);
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: { status: 'cancelled' } },
      { status: 'rejected', reason: { code: 'run_state_conflict' } },
    ]);
    expect((await journalled(id)).filter((line) => line.includes('cancelled'))).toHaveLength(1);
  });

  test.each(['cancel', 'suspend'] as const)(
    'to %s a run while it is woken leave one consistent state',
    async (what) => {
      // The number of microtasks that the waking is ahead of the request.
      for (let steps = 0; steps < 60; steps += 4) {
        const { id } = await parked();
        const { engine } = harness;
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour });
        const woken = engine.recover();
        for (let step = 0; step < steps; step++) await null;
        const refused = (error: unknown) => void expect(error).toMatchObject({ code: 'run_state_conflict' });
        const told = (await engine[what](id).catch(refused))?.status;
        await woken;
        if (told === 'suspended') {
          expect((await engine.get(id)).status).toBe('suspended');
          await engine.resume(id);
        }
        const end = await engine.wait(id, 60_000);
        vi.useRealTimers();
        if (told === 'cancelled') expect(end.status).toBe('cancelled');
        // A run that is cancelled during the step has performed it too.
        expect(performed.length).toBeLessThanOrEqual(1);
        if (end.status === 'completed') expect(performed).toEqual(['a']);
        const ends = (await journalled(id)).filter((line) => /run (completed|cancelled|faulted)/.test(line));
        expect(ends).toEqual([`run ${end.status}`]);
        performed = [];
        await harness.close();
        harness = new Harness();
      }
      await harness.open();
    },
  );

  test('to cancel a run while it starts another cancel both', async () => {
    const engine = await harness.open();
    let cancelled: Promise<unknown> = Promise.resolve();
    harness.flow('child', async (_, host) => {
      // The child is not in the database yet, and its parent waits for that.
      cancelled = engine.cancel(parent);
      await host.sleep('/do/0/wait', hour, host.signal);
      return null;
    });
    harness.flow(
      'parent',
      (_, host) => host.runFlow('/do/0/sub', { flow: child, input: {}, wait: true }, host.signal),
      {},
      ['child'],
    );
    let parent = '';
    await engine.start({ ...request, flow: 'parent', onAccepted: (id) => (parent = id) });
    await eventually(async () => (await engine.get(parent)).status === 'cancelled');
    await cancelled;
    await eventually(
      async () => (await engine.list({ flow: 'child', limit: 1 })).items[0]?.status === 'cancelled',
    );
  });
});

test('parallel subflows that run one at a time all complete when the parent has the only place', async () => {
  const engine = await harness.open({}, { concurrentRuns: 1 });
  harness.flow('child', (_, host) => step(host, 'a'), { concurrency: 1 });
  const both = (host: FlowHost) =>
    Promise.all(
      [1, 2, 3].map((n) =>
        host.runFlow(`/do/0/sub${n}`, { flow: child, input: { n }, wait: true }, host.signal),
      ),
    );
  harness.flow('parent', (_, host) => both(host), {}, ['child']);
  const run = await engine.start({ ...request, flow: 'parent' });
  expect(await engine.wait(run.id, 60_000)).toMatchObject({ status: 'completed', output: [1, 2, 3] });
});

test('a run continues after a restart when an earlier write of its documents failed', async () => {
  const engine = await harness.open();
  let hang = true;
  harness.flow('effect', (_, host) =>
    host.effect('/do/0/a', () => (hang ? new Promise(() => {}) : Promise.resolve('done'))),
  );
  const commit = harness.storage.commit.bind(harness.storage);
  harness.storage.commit = async (unit) => {
    await new Promise((resolve) => setImmediate(resolve));
    getWrites(unit);
    throw new Error('the disk is full');
  };
  await expect(engine.start({ ...request, flow: 'effect' })).rejects.toThrow('full');
  await eventually(() => engine.load().running === 0);
  harness.reported.length = 0;
  harness.storage.commit = commit;
  const { id } = await engine.start({ ...request, flow: 'effect' });
  hang = false;
  const next = await harness.crash();
  expect(await next.wait(id, 60_000)).toMatchObject({ status: 'completed', output: 'done' });
});
