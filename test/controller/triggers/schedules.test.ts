import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Snapshot } from '../../../controller/catalog/index.js';
import { trigger as triggerKind } from '../../../controller/kinds/trigger/kind.js';
import { Problem } from '../../../controller/problems/index.js';
import type { RunRequest } from '../../../controller/runs/contract.js';
import { createRowId, openSqliteStorage, type Storage } from '../../../controller/storage/index.js';
import { Scheduler, Schedules } from '../../../controller/triggers/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';

const minute = 60_000;
const begin = Date.parse('2026-03-02T00:00:30Z');

let folder: string;
let storage: Storage;
let now: number;
let scheduler: Scheduler;
let schedules: Schedules;
let started: (RunRequest & { id: string })[];
let cancelled: string[];
let failed: unknown[];
let refusal: Problem | undefined;
let definitions: Map<string, unknown>;
let revision: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-schedules-'));
  storage = await openSqliteStorage(join(folder, 'svc.db'));
  now = begin;
  [started, cancelled, failed, definitions, revision] = [[], [], [], new Map(), 0];
  refusal = undefined;
});

afterEach(async () => {
  await scheduler.stop();
  await storage.close();
  rmSync(folder, { recursive: true });
});

function snapshot(): Snapshot {
  const list = [...definitions].map(([name, compiled]) => ({ name, compiled }));
  return {
    branch: 'main',
    revision: String(revision),
    list: (kind: string) => (kind === 'trigger' ? list : []),
    get: (kind: string, name: string) =>
      kind === 'trigger' ? list.find((each) => each.name === name) : undefined,
  } as unknown as Snapshot;
}

function define(name: string, definition: JsonObject): void {
  const compiled = triggerKind.compile?.({ kind: 'trigger', name, flow: 'report', ...definition });
  expect(compiled?.findings).toEqual([]);
  definitions.set(name, compiled?.compiled);
  revision += 1;
}

/** Starts the service: a process that ended without a stop is one that is left as it is. */
async function start(): Promise<void> {
  const snapshots = { current: async () => snapshot(), fresh: async () => snapshot() };
  scheduler = new Scheduler({
    ...{ storage, snapshots, branches: ['main'], now: () => now },
    runs: {
      async start(request) {
        if (refusal) throw refusal;
        const id = createRowId();
        await storage.commit([...(request.writesWith?.(id) ?? []), insertRun(id)]);
        started.push({ ...request, id });
        return { id } as never;
      },
      async cancel(id) {
        cancelled.push(id);
        return {} as never;
      },
    },
    committedAt: async () => undefined,
    settled: () => {},
    missed: () => {},
    failed: (_, __, problem) => failed.push(problem),
    report: (error) => failed.push(error),
  });
  schedules = new Schedules({ scheduler, snapshots, branches: ['main'] });
  await scheduler.start();
}

function insertRun(id: string) {
  const sql = `insert into runs (id, flow, branch, revision, status, trigger, principal, input, created_at, closure)
    values (?, 'report', 'main', 'r', 'running', 'schedule', 'p', '{}', 0, 'c')`;
  return { sql, values: [id] };
}

async function end(id: string): Promise<void> {
  await storage.commit([{ sql: 'update runs set ended_at = ? where id = ?', values: [now, id] }]);
  scheduler.ended(id);
  await scheduler.wake();
}

async function pass(ms: number): Promise<void> {
  for (const until = now + ms; now < until; ) {
    now = Math.min(until, now + minute);
    await scheduler.wake();
  }
}

const times = () => started.map(({ input }) => (input as JsonObject)['time']);
const outcomes = async (name = 'nightly') =>
  (await schedules.get('main', name)).occurrences
    .map(
      ({ time, status, reason }) => `${time.slice(11, 16)} ${status}${reason === null ? '' : ` ${reason}`}`,
    )
    .reverse();

const input = { time: '${ .time }' };
const everyQuarter = { input, schedule: { cron: '*/15 * * * *' } };

