import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { FlowHost } from '../../../../controller/flows/index.js';
import type { Json } from '../../../../schemas/json/types.js';
import { eventually as until } from '../../../eventually.js';
import { Harness } from '../engine-harness.js';

const request = { branch: 'main', input: {}, principal: 'user:test' };
let opened: Harness[] = [];

afterEach(async () => {
  await Promise.all(opened.map((harness) => harness.close()));
  opened = [];
});

/** An engine with a store and a flow that counts in it, `times` times. */
async function counting(times = 1): Promise<Harness> {
  const harness = new Harness();
  opened.push(harness);
  await harness.open();
  harness.entity('store', 'counts', { kind: 'store', name: 'counts', schema: { type: 'integer' } });
  const counted = async (_: Json, host: FlowHost): Promise<Json> => {
    const seen: Json[] = [];
    for (let round = 0; round < times; round++) {
      const number = await host.effect(`/do/0/count@${round}`, (context) =>
        host.store('counts', 'increment', { key: 'n' }, context),
      );
      seen.push(number);
    }
    return seen;
  };
  harness.flow('count', counted, {}, ['store/counts']);
  return harness;
}

async function totals({ storage }: Harness): Promise<Json[]> {
  const rows = await storage.db.selectFrom('store_entries').select('value').execute();
  return rows.map(({ value }) => JSON.parse(value));
}

/** Lets no write reach the disk from the `writes`th on, as a process that dies there. Returns true if that many came. */
function failAfter({ storage }: Harness, writes: number): () => boolean {
  const commit = storage.commit.bind(storage);
  let left = writes;
  storage.commit = (unit) => (left-- > 0 ? commit(unit) : new Promise(() => {}));
  return () => left < 0;
}

test('64 concurrent runs that increment one key reach the exact sum, and each gets a different number', async () => {
  const harness = await counting();
  const { engine } = harness;
  const started = Array.from({ length: 64 }, () => engine.start({ ...request, flow: 'count' }));
  const ended = await Promise.all(started.map(async (run) => engine.wait((await run).id, 60_000)));
  const numbers = ended.map(({ output }) => Number((output as Json[])[0]));
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, index) => index + 1));
  expect(await totals(harness)).toEqual([64]);
});

test('a run that continues after a crash at any write counts each step once', async () => {
  let died = 0;
  const anyDeath = fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 7 }), check);
  async function check(times: number, writes: number): Promise<void> {
    const harness = await counting(times);
    const isDying = failAfter(harness, writes);
    const { id } = await harness.engine.start({ ...request, flow: 'count' });
    await until(async () => isDying() || (await harness.engine.get(id)).status === 'completed');
    died += Number(isDying());
    const next = await harness.crash();
    const ended = await next.wait(id, 60_000);
    expect(ended.output).toEqual(Array.from({ length: times }, (_, index) => index + 1));
    expect(await totals(harness)).toEqual([times]);
  }
  await fc.assert(anyDeath, { numRuns: 20 });
  expect(died).toBeGreaterThan(0);
});

describe('an error of a store', () => {
  test('faults the run with the reason, and is not reported as a defect', async () => {
    const harness = await counting();
    const set = (_: Json, host: FlowHost): Promise<Json> =>
      host.effect('/do/0/set', (context) =>
        host.store('counts', 'set', { key: 'n', value: 'many' }, context),
      );
    harness.flow('wrong', set, {}, ['store/counts']);
    const run = await harness.engine.start({ ...request, flow: 'wrong' });
    expect(await harness.engine.wait(run.id, 60_000)).toMatchObject({
      status: 'faulted',
      error: {
        type: 'https://open-workflow-specification.org/spec/1.0.0/errors/configuration',
        status: 400,
        detail: '`store/counts.set`: the value does not fit the schema: `/` must be integer',
      },
    });
    expect(harness.reported).toEqual([]);
  });
});

test('a mapping that reads the time gives the same output after a crash', async () => {
  const harness = await counting();
  harness.entity('mapping', 'stamp', { kind: 'mapping', name: 'stamp', expression: '{ at: now, id: .id }' });
  let hang = true;
  let first: Json = null;
  const stamped = async (_: Json, host: FlowHost): Promise<Json> => {
    const stamp = await host.transform('/do/0/stamp:output', 'mapping', 'stamp', { id: 1 });
    if (hang) first = stamp;
    await host.effect('/do/1/x', () => (hang ? new Promise(() => {}) : Promise.resolve(null)));
    return stamp;
  };
  harness.flow('stamped', stamped, {}, ['mapping/stamp']);
  const run = await harness.engine.start({ ...request, flow: 'stamped' });
  await until(() => first !== null);
  hang = false;
  const next = await harness.crash();
  const ended = await next.wait(run.id, 60_000);
  expect(ended.output).toEqual(first);
  expect(ended.output).toMatchObject({ id: 1, at: expect.any(Number) });
});
