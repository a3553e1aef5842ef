import { join } from 'node:path';
import { CompiledQuery } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FlowError } from '../../../../controller/flows/index.js';
import { eventually as until } from '../../../eventually.js';
import { openStorage } from '../../storage/engines.js';
import { Harness } from '../engine-harness.js';

const request = { branch: 'main', input: {}, principal: 'user:test' };
let harness: Harness;

beforeEach(() => {
  harness = new Harness();
});

afterEach(() => harness.close());

async function storedRuns() {
  // Another process on a database of a server would take the place of this one.
  if (harness.storage.server) return harness.storage.db.selectFrom('runs').selectAll().execute();
  const other = await openStorage(join(harness.directory, 'svc.db'));
  const rows = await other.db.selectFrom('runs').selectAll().execute();
  await other.close();
  return rows;
}

describe('accepting', () => {
  test('a run of a flow without effects has ended durably when it is accepted', async () => {
    const engine = await harness.open();
    harness.flow('pure', async (input) => ({ got: input }));
    const run = await engine.start({ ...request, flow: 'pure', input: { a: 1 } });
    expect(run).toMatchObject({
      status: 'completed',
      output: { got: { a: 1 } },
      revision: 'r1',
      error: null,
    });
    expect(await storedRuns()).toMatchObject([
      { id: run.id, status: 'completed', output: '{"got":{"a":1}}' },
    ]);
  });

  test('a run is on disk before its first effect is performed', async () => {
    const engine = await harness.open();
    let seen: unknown[] = [];
    harness.flow('effect', (_, host) =>
      host.effect('/do/0/a', async () => {
        seen = await storedRuns();
        return null;
      }),
    );
    const run = await engine.start({ ...request, flow: 'effect' });
    await engine.wait(run.id, 60_000);
    expect(seen).toMatchObject([{ id: run.id, status: 'running' }]);
  });

  test('an error of the flow faults the run with its problem details', async () => {
    const engine = await harness.open();
    harness.flow('fault', async () => {
      throw new FlowError({ type: 'about:blank', title: 'No', status: 418, instance: '/do/0/a' });
    });
    const run = await engine.start({ ...request, flow: 'fault' });
    expect(run).toMatchObject({
      status: 'faulted',
      error: { status: 418, title: 'No', instance: '/do/0/a' },
    });
  });

  test('a defect is reported and faults the run without details of the defect', async () => {
    const engine = await harness.open();
    harness.flow('defect', async () => {
      throw new TypeError('x is not a function');
    });
    const run = await engine.start({ ...request, flow: 'defect' });
    expect(run).toMatchObject({ status: 'faulted', error: { title: 'Internal error' } });
    expect(JSON.stringify(run)).not.toContain('not a function');
    expect(harness.reported).toHaveLength(1);
  });

  test('requests with the same idempotency key get the same run, also when they are concurrent', async () => {
    const engine = await harness.open();
    let performed = 0;
    harness.flow('once', (_, host) => host.effect('/do/0/a', async () => ++performed));
    const keyed = { ...request, flow: 'once', idempotencyKey: 'k1' };
    const runs = await Promise.all([engine.start(keyed), engine.start(keyed), engine.start(keyed)]);
    await engine.wait(runs[0].id, 60_000);
    expect(new Set(runs.map((run) => run.id)).size).toBe(1);
    expect((await engine.start(keyed)).id).toBe(runs[0].id);
    expect(performed).toBe(1);
    await expect(engine.start({ ...keyed, input: { other: true } })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  });
});

describe('after a crash', () => {
  test('recorded effects are not performed again and the run completes', async () => {
    const engine = await harness.open();
    const performed: string[] = [];
    let hang = true;
    harness.flow('five', async (_, host) => {
      let sum = 0;
      for (const step of ['a', 'b', 'c', 'd', 'e']) {
        const got = await host.effect(`/do/0/${step}`, async () => {
          performed.push(step);
          if (step === 'c' && hang) await new Promise(() => {});
          return 1;
        });
        sum += Number(got);
      }
      return sum;
    });
    const run = await engine.start({ ...request, flow: 'five' });
    await until(() => performed.length === 3);
    hang = false;
    const next = await harness.crash();
    expect(await next.wait(run.id, 60_000)).toMatchObject({ status: 'completed', output: 5 });
    expect(performed).toEqual(['a', 'b', 'c', 'c', 'd', 'e']);
  });

  test('a recorded error is thrown again without another attempt', async () => {
    const engine = await harness.open();
    let calls = 0;
    let hang = true;
    harness.flow('caught', async (_, host) => {
      const body = { type: 'about:blank', status: 503 };
      const caught = await host
        .effect('/do/0/a#1', async () => {
          calls++;
          throw new FlowError(body);
        })
        .catch((error: FlowError) => error.body.status);
      await host.effect('/do/1/b', async () => (hang ? new Promise<never>(() => {}) : null));
      return caught;
    });
    const run = await engine.start({ ...request, flow: 'caught' });
    await until(async () => (await engine.get(run.id)).status === 'running' && calls === 1);
    hang = false;
    const next = await harness.crash();
    expect(await next.wait(run.id, 60_000)).toMatchObject({ status: 'completed', output: 503 });
    expect(calls).toBe(1);
  });

  test('a value that an effect has used is the same after the crash', async () => {
    const engine = await harness.open();
    let hang = true;
    const seen: unknown[] = [];
    harness.flow('random', async (_, host) => {
      const value = host.value('/do/0/now', () => Math.random());
      await host.effect('/do/1/a', async () => {
        seen.push(value);
        return hang ? new Promise<never>(() => {}) : null;
      });
      return value;
    });
    const run = await engine.start({ ...request, flow: 'random' });
    await until(() => seen.length === 1);
    hang = false;
    const next = await harness.crash();
    expect((await next.wait(run.id, 60_000)).output).toBe(seen[0]);
    expect(seen[1]).toBe(seen[0]);
  });

  test('a run continues with the documents it started with after they are gone from the snapshot', async () => {
    const engine = await harness.open();
    let hang = true;
    let started = false;
    harness.flow('gone', (_, host) =>
      host.effect('/do/0/a', async () => {
        started = true;
        return hang ? new Promise<never>(() => {}) : 'done';
      }),
    );
    const run = await engine.start({ ...request, flow: 'gone' });
    await until(() => started);
    hang = false;
    harness.entities.length = 0;
    const next = await harness.crash();
    expect(await next.wait(run.id, 60_000)).toMatchObject({ status: 'completed', output: 'done' });
  });
});

describe('waiting', () => {
  test('a run with a long wait leaves memory and is woken when it is due, also after a crash', async () => {
    const engine = await harness.open({ parkAfterMs: 50 });
    harness.flow('sleep', async (_, host) => {
      await host.sleep('/do/0/wait', 2_000, host.signal);
      return Date.now();
    });
    const begun = Date.now();
    const run = await engine.start({ ...request, flow: 'sleep' });
    await until(async () => (await engine.get(run.id)).status === 'waiting');
    expect((await engine.get(run.id)).waitingFor).toMatch(/^time \d{4}-/);
    const next = await harness.crash({ parkAfterMs: 50 });
    const ended = await next.wait(run.id, 60_000);
    expect(ended.status).toBe('completed');
    expect(Number(ended.output) - begun).toBeGreaterThanOrEqual(2_000);
  });

  test('a run with a short wait has the status waiting and then continues', async () => {
    const engine = await harness.open();
    harness.flow('nap', async (_, host) => {
      await host.sleep('/do/0/wait', 2_000, host.signal);
      return 'up';
    });
    const run = await engine.start({ ...request, flow: 'nap' });
    await until(async () => (await engine.get(run.id)).status === 'waiting');
    expect(await engine.wait(run.id, 60_000)).toMatchObject({ status: 'completed', output: 'up' });
  });
});

test('a run is not parked while one branch computes and another sleeps', async () => {
  const engine = await harness.open({ parkAfterMs: 10 });
  harness.flow('beside', async (_, host) => {
    const asleep = new AbortController();
    const sleeping = host.sleep('/do/0/wait', 3_600_000, asleep.signal).catch(() => 'woken');
    for (let turn = 0; turn < 50; turn++) await host.yieldTurn(false);
    asleep.abort(new Error('enough'));
    return sleeping.then(() => 'computed');
  });
  const run = await engine.start({ ...request, flow: 'beside' });
  expect(await engine.wait(run.id, 60_000)).toMatchObject({ status: 'completed', output: 'computed' });
});

test('a run whose journal cannot be written is faulted, and does not stay running', async () => {
  const engine = await harness.open();
  harness.flow('unlucky', async (_, host) => {
    await host.effect('/do/0/a', async () => {
      const sql = harness.storage.server
        ? 'alter table journal add constraint broken check (first_seq < 0) not valid'
        : "create trigger broken before insert on journal begin select raise(abort, 'broken'); end";
      await harness.storage.db.executeQuery(CompiledQuery.raw(sql));
      return null;
    });
    return 'never';
  });
  const { id } = await engine.start({ ...request, flow: 'unlucky' });
  const run = await engine.wait(id, 60_000);
  expect(run).toMatchObject({ status: 'faulted', error: { title: 'Journal not written' } });
  expect(await storedRuns()).toMatchObject([{ id, status: 'faulted' }]);
  expect(harness.reported).toHaveLength(1);
  if (harness.storage.server)
    await harness.storage.db.executeQuery(CompiledQuery.raw('alter table journal drop constraint broken'));
});
