import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FlowError } from '../../../controller/flows/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { MemoryHost } from './memory-host.js';
import { findings, plan } from './support.js';

function loop(concurrency: number | undefined, more = '') {
  const metadata = concurrency === undefined ? '' : `metadata: { concurrency: ${concurrency} }`;
  return plan(`
do:
  - each:
      for: { in: .items }
      ${metadata}
      ${more}
      do:
        - twice: { set: { got: '\${ . }', item: '\${ $item * 2 }', index: '\${ $index }' } }
        - ask: { call: shop.get, with: { item: '\${ .item }' } }
`);
}

const get = async (_: string, __: string, input: JsonObject): Promise<Json> => input['item'] ?? null;

function failing(item: number): FlowError {
  return new FlowError({ type: 'https://example.com/down', status: 503, detail: `no ${item}` });
}

describe('a loop with `metadata.concurrency`', () => {
  test('gives the list of the outputs in the order of the items, also one at a time', async () => {
    for (const concurrency of [1, 2, 256]) {
      const host = new MemoryHost({ invoke: get });
      expect(await loop(concurrency).execute({ items: [1, 2, 3] }, host)).toEqual([2, 4, 6]);
    }
    const host = new MemoryHost({ invoke: get });
    expect(await loop(2).execute({ items: [] }, host)).toEqual([]);
  });

  test('gives each iteration the input of the task', async () => {
    const flow = plan(`
do:
  - each:
      for: { in: .items }
      metadata: { concurrency: 2 }
      do: [ { note: { set: { got: '\${ .items }', item: '\${ $item }', index: '\${ $index }' } } } ]
`);
    expect(await flow.execute({ items: ['a', 'b'] }, new MemoryHost())).toEqual([
      { got: ['a', 'b'], item: 'a', index: 0 },
      { got: ['a', 'b'], item: 'b', index: 1 },
    ]);
  });

  test('without the field passes the output of each iteration to the next', async () => {
    const host = new MemoryHost({ invoke: get });
    expect(await loop(undefined).execute({ items: [1, 2, 3] }, host)).toBe(6);
  });

  test('performs no more iterations at a time than it says, and so many', async () => {
    let running = 0;
    let max = 0;
    const invoke = async (connection: string, action: string, input: JsonObject) => {
      max = Math.max(max, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return get(connection, action, input);
    };
    const items = Array.from({ length: 20 }, (_, index) => index);
    const output = await loop(4).execute({ items }, new MemoryHost({ invoke }));
    expect(output).toEqual(items.map((item) => item * 2));
    expect(max).toBe(4);
  });

  test('ends with the first fault, cancels the other iterations and begins no more', async () => {
    const cancelled: number[] = [];
    const invoke = (_: string, __: string, input: JsonObject, signal: AbortSignal) => {
      const item = Number(input['item']);
      if (item === 4) return Promise.reject(failing(item));
      return new Promise<Json>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          cancelled.push(item);
          reject(signal.reason);
        });
      });
    };
    const host = new MemoryHost({ invoke });
    const ended = loop(3).execute({ items: [1, 2, 3, 4, 5] }, host);
    await expect(ended).rejects.toMatchObject({ body: { detail: 'no 4' } });
    expect(cancelled.sort()).toEqual([2, 6]);
    expect(host.performed).toHaveLength(3);
  });

  test('goes on after a fault that an iteration catches', async () => {
    const flow = plan(`
do:
  - each:
      for: { in: .items }
      metadata: { concurrency: 2 }
      do:
        - careful:
            try: [ { ask: { call: shop.get, with: { item: '\${ $item }' } } } ]
            catch: { do: [ { none: { set: { failed: '\${ $item }' } } } ] }
`);
    const invoke = async (_: string, __: string, { item }: JsonObject) => {
      if (item === 2) throw failing(2);
      return { item: item ?? null };
    };
    const output = await flow.execute({ items: [1, 2, 3] }, new MemoryHost({ invoke }));
    expect(output).toEqual([{ item: 1 }, { failed: 2 }, { item: 3 }]);
  });

  test('ends the flow with the output of the iteration that says so, and `exit` ends one iteration', async () => {
    const flow = (then: string) =>
      plan(`
do:
  - each:
      for: { in: '[1, 2, 3]' }
      metadata: { concurrency: 1 }
      do:
        - note: { set: { n: '\${ $item }' } }
        - stop: { if: $item == 2, set: { stopped: '\${ $item }' }, then: ${then} }
        - more: { set: { n: '\${ .n * 10 }' } }
  - after: { set: { after: '\${ . }' } }
`);
    expect(await flow('end').execute({}, new MemoryHost())).toEqual({ stopped: 2 });
    const outputs = [{ n: 10 }, { stopped: 2 }, { n: 30 }];
    expect(await flow('exit').execute({}, new MemoryHost())).toEqual({ after: outputs });
  });

  test('fails again with the same error on a replay, and repeats no answered call', async () => {
    const order = [3, 1, 2, 0];
    const invoke = async (_: string, __: string, input: JsonObject) => {
      const item = Number(input['item']) / 2;
      for (let turn = 0; turn < (order[item] ?? 0); turn++) await new Promise((next) => setImmediate(next));
      if (item > 1) throw failing(item);
      return item;
    };
    const first = new MemoryHost({ invoke });
    await expect(loop(4).execute({ items: [0, 1, 2, 3] }, first)).rejects.toThrow('no 3');
    const answered = new Set(first.journal.effects.keys());
    // Another iteration fails first now.
    const again = new MemoryHost({ invoke: async () => Promise.reject(failing(0)), journal: first.journal });
    await expect(loop(4).execute({ items: [0, 1, 2, 3] }, again)).rejects.toThrow('no 3');
    expect(again.performed.filter((key) => answered.has(key))).toEqual([]);
  });
});

