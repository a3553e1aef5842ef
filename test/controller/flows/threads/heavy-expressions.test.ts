import { afterAll, expect, test } from 'vitest';
import {
  type Computation,
  type ComputedApart,
  ExpressionThreads,
  type FlowPlan,
  Interrupted,
} from '../../../../controller/flows/index.js';
import type { Json } from '../../../../schemas/json/types.js';
import { MemoryHost, type MemoryHostOptions } from '../memory-host.js';
import { plan } from '../support.js';

const threads = new ExpressionThreads();
afterAll(() => threads.close());

/** Takes about four milliseconds. */
const heavy = '[range(.n)] | map(. * 2) | add';
const input = { n: 20_000 };
const sum = 399_980_000;

class ThreadedHost extends MemoryHost {
  /** The sources of the expressions that threads evaluated. */
  readonly apart: string[] = [];

  async evaluateApart(given: Computation, signal: AbortSignal): Promise<ComputedApart | undefined> {
    this.apart.push(given.program.source);
    return threads.evaluate(given, signal);
  }
}

test.each([
  ['a task’s `input.from`', `do: [ { a: { input: { from: '{ n: (${heavy}) }' }, set: '\${ .n }' } } ]`, sum],
  [
    'a task’s `output.as`',
    `do: [ { a: { set: '\${ . }', output: { as: { x: '\${ ${heavy} }' } } } } ]`,
    { x: sum },
  ],
  ['`set` with one expression', `do: [ { a: { set: '\${ ${heavy} }' } } ]`, sum],
  [
    '`set` with members',
    `do: [ { a: { set: { x: ['\${ ${heavy} }', 1], y: 'is \${ ${heavy} }!', z: '\${ .n }' } } } ]`,
    { x: [sum, 1], y: `is ${sum}!`, z: 20_000 },
  ],
  [
    '`export.as`',
    `do: [ { a: { set: '\${ . }', export: { as: '${heavy}' } } }, { b: { set: '\${ $context }' } } ]`,
    sum,
  ],
  ['the flow’s `input.from`', `input: { from: '${heavy}' }\ndo: [ { a: { set: '\${ . }' } } ]`, sum],
  ['the flow’s `output.as`', `do: [ { a: { set: '\${ . }' } } ]\noutput: { as: '${heavy}' }`, sum],
])('%s that takes long is computed in a thread from its second execution on', async (_, yaml, expected) => {
  const flow = plan(yaml);
  expect(await run(flow)).toEqual({ output: expected, apart: 0 });
  const { output, apart } = await run(flow);
  expect(output).toEqual(expected);
  expect(apart).toBeGreaterThan(0);
});

test('an expression that is computed fast stays in the event loop', async () => {
  const flow = plan(`do: [ { a: { set: { x: '\${ [range(100)] | add }' } } } ]`);
  for (let times = 0; times < 5; times++) expect(await run(flow)).toEqual({ output: { x: 4950 }, apart: 0 });
});

test('an expression whose result may differ is computed in the event loop, which records it', async () => {
  const flow = plan(`do: [ { a: { set: { x: '\${ now as $t | ${heavy} }' } } } ]`);
  for (let times = 0; times < 3; times++) expect(await run(flow)).toEqual({ output: { x: sum }, apart: 0 });
});

test('a value that takes longer to send than to compute on is computed in the event loop', async () => {
  const rows = Array.from({ length: 60_000 }, (_, n) => ({ id: n, name: `name ${n}`, tags: ['a', 'b'] }));
  const flow = plan(`do: [ { a: { set: '\${ [.[] | .id] | length }' } } ]`);
  const outcomes = [];
  for (let times = 0; times < 6; times++) outcomes.push(await run(flow, rows));
  expect(outcomes.map(({ output }) => output)).toEqual(Array.from(outcomes, () => 60_000));
  expect(outcomes.map(({ apart }) => apart)).toEqual([0, 1, 0, 0, 0, 0]);
});

test('an error of a thread is the error of the task', async () => {
  const flow = plan(`do: [ { a: { set: '\${ ${heavy} | error({ sum: . }) }' } } ]`);
  const error = (await failure(flow)) as object;
  expect(error).toMatchObject({ body: { status: 400, instance: '/do/0/a' } });
  expect(await failure(flow)).toEqual(error);
});

test('an interruption ends the wait for a thread', async () => {
  const flow = plan(`do: [ { a: { set: '\${ [range(.n)] | length }' } } ]`);
  const long = { n: 2_000_000 };
  await run(flow, long);
  const controller = new AbortController();
  const waiting = run(flow, long, { signal: controller.signal });
  controller.abort(new Interrupted('cancelled'));
  await expect(waiting).rejects.toThrow('cancelled');
});

async function run(flow: FlowPlan, given: Json = input, options: MemoryHostOptions = {}) {
  const host = new ThreadedHost(options);
  return { output: await flow.execute(given, host), apart: host.apart.length };
}

function failure(flow: FlowPlan): Promise<unknown> {
  return run(flow).catch((error: unknown) => error);
}
