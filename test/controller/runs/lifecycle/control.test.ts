import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FlowError, type FlowHost } from '../../../../controller/flows/index.js';
import { eventually as until } from '../../../eventually.js';
import { Harness } from '../engine-harness.js';

const request = { branch: 'main', input: {}, principal: 'user:test' };
let harness: Harness;

beforeEach(() => {
  harness = new Harness();
});

afterEach(() => harness.close());

/** An effect that ends when the test says so, or with its run. */
function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let entered = 0;
  const step = (host: FlowHost, key: string) =>
    host.effect(key, async () => {
      entered++;
      await new Promise((resolve, reject) => {
        void opened.then(resolve);
        host.signal.addEventListener('abort', () => reject(host.signal.reason));
      });
      return key;
    });
  return { open: () => open(), step, entered: () => entered };
}

describe('control', () => {
  test('a cancelled run stops its effect and ends as cancelled', async () => {
    const engine = await harness.open();
    const { step, entered } = gate();
    harness.flow('long', (_, host) => step(host, '/do/0/a'));
    const run = await engine.start({ ...request, flow: 'long' });
    await until(() => entered() === 1);
    expect(await engine.cancel(run.id)).toMatchObject({ status: 'cancelled', error: null });
    await expect(engine.cancel(run.id)).rejects.toMatchObject({ code: 'run_state_conflict' });
  });

  test('a suspended run lets its effect end, starts no other, and continues when it is resumed', async () => {
    const engine = await harness.open();
    const first = gate();
    const done: string[] = [];
    harness.flow('two', async (_, host) => {
      await first.step(host, '/do/0/a');
      await host.effect('/do/1/b', async () => {
        done.push('b');
        return null;
      });
      return 'both';
    });
    const run = await engine.start({ ...request, flow: 'two' });
    await until(() => first.entered() === 1);
    const suspended = engine.suspend(run.id);
    first.open();
    expect((await suspended).status).toBe('suspended');
    expect(done).toEqual([]);
    await engine.resume(run.id);
    expect(await engine.wait(run.id, 60_000)).toMatchObject({ status: 'completed', output: 'both' });
    expect(first.entered()).toBe(1);
  });

  test('a retry is a new run that performs only what did not succeed', async () => {
    const engine = await harness.open();
    const calls: string[] = [];
    let broken = true;
    harness.flow('pair', async (_, host) => {
      await host.effect('/do/0/a', async () => calls.push('a'));
      return host.effect('/do/1/b@0#1', async () => {
        calls.push('b');
        if (broken) throw new FlowError({ type: 'about:blank', status: 503, instance: '/do/1/b' });
        return 'fine';
      });
    });
    const run = await engine.start({ ...request, flow: 'pair' });
    expect((await engine.wait(run.id, 60_000)).status).toBe('faulted');
    broken = false;
    const again = await engine.retry(run.id, 'user:test');
    expect(again.id).not.toBe(run.id);
    expect(await engine.wait(again.id, 60_000)).toMatchObject({ status: 'completed', output: 'fine' });
    expect(calls).toEqual(['a', 'b', 'b']);
    await expect(engine.retry(again.id, 'user:test')).rejects.toMatchObject({ code: 'run_state_conflict' });
  });

  test('runs beyond the limit wait for a place and then all complete', async () => {
    const engine = await harness.open({}, { concurrentRuns: 2 });
    const { open, step, entered } = gate();
    harness.flow('long', (_, host) => step(host, '/do/0/a'));
    const runs = [];
    for (let i = 0; i < 5; i++) runs.push(await engine.start({ ...request, flow: 'long' }));
    await until(() => entered() === 2);
    expect(runs.map((run) => run.status)).toEqual(['running', 'running', 'pending', 'pending', 'pending']);
    open();
    for (const run of runs) expect((await engine.wait(run.id, 60_000)).status).toBe('completed');
  });

  test('a flow’s own concurrency limit delays only its own runs', async () => {
    const engine = await harness.open();
    const { open, step } = gate();
    harness.flow('single', (_, host) => step(host, '/do/0/a'), { concurrency: 1 });
    harness.flow('other', async () => 'other');
    const first = await engine.start({ ...request, flow: 'single' });
    const second = await engine.start({ ...request, flow: 'single' });
    expect([first.status, second.status]).toEqual(['running', 'pending']);
    expect((await engine.start({ ...request, flow: 'other' })).status).toBe('completed');
    open();
    expect((await engine.wait(second.id, 60_000)).status).toBe('completed');
  });

  test('a full queue refuses further runs', async () => {
    const engine = await harness.open({}, { concurrentRuns: 1, pendingRuns: 1 });
    const { open, step } = gate();
    harness.flow('long', (_, host) => step(host, '/do/0/a'));
    await engine.start({ ...request, flow: 'long' });
    await engine.start({ ...request, flow: 'long' });
    await expect(engine.start({ ...request, flow: 'long' })).rejects.toMatchObject({
      code: 'queue_full',
      status: 503,
    });
    open();
  });

  test('the errors for an unknown flow and environment suggest the nearest name', async () => {
    const engine = await harness.open();
    harness.flow('daily-report', async () => null);
    harness.entity('environment', 'staging', {});
    await expect(engine.start({ ...request, flow: 'dayly-report' })).rejects.toMatchObject({
      code: 'flow_not_found',
      hints: ['Did you mean `daily-report`?'],
    });
    await expect(
      engine.start({ ...request, flow: 'daily-report', environment: 'stagin' }),
    ).rejects.toMatchObject({
      code: 'environment_not_found',
      hints: ['Did you mean `staging`?'],
    });
  });
});