test('begins no iteration on a replay that the first run did not begin', async () => {
  const names = Array.from({ length: 12 }, (_, index) => index);
  const steps = names.map((step) => `        - s${step}: { call: shop.step, with: { item: '\${ $item }' } }`);
  const flow = plan(`
do:
  - each:
      for: { in: .items }
      metadata: { concurrency: 2 }
      do:
${steps.join('\n')}
`);
  const items = [0, 1, 2, 3, 4, 5];
  let calls = 0;
  const first = new MemoryHost({
    async invoke(_, __, { item }, signal) {
      if (item === 0)
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      calls += 1;
      if (calls === names.length) throw failing(1);
      return { ok: true };
    },
  });
  await expect(flow.execute({ items }, first)).rejects.toThrow('no 1');
  first.flush();
  const again = new MemoryHost({
    journal: first.journal.copy(),
    invoke: async (_, __, { item }) => {
      throw failing(Number(item));
    },
  });
  await expect(flow.execute({ items }, again)).rejects.toThrow('no 1');
  expect(again.performed.filter((key) => !/@[01]\//.test(key))).toEqual([]);
});

test('any concurrency gives the outputs of one at a time', async () => {
  const cases = { items: fc.array(fc.integer()), concurrency: fc.integer({ min: 2, max: 256 }) };
  await fc.assert(
    fc.asyncProperty(fc.record({ ...cases, turns: fc.infiniteStream(fc.nat(3)) }), async (given) => {
      const { items, concurrency, turns } = given;
      const invoke = async (connection: string, action: string, input: JsonObject) => {
        for (let left = turns.next().value ?? 0; left > 0; left--) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        return get(connection, action, input);
      };
      const [one, many] = [new MemoryHost({ invoke: get }), new MemoryHost({ invoke })];
      const expected = await loop(1).execute({ items }, one);
      expect(await loop(concurrency).execute({ items }, many)).toEqual(expected);
      expect([...many.performed].sort()).toEqual([...one.performed].sort());
    }),
    { numRuns: 100 },
  );
});

describe('what cannot run side by side is reported', () => {
  test('`while` names the concurrency', () => {
    const found = findings(`
do: [ { each: { for: { in: '[1]' }, metadata: { concurrency: 2 }, while: 'true', do: [ { a: { set: { a: 1 } } } ] } } ]`);
    expect(found).toMatchObject([
      {
        rule: 'flow-structure',
        severity: 'error',
        pointer: '/do/0/each/while',
        message: expect.stringContaining('`/do/0/each/metadata/concurrency`'),
      },
    ]);
  });

  test('`export` at any depth inside, also of a function, names the loop', () => {
    const found = findings(`
use: { functions: { keep: { set: { a: 1 }, export: { as: . } } } }
do:
  - each:
      for: { in: '[1]' }
      metadata: { concurrency: 2 }
      export: { as: '{ all: . }' }
      do:
        - inner: { for: { in: '[1]' }, do: [ { a: { set: { a: 1 }, export: { as: . } } } ] }
        - called: { call: keep }
`);
    expect(found.map(({ pointer }) => pointer)).toEqual([
      '/do/0/each/do/0/inner/do/0/a/export',
      '/use/functions/keep/export',
    ]);
    for (const { message } of found) expect(message).toContain('`/do/0/each/metadata/concurrency`');
  });

  test.each(['0', '1.5', '257', '"20"', 'true'])('a concurrency of %s is refused', (value) => {
    const found = findings(
      `do: [ { each: { for: { in: '[1]' }, metadata: { concurrency: ${value} }, do: [ { a: { set: { a: 1 } } } ] } } ]`,
    );
    expect(found).toMatchObject([{ pointer: '/do/0/each/metadata/concurrency', rule: 'flow-structure' }]);
  });
});
