import { afterEach, beforeEach, expect, test } from 'vitest';
import { compileFlow, type FlowHost } from '../../../../controller/flows/index.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { eventually } from '../../../eventually.js';
import { Harness } from '../engine-harness.js';

const request = { branch: 'main', input: {}, principal: 'user:test' };
let harness: Harness;
let unhandled: unknown[];
const onUnhandled = (error: unknown) => void unhandled.push(error);

beforeEach(() => {
  harness = new Harness();
  unhandled = [];
  process.on('unhandledRejection', onUnhandled);
});

afterEach(async () => {
  await harness.close();
  process.off('unhandledRejection', onUnhandled);
  expect(unhandled).toEqual([]);
  expect(harness.reported).toEqual([]);
});

/** A flow written as tasks of the language. */
function flow(name: string, tasks: JsonObject[], uses: string[]): void {
  const document = { dsl: '1.0.3', namespace: 'test', name, version: '1.0.0' };
  const { plan, findings } = compileFlow({ document, do: tasks });
  if (!plan) throw new Error(JSON.stringify(findings));
  harness.flow(name, (input: Json, host: FlowHost) => plan.execute(input, host), {}, uses);
}

/** A subflow that ends when `open` is called. */
function child(): { open: () => void } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  harness.flow('child', (_, host) => host.effect('/do/0/a', () => opened.then(() => 'child')));
  return { open: () => open() };
}

const awaitChild = { run: { workflow: { namespace: 'test', name: 'child', version: '1.0.0' } } };

test('a fork that is suspended keeps its subflow running and decides after it is resumed', async () => {
  const engine = await harness.open();
  const { open } = child();
  const branches = [{ slow: { wait: { hours: 1 } } }, { quick: awaitChild }];
  flow('race', [{ both: { fork: { compete: true, branches } } }], ['child']);
  const { id } = await engine.start({ ...request, flow: 'race' });
  await eventually(async () => (await engine.list({ flow: 'child', limit: 1 })).items.length === 1);
  expect(await engine.suspend(id)).toMatchObject({ status: 'suspended' });
  await new Promise((resolve) => setImmediate(resolve));
  expect((await engine.list({ flow: 'child', limit: 1 })).items[0]?.status).toBe('running');
  await engine.resume(id);
  open();
  expect(await engine.wait(id, 60_000)).toMatchObject({ status: 'completed', output: 'child' });
  expect((await engine.list({ flow: 'child', limit: 5 })).items).toHaveLength(1);
});

test('a parked run catches nothing and notes nothing while its plan unwinds', async () => {
  const engine = await harness.open({ parkAfterMs: 10 });
  const caught = { errors: {}, do: [{ handle: { set: { caught: true } } }] };
  flow('guarded', [{ guard: { try: [{ rest: { wait: { hours: 1 } } }], catch: caught } }], []);
  const { id } = await engine.start({ ...request, flow: 'guarded' });
  await eventually(() => engine.load().running === 0);
  expect(await engine.get(id)).toMatchObject({ status: 'waiting' });
  const tasks = await engine.tasks(id);
  expect(tasks.map(({ name, status }) => [name, status])).toEqual([
    ['guard', 'running'],
    ['rest', 'waiting'],
  ]);
});

test('a timeout around a parked wait ends the run in time after a crash', async () => {
  const engine = await harness.open({ parkAfterMs: 10 });
  flow('limited', [{ rest: { wait: { hours: 1 }, timeout: { after: { milliseconds: 400 } } } }], []);
  const { id } = await engine.start({ ...request, flow: 'limited' });
  await eventually(() => engine.load().running === 0);
  const next = await harness.crash({ parkAfterMs: 10 });
  expect(await next.wait(id, 60_000)).toMatchObject({ status: 'faulted', error: { status: 408 } });
});