describe('subflows', () => {
  const reference = { namespace: 'test', name: 'child', version: '1.0.0' };

  test('a subflow is a separate run, and its output is the output of the step', async () => {
    const engine = await harness.open();
    harness.flow('child', async (input) => ({ doubled: Number((input as { n: number }).n) * 2 }));
    harness.flow(
      'parent',
      (_, host) => host.runFlow('/do/0/sub', { flow: reference, input: { n: 4 }, wait: true }, host.signal),
      {},
      ['child'],
    );
    const run = await engine.start({ ...request, flow: 'parent' });
    expect(await engine.wait(run.id, 60_000)).toMatchObject({ status: 'completed', output: { doubled: 8 } });
    const { items } = await engine.list({ flow: 'child', limit: 10 });
    expect(items).toMatchObject([{ parentRunId: run.id, trigger: 'flow', status: 'completed' }]);
  });

  test('subflows run when their parents have all places', async () => {
    const engine = await harness.open({}, { concurrentRuns: 1 });
    harness.flow('child', (_, host) => host.effect('/do/0/a', async () => 'c'));
    harness.flow(
      'parent',
      (_, host) => host.runFlow('/do/0/sub', { flow: reference, input: {}, wait: true }, host.signal),
      {},
      ['child'],
    );
    const run = await engine.start({ ...request, flow: 'parent' });
    expect((await engine.wait(run.id, 60_000)).output).toBe('c');
  });

  test('after a crash during a subflow both runs continue, and the subflow is the same run', async () => {
    const engine = await harness.open();
    let entered = 0;
    let hang = true;
    harness.flow('child', (_, host) =>
      host.effect('/do/0/a', async () => {
        entered++;
        return hang ? new Promise<never>(() => {}) : 'c';
      }),
    );
    harness.flow(
      'parent',
      (_, host) => host.runFlow('/do/0/sub', { flow: reference, input: {}, wait: true }, host.signal),
      {},
      ['child'],
    );
    const run = await engine.start({ ...request, flow: 'parent' });
    await until(() => entered === 1);
    hang = false;
    const next = await harness.crash();
    expect(await next.wait(run.id, 60_000)).toMatchObject({ status: 'completed', output: 'c' });
    expect((await next.list({ flow: 'child', limit: 10 })).items).toHaveLength(1);
  });

  test('an error of a subflow is the error of its parent', async () => {
    const engine = await harness.open();
    harness.flow('child', async () => {
      throw new FlowError({ type: 'about:blank', status: 409, title: 'Taken' });
    });
    harness.flow(
      'parent',
      (_, host) => host.runFlow('/do/0/sub', { flow: reference, input: {}, wait: true }, host.signal),
      {},
      ['child'],
    );
    const run = await engine.start({ ...request, flow: 'parent' });
    expect(await engine.wait(run.id, 60_000)).toMatchObject({
      status: 'faulted',
      error: { status: 409, title: 'Taken' },
    });
  });

  test('the end of a suspended run that is cancelled is counted and told', async () => {
    const engine = await harness.open();
    const { open, step, entered } = gate();
    harness.flow('two', async (_, host) => {
      await step(host, '/do/0/a');
      return host.effect('/do/1/b', async () => null);
    });
    const run = await engine.start({ ...request, flow: 'two' });
    await until(() => entered() === 1);
    const suspended = engine.suspend(run.id);
    open();
    await suspended;
    let told = 0;
    engine.onEnded(run.id, () => void told++);
    await engine.cancel(run.id);
    expect([told, engine.ended()['cancelled']]).toEqual([1, 1]);
  });

  test('cancelling a run cancels its subflow', async () => {
    const engine = await harness.open();
    const { step, entered } = gate();
    harness.flow('child', (_, host) => step(host, '/do/0/a'));
    harness.flow(
      'parent',
      (_, host) => host.runFlow('/do/0/sub', { flow: reference, input: {}, wait: true }, host.signal),
      {},
      ['child'],
    );
    const run = await engine.start({ ...request, flow: 'parent' });
    await until(() => entered() === 1);
    await engine.cancel(run.id);
    await until(
      async () => (await engine.list({ flow: 'child', limit: 1 })).items[0]?.status === 'cancelled',
    );
  });

  test('a stop does not wait for subflows that continue at the next start', async () => {
    const engine = await harness.open();
    harness.flow('child', async (_, host) => {
      await host.sleep('/do/0/wait', 200, host.signal);
      return 'late';
    });
    harness.flow(
      'parent',
      (_, host) => host.runFlow('/do/0/sub', { flow: reference, input: {}, wait: true }, host.signal),
      {},
      ['child'],
    );
    const run = await engine.start({ ...request, flow: 'parent' });
    await engine.stop(5_000);
    const next = await harness.crash();
    expect(await next.wait(run.id, 60_000)).toMatchObject({ status: 'completed', output: 'late' });
  });

  test.each([
    ['parked', 10],
    ['in memory', 3_600_000],
  ])('a subflow that is not awaited continues when its parent is cancelled (%s)', async (_, parkAfterMs) => {
    const engine = await harness.open({ parkAfterMs });
    const { open, step, entered } = gate();
    harness.flow('child', (_, host) => step(host, '/do/0/a'));
    const rest = (host: FlowHost) => host.sleep('/do/1/wait', 3_000_000, host.signal).then(() => null);
    const detach = (host: FlowHost) =>
      host.runFlow('/do/0/sub', { flow: reference, input: {}, wait: false }, host.signal);
    harness.flow('parent', (_, host) => detach(host).then(() => rest(host)), {}, ['child']);
    const { id } = await engine.start({ ...request, flow: 'parent' });
    await until(async () => (await engine.get(id)).status === 'waiting' && entered() === 1);
    expect(await engine.cancel(id)).toMatchObject({ status: 'cancelled' });
    open();
    const [child] = (await engine.list({ flow: 'child', limit: 1 })).items;
    expect(await engine.wait(child?.id ?? '', 60_000)).toMatchObject({ status: 'completed' });
  });
});
