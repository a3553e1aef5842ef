import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FlowHost } from '../../../controller/flows/contract.js';
import type { Run } from '../../../controller/runs/index.js';
import { eventually } from '../../eventually.js';
import { Harness } from './engine-harness.js';

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

/** A run that waits for a time, and is not in memory. */
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
  return (await harness.engine.logs(id, 0, 100)).map(({ message }) => message);
}

describe('at the same time', () => {
  test('two that resume a run get the same one, and its steps are done once', async () => {
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

  test('two that cancel a parked run: it is cancelled once, and the second is told so', async () => {
    const { id } = await parked();
    const answers = await Promise.allSettled([harness.engine.cancel(id), harness.engine.cancel(id)]);
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: { status: 'cancelled' } },
      { status: 'rejected', reason: { code: 'run_state_conflict' } },
    ]);
    expect((await journalled(id)).filter((line) => line.includes('cancelled'))).toHaveLength(1);
  });

  test.each(['cancel', 'suspend'] as const)('a run that is woken and who would %s it agree', async (what) => {
    // Who is how many steps ahead of the other.
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
      // Cancelled in the middle of it, the step has been performed, too.
      expect(performed.length).toBeLessThanOrEqual(1);
      if (end.status === 'completed') expect(performed).toEqual(['a']);
      const ends = (await journalled(id)).filter((line) => /run (completed|cancelled|faulted)/.test(line));
      expect(ends).toEqual([`run ${end.status}`]);
      performed = [];
      await harness.close();
      harness = new Harness();
    }
    await harness.open();
  });

  test('a run that is cancelled while it starts another takes that with it', async () => {
    const engine = await harness.open();
    let cancelled: Promise<unknown> = Promise.resolve();
    harness.flow('child', async (_, host) => {
      // Not in the database yet: its parent waits for that.
      cancelled = engine.cancel(parent);
      await host.sleep('/do/0/wait', hour, host.signal);
      return null;
    });
    harness.flow('parent', (_, host) => host.runFlow('/do/0/sub', child, {}, true, host.signal), {}, [
      'child',
    ]);
    let parent = '';
    await engine.start({ ...request, flow: 'parent', onAccepted: (id) => (parent = id) });
    await eventually(async () => (await engine.get(parent)).status === 'cancelled');
    await cancelled;
    await eventually(
      async () => (await engine.list({ flow: 'child', limit: 1 })).items[0]?.status === 'cancelled',
    );
  });
});

test('parallel runs of a flow that allows one at a time all get their turn where all places are taken', async () => {
  const engine = await harness.open({}, { concurrentRuns: 1 });
  harness.flow('child', (_, host) => step(host, 'a'), { concurrency: 1 });
  const both = (host: FlowHost) =>
    Promise.all([1, 2, 3].map((n) => host.runFlow(`/do/0/sub${n}`, child, { n }, true, host.signal)));
  harness.flow('parent', (_, host) => both(host), {}, ['child']);
  const run = await engine.start({ ...request, flow: 'parent' });
  expect(await engine.wait(run.id, 60_000)).toMatchObject({ status: 'completed', output: [1, 2, 3] });
});

test('a run whose documents could not be written once is taken up by the next start all the same', async () => {
  const engine = await harness.open();
  let hang = true;
  harness.flow('effect', (_, host) =>
    host.effect('/do/0/a', () => (hang ? new Promise(() => {}) : Promise.resolve('done'))),
  );
  const commit = harness.storage.commit.bind(harness.storage);
  harness.storage.commit = async (unit) => {
    await new Promise((resolve) => setImmediate(resolve));
    unit.collect();
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
