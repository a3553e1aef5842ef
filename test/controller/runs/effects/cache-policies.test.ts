import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ActionContext,
  type Connector,
  ConnectorError,
} from '../../../../controller/connectors/index.js';
import { FlowError, type FlowHost } from '../../../../controller/flows/index.js';
import type { Run } from '../../../../controller/runs/index.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { eventually as until } from '../../../eventually.js';
import { Harness } from '../engine-harness.js';

let harness: Harness;
let now: number;
/** Inputs of the calls that reached the connector. */
let calls: { input: JsonObject; config: JsonObject; signal: AbortSignal }[];
/** Runs in the connector before it answers. */
let before: (input: JsonObject) => Promise<unknown>;

const hints = { readOnly: true, idempotent: true, destructive: false };
const rates: Connector = {
  name: 'rates',
  title: 'Rates',
  description: 'Counts its answers.',
  configSchema: { type: 'object' },
  actions: Object.fromEntries(
    ['get', 'list'].map((name) => [name, { title: name, description: name, hints, input: {}, run: ask }]),
  ),
};

async function ask({ config, signal }: ActionContext<JsonObject>, input: JsonObject): Promise<Json> {
  calls.push({ input, config, signal });
  const answer = { answer: calls.length };
  await before(input);
  return answer;
}

beforeEach(async () => {
  now = 1_000_000;
  calls = [];
  before = async () => {};
  harness = new Harness();
  await harness.open({ connectors: [rates], now: () => now });
  harness.entity('connection', 'bank', { connector: 'rates', config: { url: 'a' } });
  harness.entity('connection', 'shop', { connector: 'rates' });
  harness.entity('environment', 'dev', { connections: { bank: { config: { url: 'dev' } } } });
  flow('ask', (input, host) => invoke(host, 'get', input), ['connection/bank', 'connection/shop']);
});

afterEach(async () => {
  await harness.close();
  expect(harness.reported).toEqual([]);
});

function invoke(host: FlowHost, action: string, input: Json, connection = 'bank'): Promise<Json> {
  return host.effect(`/do/0/${action}`, (context) =>
    host.invoke({ connection, action, input: input as JsonObject }, context, host.signal),
  );
}

function flow(name: string, execute: (input: Json, host: FlowHost) => Promise<Json>, uses: string[]): void {
  const given = { value: {}, pointer: '' };
  const connections = uses
    .filter((use) => use.startsWith('connection/'))
    .map((use) => ({ connection: use.slice('connection/'.length), action: 'get', pointer: '', args: given }));
  const subflows = uses
    .filter((use) => !use.includes('/'))
    .map((use) => ({ namespace: 'test', name: use, version: 'latest', pointer: '', args: given }));
  harness.flow(name, execute, { connections, subflows }, uses);
}

function policy(appliesTo: JsonObject[], more: JsonObject = {}, name = 'keep'): void {
  harness.entity('cache-policy', name, {
    kind: 'cache-policy',
    name,
    ttl: 'PT10S',
    appliesTo,
    ...more,
  });
}

async function run(name: string, input: JsonObject = {}, more: { environment?: string } = {}): Promise<Run> {
  const started = await harness.engine.start({ branch: 'main', flow: name, input, principal: 'u', ...more });
  return harness.engine.wait(started.id, 60_000);
}

async function output(...of: Parameters<typeof run>): Promise<Json> {
  return (await run(...of)).output;
}

async function messages(of: Run): Promise<string[]> {
  const lines = await harness.engine.logs(of.id, { limit: 100 });
  return lines.map(({ message }) => message).filter((message) => message.includes('cache-policy'));
}

