import { describe, expect, test } from 'vitest';
import { FlowError, Interrupted } from '../../../controller/flows/index.js';
import { eventually } from '../../eventually.js';
import { MemoryHost } from './memory-host.js';
import { plan } from './support.js';

/** An action that never answers, and never heeds its signal. */
const deaf = () => new Promise<never>(() => {});

describe('an interruption from outside', () => {
  /** @param events of the timeline before the interruption */
  const interrupted = (yaml: string, events = 1) => {
    const controller = new AbortController();
    const reason = new Interrupted('stop');
    const host = new MemoryHost({ signal: controller.signal, invoke: deaf });
    const run = plan(yaml).execute({}, host);
    void eventually(() => host.events.length >= events).then(() => controller.abort(reason));
    return { run, reason, host };
  };

  test.each([
    ['a wait', '{ wait: PT1H }'],
    ['a call', '{ call: shop.get }'],
    ['a branch', '{ fork: { branches: [ { x: { call: shop.get } }, { y: { wait: PT1H } } ] } }'],
    ['a task with a timeout', '{ wait: PT1H, timeout: { after: PT2H } }'],
    [
      'a retry delay',
      "{ try: [ { x: { raise: { error: { type: 'https://e.com', status: 1 } } } } ], catch: { retry: { delay: PT1H } } }",
    ],
    ['a loop without end', "{ for: { in: '[range(1000000)]' }, do: [ { x: { set: { n: 1 } } } ] }"],
  ])('ends %s with its reason', async (_, task) => {
    const { run, reason } = interrupted(`do: [ { a: ${task} } ]`);
    await expect(run).rejects.toBe(reason);
  });

  test('is never caught by `try`, and is no cancelled task: the run may go on later', async () => {
    const task =
      '{ try: [ { x: { call: shop.get } } ], catch: { do: [ { y: { set: { caught: true } } } ] } }';
    const { run, reason, host } = interrupted(`do: [ { a: ${task} } ]`, 2);
    await expect(run).rejects.toBe(reason);
    expect(host.events.map(({ type }) => type)).toEqual(['started', 'started']);
  });

  test('before the start lets nothing begin', async () => {
    const host = new MemoryHost({ signal: AbortSignal.abort(new Interrupted('stop')) });
    await expect(plan('do: [ { a: { set: { x: 1 } } } ]').execute({}, host)).rejects.toThrow('stop');
    expect(host.events).toEqual([]);
  });
});

describe('timeouts', () => {
  test('cut off an action that heeds nothing, and say which task it was', async () => {
    const host = new MemoryHost({ invoke: deaf });
    const run = plan(`
do:
  - a:
      timeout: { after: PT0.02S }
      do: [ { x: { call: shop.get } } ]`).execute({}, host);
    await expect(run).rejects.toMatchObject({
      body: {
        type: 'https://open-workflow-specification.org/spec/1.0.0/errors/timeout',
        status: 408,
        instance: '/do/0/a',
      },
    });
    expect(host.events.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'started a',
      'started x',
      'cancelled x',
      'faulted a',
    ]);
  });

  test('that did not pass leave no trace in the outcome', async () => {
    const host = new MemoryHost({ invoke: async () => 'in time' });
    const output = await plan(`
timeout: { after: '\${ "PT\\(.hours)H" }' }
do: [ { a: { call: shop.get, timeout: { after: { hours: 1 } } } } ]`).execute({ hours: 2 }, host);
    expect(output).toBe('in time');
  });

  test('sleep nowhere in the host: a run that computes is never put away for one', async () => {
    const host = new MemoryHost({ invoke: async () => 1 });
    await plan(`
timeout: { after: PT1H }
do: [ { a: { call: shop.get, timeout: { after: PT30M } } } ]`).execute({}, host);
    expect(host.slept).toEqual([]);
  });

  test('cut short a wait that outlasts them, so that the host wakes the run in time', async () => {
    const host = new MemoryHost();
    const run = plan(`
timeout: { after: PT2S }
do: [ { first: { wait: PT0.01S } }, { second: { wait: PT1H } } ]`).execute({}, host);
    await expect(run).rejects.toMatchObject({ body: { status: 408 } });
    expect(host.slept.map(([key]) => key)).toEqual(['/do/0/first', '/do/1/second']);
    expect(host.slept[0]?.[1]).toBe(10);
    expect(host.slept[1]?.[1]).toBeLessThanOrEqual(2_000);
  });

  test('that passed pass again on a replay, even when everything inside was recorded', async () => {
    const compiled = plan(`
do:
  - a:
      timeout: { after: PT0.02S }
      do: [ { x: { call: shop.get } }, { y: { wait: PT1H } } ]`);
    const first = new MemoryHost({ invoke: async () => 1 });
    await expect(compiled.execute({}, first)).rejects.toMatchObject({ body: { status: 408 } });
    first.flush();
    const second = new MemoryHost({ journal: first.journal, instant: true });
    await expect(compiled.execute({}, second)).rejects.toMatchObject({ body: { status: 408 } });
    expect(second.performed).toEqual([]);
  });
});

describe('forks', () => {
  test('a replay keeps the recorded winner, even when another branch answers first', async () => {
    const compiled = plan(`
do:
  - race:
      fork:
        compete: true
        branches:
          - slow: { do: [ { x: { call: shop.slow } } ] }
          - fast: { do: [ { y: { call: shop.fast } } ] }`);
    const first = new MemoryHost({
      invoke: async (_connection, action) => (action === 'slow' ? new Promise(() => {}) : action),
    });
    await expect(compiled.execute({}, first)).resolves.toBe('fast');
    first.flush();
    const second = new MemoryHost({ journal: first.journal, invoke: async (_connection, action) => action });
    await expect(compiled.execute({}, second)).resolves.toBe('fast');
  });

  test('competing branches that all fault fault with one of their errors', async () => {
    const run = plan(`
do:
  - race:
      fork:
        compete: true
        branches:
          - a: { raise: { error: { type: 'https://e.com/a', status: 1 } } }
          - b: { raise: { error: { type: 'https://e.com/b', status: 2 } } }`).execute({}, new MemoryHost());
    await expect(run).rejects.toBeInstanceOf(FlowError);
  });

  test('an `end` in a branch ends the flow with what that branch gave', async () => {
    const host = new MemoryHost();
    const output = await plan(`
do:
  - both:
      fork:
        branches:
          - stop: { set: { ended: true }, then: end }
          - slow: { wait: PT1H }
  - after: { set: { reached: true } }`).execute({}, host);
    expect(output).toEqual({ ended: true });
  });

  test('many branches at a time warn of nothing', async () => {
    const warnings: Error[] = [];
    const collect = (warning: Error) => warnings.push(warning);
    process.on('warning', collect);
    const branches = Array.from({ length: 40 }, (_, index) => `{ b${index}: { call: shop.get } }`);
    const host = new MemoryHost({ invoke: () => new Promise((resolve) => setTimeout(() => resolve(1), 5)) });
    await expect(
      plan(`do: [ { all: { fork: { branches: [ ${branches.join()} ] } } } ]`).execute({}, host),
    ).resolves.toHaveLength(40);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', collect);
    expect(warnings).toEqual([]);
  });
});

test('an error that is no flow error is a defect and ends the run as it is', async () => {
  const defect = new TypeError('a bug');
  const host = new MemoryHost({ invoke: () => Promise.reject(defect) });
  const run = plan(`
do:
  - a:
      try: [ { x: { call: shop.get } } ]
      catch: { do: [] }`).execute({}, host);
  await expect(run).rejects.toBe(defect);
});