describe('a trigger with times', () => {
  test('starts one run at each, with what `input` makes of it', async () => {
    define('nightly', { ...everyQuarter, environment: 'production' });
    await start();
    await pass(46 * minute);

    expect(times()).toEqual(['2026-03-02T00:15:00Z', '2026-03-02T00:30:00Z', '2026-03-02T00:45:00Z']);
    expect(started[0]).toMatchObject({
      flow: 'report',
      environment: 'production',
      trigger: 'schedule',
      principal: 'trigger/main/nightly',
    });
  });

  test('starts after a delay of its jitter', async () => {
    define('nightly', { input, schedule: { cron: '0 1 * * *', jitter: { minutes: 30 } } });
    await start();
    await pass(60 * minute);
    expect(times()).toEqual([]);
    await pass(30 * minute);
    expect(times()).toEqual(['2026-03-02T01:00:00Z']);
  });

  test('that is edited continues with the new times', async () => {
    define('nightly', everyQuarter);
    await start();
    define('nightly', { input, schedule: { cron: '20 * * * *' } });
    await scheduler.sync(snapshot());
    await pass(30 * minute);

    expect(times()).toEqual(['2026-03-02T00:20:00Z']);
  });

  test('that is deleted starts nothing', async () => {
    define('nightly', everyQuarter);
    await start();
    definitions.delete('nightly');
    await scheduler.sync(snapshot());
    await pass(30 * minute);

    expect(times()).toEqual([]);
  });

  test('starts nothing twice when the clock is set back', async () => {
    define('nightly', everyQuarter);
    await start();
    await pass(16 * minute);
    now = begin;
    await pass(31 * minute);

    expect(times()).toEqual(['2026-03-02T00:15:00Z', '2026-03-02T00:30:00Z']);
  });
});

describe('times while the service was down', () => {
  async function restartAfter(missed: string, ms: number): Promise<void> {
    define('nightly', { input, schedule: { cron: '*/15 * * * *', missed } });
    await start();
    await scheduler.stop();
    now += ms;
    await start();
  }

  test.each([
    ['skip', []],
    ['last', ['2026-03-02T01:00:00Z']],
    ['all', ['2026-03-02T00:15:00Z', '2026-03-02T00:30:00Z', '2026-03-02T00:45:00Z', '2026-03-02T01:00:00Z']],
  ])('start runs as `missed: %s` says, and the next time follows', async (missed, expected) => {
    await restartAfter(missed, 60 * minute);
    expect(times()).toEqual(expected);
    await pass(15 * minute);
    expect(times()).toEqual([...expected, '2026-03-02T01:15:00Z']);
  });

  test('start the last hundred runs of many', async () => {
    await restartAfter('all', 200 * 15 * minute);
    expect(times()).toHaveLength(100);
    expect(times().at(-1)).toBe('2026-03-04T02:00:00Z');
  });
});

describe('while a run before has not ended', () => {
  test.each([
    ['allow', ['00:15 started', '00:30 started']],
    ['skip', ['00:15 started', '00:30 skipped overlap']],
    ['queue', ['00:15 started', '00:30 queued']],
    ['cancel', ['00:15 started', '00:30 started']],
  ])('`overlap: %s` decides', async (overlap, expected) => {
    define('nightly', { input, schedule: { cron: '*/15 * * * *', overlap } });
    await start();
    await pass(31 * minute);

    expect(await outcomes()).toEqual(expected);
    expect(cancelled).toEqual(overlap === 'cancel' ? [started[0]?.id] : []);
  });

  test('queued occurrences start one after the other', async () => {
    define('nightly', { input, schedule: { cron: '*/15 * * * *', overlap: 'queue' } });
    await start();
    await pass(46 * minute);
    for (const index of [0, 1]) await end(started[index]?.id ?? '');

    expect(times()).toEqual(['2026-03-02T00:15:00Z', '2026-03-02T00:30:00Z', '2026-03-02T00:45:00Z']);
    expect(await outcomes()).toEqual(['00:15 started', '00:30 started', '00:45 started']);
  });

  test('`after` waits for its end', async () => {
    define('nightly', { input, schedule: { after: { minutes: 10 } } });
    await start();
    await pass(60 * minute);
    expect(times()).toEqual(['2026-03-02T00:10:30Z']);
    await end(started[0]?.id ?? '');
    await pass(10 * minute);
    expect(times()).toEqual(['2026-03-02T00:10:30Z', '2026-03-02T01:10:30Z']);
  });
});