describe('calls of a connection', () => {
  test('are answered from the cache while the answer is fresh, and the log says so', async () => {
    policy([{ connection: 'bank' }]);
    expect(await output('ask', { a: 1 })).toEqual({ answer: 1 });
    now += 3_000;
    const second = await run('ask', { a: 1 });
    expect(second.output).toEqual({ answer: 1 });
    expect(await messages(second)).toEqual(['answered from cache-policy keep, age 3.0 s']);
    expect(await output('ask', { a: 2 })).toEqual({ answer: 2 });
    now += 7_000;
    expect(await output('ask', { a: 1 })).toEqual({ answer: 3 });
  });

  test('use a policy for their action before one for the connection, and none otherwise', async () => {
    policy([{ connection: 'bank' }], { ttl: 'PT1S' }, 'all');
    policy([{ connection: 'bank', action: 'get' }], {}, 'one');
    flow('list', (input, host) => invoke(host, 'list', input), ['connection/bank']);
    flow('buy', (input, host) => invoke(host, 'get', input, 'shop'), ['connection/bank', 'connection/shop']);
    for (const name of ['ask', 'list', 'buy']) await run(name);
    expect(await messages(await run('ask'))).toEqual(['answered from cache-policy one, age 0.0 s']);
    expect(await messages(await run('list'))).toEqual(['answered from cache-policy all, age 0.0 s']);
    expect(await messages(await run('buy'))).toEqual([]);
    expect(calls).toHaveLength(4);
  });

  test('are answered stale while one call in the background fetches a new answer', async () => {
    policy([{ connection: 'bank' }], { staleWhileRevalidate: 'PT1M' });
    await run('ask');
    now += 30_000;
    const [one, two] = await Promise.all([run('ask'), run('ask')]);
    expect([one.output, two.output]).toEqual([{ answer: 1 }, { answer: 1 }]);
    expect(await messages(one)).toEqual(['answered from cache-policy keep, age 30 s, stale']);
    await until(() => calls.length === 2);
    await until(async () => JSON.stringify(await output('ask')) === '{"answer":2}');
    expect(calls).toHaveLength(2);
  });

  test('at the same time share one call, which continues when the run that made it is cancelled', async () => {
    policy([{ connection: 'bank' }]);
    let answer = (): void => {};
    before = () => new Promise<void>((resolve) => (answer = resolve));
    const start = () => harness.engine.start({ branch: 'main', flow: 'ask', input: {}, principal: 'u' });
    const [first, ...others] = await Promise.all([start(), start(), start()]);
    await until(() => calls.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await harness.engine.cancel(first.id);
    expect(calls[0]?.signal.aborted).toBe(false);
    answer();
    const ended = await Promise.all(others.map(({ id }) => harness.engine.wait(id, 60_000)));
    expect(ended.map((each) => each.output)).toEqual([{ answer: 1 }, { answer: 1 }]);
    expect(calls).toHaveLength(1);
  });

  test('that fail are not cached', async () => {
    policy([{ connection: 'bank' }]);
    before = async () => {
      throw new ConnectorError('communication', 503, 'Unavailable', 'try later');
    };
    expect(await run('ask')).toMatchObject({ status: 'faulted', error: { status: 503 } });
    before = async () => {};
    expect(await output('ask')).toEqual({ answer: 2 });
  });

  test('are made again in another environment, and when the connection or the policy has changed', async () => {
    policy([{ connection: 'bank' }]);
    await run('ask');
    expect(await output('ask', {}, { environment: 'dev' })).toEqual({ answer: 2 });
    expect(calls[1]?.config).toEqual({ url: 'dev' });
    harness.change('connection', 'bank', { connector: 'rates', config: { url: 'b' } });
    expect(await output('ask')).toEqual({ answer: 3 });
    harness.change('cache-policy', 'keep', {
      name: 'keep',
      ttl: 'PT20S',
      appliesTo: [{ connection: 'bank' }],
    });
    expect(await output('ask')).toEqual({ answer: 4 });
    expect(await output('ask')).toEqual({ answer: 4 });
  });

  test('that are recorded do not ask the cache again', async () => {
    policy([{ connection: 'bank' }]);
    let hang = true;
    const twice = async (input: Json, host: FlowHost): Promise<Json> => {
      const rate = await invoke(host, 'get', input);
      await host.effect('/do/1/x', () => (hang ? new Promise(() => {}) : Promise.resolve(null)));
      return rate;
    };
    flow('twice', twice, ['connection/bank']);
    await run('ask');
    const { id } = await harness.engine.start({ branch: 'main', flow: 'twice', input: {}, principal: 'u' });
    await until(async () =>
      (await harness.engine.logs(id, { limit: 100 })).some(({ message }) => /age/.test(message)),
    );
    await until(
      async () => (await harness.storage.db.selectFrom('journal').selectAll().execute()).length > 3,
    );
    hang = false;
    const next = await harness.crash({ connectors: [rates], now: () => now });
    expect((await next.wait(id, 60_000)).output).toEqual({ answer: 1 });
    expect(calls).toHaveLength(1);
  });
});

test('an answer that names a file is for its run alone', async () => {
  const file = { file: 'a'.repeat(32), name: 'a', type: 'b/c', size: 0, sha256: 'd' };
  const yields = { title: 'y', description: 'y', hints, input: {}, yieldsFile: () => true, run: ask };
  await harness.engine.stop();
  await harness.storage.close();
  await harness.open({
    connectors: [{ ...rates, actions: { ...rates.actions, yields } } as Connector],
    now: () => now,
  });
  let executed = 0;
  const answers = async (_: Json, host: FlowHost) =>
    host.effect('/do/0/a', async () => ({ ...file, size: ++executed }));
  flow('filed', answers, []);
  flow('fetched', (input, host) => invoke(host, 'yields', input), ['connection/bank']);
  policy([{ flow: 'filed' }], {}, 'keep-filed');
  policy([{ connection: 'bank' }], {}, 'keep-bank');
  const together = await Promise.all([run('filed'), run('filed')]);
  const outputs = [...together, await run('filed')].map(({ output }) => (output as JsonObject)['size']);
  expect(outputs.sort()).toEqual([1, 2, 3]);
  for (const _ of [1, 2]) await run('fetched');
  expect(calls).toHaveLength(2);
});

describe('runs of a flow', () => {
  let executed: number;

  beforeEach(() => {
    executed = 0;
    policy([{ flow: 'slow' }], { staleWhileRevalidate: 'PT1M', key: '.id' });
    flow('slow', async (input, host) => host.effect('/do/0/a', async () => ({ input, n: ++executed })), []);
    flow('outer', (input, host) => subflow(host, 'slow', input), ['slow']);
  });

  function subflow(host: FlowHost, name: string, input: Json): Promise<Json> {
    const flow = { namespace: 'test', name, version: 'latest' };
    return host.runFlow('/do/0/sub', { flow, input, wait: true }, host.signal);
  }

  test('are answered without execution, as separate runs with a line in the log', async () => {
    const first = await run('slow', { id: 1 });
    now += 5_000;
    const second = await run('slow', { id: 1, more: true });
    expect(second.id).not.toBe(first.id);
    expect(second).toMatchObject({ status: 'completed', output: first.output, input: { id: 1, more: true } });
    expect(await messages(second)).toEqual(['answered from cache-policy keep, age 5.0 s']);
    expect((await run('slow', { id: 2 })).output).toMatchObject({ n: 2 });
  });

  test('are shared between runs that callers start and runs that flows start', async () => {
    const inner = await output('outer', { id: 1 });
    expect(inner).toMatchObject({ n: 1 });
    expect(await output('slow', { id: 1 })).toEqual(inner);
    expect(await output('outer', { id: 1 })).toEqual(inner);
    const children = (await harness.engine.list({ limit: 10, flow: 'slow', trigger: 'flow' })).items;
    expect(children.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(executed).toBe(1);
  });

  test('are answered stale while a run in the background computes a new answer', async () => {
    await run('slow', { id: 1 });
    now += 30_000;
    expect((await run('slow', { id: 1 })).output).toMatchObject({ n: 1 });
    await until(() => executed === 2);
    await until(async () => ((await output('slow', { id: 1 })) as JsonObject)['n'] === 2);
    const lines = (await harness.engine.list({ limit: 10, flow: 'slow' })).items.map(messages);
    const told = (await Promise.all(lines)).flat();
    expect(told).toContain('computes a new answer for cache-policy keep');
    expect(executed).toBe(2);
  });

  test('at the same time are executed once', async () => {
    const runs = await Promise.all(Array.from({ length: 20 }, (_, index) => run('slow', { id: 1, index })));
    expect(new Set(runs.map((each) => (each.output as JsonObject)['n']))).toEqual(new Set([1]));
    expect(executed).toBe(1);
    const told = (await Promise.all(runs.map(messages))).flat();
    expect(told).toContain('answered from cache-policy keep, shared with a call at the same time');
  });

  test('are executed by the next run when the first is suspended or cancelled', async () => {
    for (const stop of ['suspend', 'cancel'] as const) {
      executed = 0;
      let hang = true;
      const stuck = async (_: Json, host: FlowHost): Promise<Json> => {
        executed++;
        if (hang) await host.sleep('/do/0/wait', 4_000, host.signal);
        return 'done';
      };
      flow(`stuck-${stop}`, stuck, []);
      policy([{ flow: `stuck-${stop}` }], {}, `keep-${stop}`);
      const request = { branch: 'main', flow: `stuck-${stop}`, input: {}, principal: 'u' };
      const first = await harness.engine.start(request);
      const second = await harness.engine.start(request);
      expect(executed).toBe(1);
      hang = false;
      await harness.engine[stop](first.id);
      expect(await harness.engine.wait(second.id, 60_000)).toMatchObject({
        status: 'completed',
        output: 'done',
      });
      expect(executed).toBe(2);
    }
  });

  test('share the error of the executed one, which is not cached', async () => {
    let fail = (): void => {};
    const failed = new Promise<never>((_, reject) => {
      fail = () => reject(new FlowError({ type: 'about:blank', status: 503, title: 'No' }));
    });
    const failing = (_: Json, host: FlowHost): Promise<Json> =>
      host.effect('/do/0/a', () => {
        executed++;
        return failed;
      });
    flow('failing', failing, []);
    policy([{ flow: 'failing' }], {}, 'keep-failing');
    const request = { branch: 'main', flow: 'failing', input: {}, principal: 'u' };
    const started = await Promise.all([1, 2, 3].map(() => harness.engine.start(request)));
    await until(() => executed === 1);
    fail();
    for (const { id } of started) {
      expect(await harness.engine.wait(id, 60_000)).toMatchObject({
        status: 'faulted',
        error: { status: 503, title: 'No' },
      });
    }
    expect(executed).toBe(1);
    await run('failing');
    expect(executed).toBe(2);
  });

  test('that call themselves with the same key do not wait for themselves', async () => {
    const recursive = async (input: Json, host: FlowHost): Promise<Json> => {
      const { left } = input as { left: number };
      return left === 0 ? 'bottom' : subflow(host, 'recursive', { left: left - 1 });
    };
    flow('recursive', recursive, ['recursive']);
    policy([{ flow: 'recursive' }], { key: '"same"' }, 'same');
    expect(await output('recursive', { left: 3 })).toBe('bottom');
  });

  test('that had begun continue after a crash without the cache', async () => {
    let hang = true;
    let isRecorded = false;
    const parked = async (_: Json, host: FlowHost): Promise<Json> => {
      const first = await host.effect('/do/0/a', async () => ++executed);
      await host.effect('/do/1/b', () => {
        isRecorded = true;
        return hang ? new Promise(() => {}) : Promise.resolve(null);
      });
      return first;
    };
    flow('parked', parked, []);
    policy([{ flow: 'parked' }], {}, 'keep-parked');
    const { id } = await harness.engine.start({ branch: 'main', flow: 'parked', input: {}, principal: 'u' });
    await until(() => isRecorded);
    hang = false;
    const next = await harness.crash({ now: () => now });
    expect(await next.wait(id, 60_000)).toMatchObject({ status: 'completed', output: 1 });
    expect(executed).toBe(1);
  });
});
