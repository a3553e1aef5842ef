import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ComputingMark } from '../../../../controller/runs/index.js';
import { eventually } from '../../../eventually.js';
import { Harness } from '../engine-harness.js';

const request = { branch: 'main', input: {}, principal: 'user:test' };

function openHarness(): Harness {
  const harness = new Harness();
  onTestFinished(() => harness.close());
  return harness;
}

test('a run with a large journal does not hold up the start, nor the runs after it', async () => {
  const harness = openHarness();
  let isFirstProcess = true;
  const continued: string[] = [];
  const step = (name: string) => async (): Promise<null> => {
    if (isFirstProcess) return new Promise(() => {});
    continued.push(name);
    return null;
  };
  harness.flow('large', async (_, host) => {
    for (let n = 0; n < 3_000; n++) host.value(`/do/0/v${n}`, () => 'x'.repeat(1_000));
    // Durable before the step below.
    await host.effect('/do/0/a', async () => null);
    return host.effect('/do/1/b', step('large'));
  });
  harness.flow('small', (_, host) => host.effect('/do/0/a', step('small')));
  const engine = await harness.open();
  const large = await engine.start({ ...request, flow: 'large' });
  await eventually(async () => (await engine.tasks(large.id)) !== undefined);
  const small = [];
  for (let n = 0; n < 20; n++) small.push(await engine.start({ ...request, flow: 'small' }));
  isFirstProcess = false;
  const next = await harness.crash();
  for (const { id } of [large, ...small]) expect((await next.wait(id, 60_000)).status).toBe('completed');
  expect(continued.at(-1)).toBe('large');
});

test('a run that an operator resumes after it was suspended for two deaths is not suspended at the next start', async () => {
  const harness = openHarness();
  const folder = mkdtempSync(join(tmpdir(), 'svc-mark-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'computing');
  harness.flow('waits', (_, host) => host.effect('/do/0/a', () => new Promise(() => {})));
  const engine = await harness.open();
  const { id } = await engine.start({ ...request, flow: 'waits' });
  for (let death = 0; death < 2; death++) {
    const mark = new ComputingMark(path);
    mark.note(id);
    // The process dies in the stretch.
    mark.close();
  }
  const third = await harness.crash({ computing: new ComputingMark(path) });
  expect(await third.get(id)).toMatchObject({
    status: 'suspended',
    waitingFor: expect.stringContaining('2 times'),
  });
  await third.resume(id);
  const fourth = await harness.crash({ computing: new ComputingMark(path) });
  expect((await fourth.get(id)).status).toBe('running');
});

test('a run that was not continued yet can be suspended', async () => {
  const harness = openHarness();
  harness.flow('waits', (_, host) => host.effect('/do/0/a', () => new Promise(() => {})));
  const engine = await harness.open();
  const { id } = await engine.start({ ...request, flow: 'waits' });
  harness.storage.commit = () => new Promise(() => {});
  await new Promise((resolve) => setImmediate(resolve));
  const next = await harness.open();
  expect((await next.suspend(id)).status).toBe('suspended');
  await (await next.recover()).continued;
  expect((await next.get(id)).status).toBe('suspended');
});

test('runs of the process before continue once what they wait for has settled, or the engine stops', async () => {
  const harness = openHarness();
  let starts = 0;
  harness.flow('waits', (_, host) =>
    host.effect('/do/0/a', () => {
      starts += 1;
      return new Promise(() => {});
    }),
  );
  const engine = await harness.open();
  await engine.start({ ...request, flow: 'waits' });
  await eventually(() => starts === 1);
  harness.storage.commit = () => new Promise(() => {});
  await new Promise((resolve) => setImmediate(resolve));
  const next = await harness.open();
  let fail: (reason: Error) => void = () => {};
  const { continued } = await next.recover(
    new Promise((_, reject) => {
      fail = reject;
    }),
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(starts).toBe(1);
  fail(new Error('not read'));
  await continued;
  await eventually(() => starts === 2);
  const last = await harness.open();
  const endless = await last.recover(new Promise(() => {}));
  await last.stop(0);
  await endless.continued;
  expect(starts).toBe(2);
});

test('a failed first reading of the branch is handled, and old runs are continued all the same', async () => {
  const harness = openHarness();
  const engine = await harness.open();
  const { continued } = await engine.recover(Promise.reject(new Error('the remote is away')));
  await continued;
});