describe('a paused trigger', () => {
  test('skips its occurrences, also after an edit and a restart, and continues when it is resumed', async () => {
    define('nightly', everyQuarter);
    await start();
    await schedules.pause('main', 'nightly', 'ann');
    await pass(16 * minute);
    define('nightly', { input, schedule: { cron: '*/20 * * * *' } });
    await scheduler.sync(snapshot());
    await scheduler.stop();
    now += 60 * minute;
    await start();
    expect(await schedules.get('main', 'nightly')).toMatchObject({
      state: 'paused',
      pausedBy: 'ann',
      next: [],
    });
    const { next } = await schedules.resume('main', 'nightly');
    await pass(10 * minute);

    expect(next[0]).toBe('2026-03-02T01:20:00Z');
    expect(times()).toEqual(['2026-03-02T01:20:00Z']);
    expect(await outcomes()).toEqual(['00:15 skipped paused', '01:20 started']);
  });

  test('can be fired', async () => {
    define('nightly', everyQuarter);
    await start();
    await schedules.pause('main', 'nightly', 'ann');
    expect(await schedules.fire('main', 'nightly')).toMatchObject({ status: 'started', run: started[0]?.id });
  });
});

describe('an occurrence that cannot start', () => {
  test('of a disabled trigger is skipped', async () => {
    define('nightly', { ...everyQuarter, enabled: false });
    await start();
    await pass(16 * minute);
    expect(await outcomes()).toEqual(['00:15 skipped disabled']);
  });

  test('because its flow is disabled is skipped', async () => {
    define('nightly', everyQuarter);
    await start();
    refusal = new Problem('flow_disabled', 'closed');
    await pass(16 * minute);
    expect(await outcomes()).toEqual(['00:15 skipped disabled']);
  });

  test('because of a refusal is failed, with the problem', async () => {
    define('nightly', { input: { time: '${ .time | tonumber }' }, schedule: { cron: '*/15 * * * *' } });
    await start();
    await pass(16 * minute);
    const [occurrence] = (await schedules.get('main', 'nightly')).occurrences;
    expect(occurrence).toMatchObject({ status: 'failed', problem: { code: 'parameters_invalid' } });
    expect(failed).toHaveLength(1);
  });

  test('because the queue is full is tried again until the next one', async () => {
    define('nightly', everyQuarter);
    await start();
    refusal = new Problem('queue_full', 'full');
    await pass(20 * minute);
    expect(await outcomes()).toEqual([]);
    refusal = undefined;
    await pass(minute);
    expect(times()).toEqual(['2026-03-02T00:15:00Z']);
    refusal = new Problem('queue_full', 'full');
    await pass(31 * minute);
    expect(await outcomes()).toEqual(['00:15 started', '00:30 failed']);
  });
});

describe('a backfill', () => {
  const span = { from: '2026-03-01T23:00:00Z', to: '2026-03-02T00:15:00Z' };

  test('starts the times of the past that have started nothing', async () => {
    define('nightly', everyQuarter);
    await start();
    await pass(16 * minute);
    const listed = await schedules.backfill('main', 'nightly', { ...span, dryRun: true });
    expect(times()).toHaveLength(1);
    await schedules.backfill('main', 'nightly', span);

    const past = ['01T23:00', '01T23:15', '01T23:30', '01T23:45', '02T00:00'].map(
      (at) => `2026-03-${at}:00Z`,
    );
    expect(listed.map(({ time }) => time)).toEqual(past);
    expect(times()).toEqual(['2026-03-02T00:15:00Z', ...past]);
    expect(await schedules.backfill('main', 'nightly', span)).toEqual([]);
  });

  test('of too many times is refused', async () => {
    define('nightly', everyQuarter);
    await start();
    const long = { from: '2026-01-01T00:00:00Z', to: '2026-03-01T00:00:00Z' };
    await expect(schedules.backfill('main', 'nightly', long)).rejects.toMatchObject({
      code: 'backfill_too_large',
    });
  });
});
