import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Problem } from '../../../controller/problems/index.js';
import { begin, minute, ScheduledService } from './scheduled-service.js';

let service: ScheduledService;

beforeEach(async () => {
  service = await ScheduledService.create();
});

afterEach(() => service.close());

const input = { time: '${ .time }' };
const everyQuarter = { input, schedule: { cron: '*/15 * * * *' } };

describe('a trigger with times', () => {
  test('starts one run at each, with what `input` makes of it', async () => {
    service.define('nightly', { ...everyQuarter, environment: 'production' });
    await service.start();
    await service.pass(46 * minute);

    expect(service.times()).toEqual(['2026-03-02T00:15:00Z', '2026-03-02T00:30:00Z', '2026-03-02T00:45:00Z']);
    expect(service.started[0]).toMatchObject({
      flow: 'report',
      environment: 'production',
      trigger: 'schedule',
      principal: 'trigger/main/nightly',
    });
  });

  test('starts after a delay of its jitter', async () => {
    service.define('nightly', { input, schedule: { cron: '0 1 * * *', jitter: { minutes: 30 } } });
    await service.start();
    await service.pass(60 * minute);
    expect(service.times()).toEqual([]);
    await service.pass(30 * minute);
    expect(service.times()).toEqual(['2026-03-02T01:00:00Z']);
  });

  test('that is edited continues with the new times', async () => {
    service.define('nightly', everyQuarter);
    await service.start();
    service.define('nightly', { input, schedule: { cron: '20 * * * *' } });
    await service.apply();
    await service.pass(30 * minute);

    expect(service.times()).toEqual(['2026-03-02T00:20:00Z']);
  });

  test('that is deleted starts nothing', async () => {
    service.define('nightly', everyQuarter);
    await service.start();
    service.set('nightly', undefined);
    await service.apply();
    await service.pass(30 * minute);

    expect(service.times()).toEqual([]);
  });

  test('starts nothing twice when the clock is set back', async () => {
    service.define('nightly', everyQuarter);
    await service.start();
    await service.pass(16 * minute);
    service.now = begin;
    await service.pass(31 * minute);

    expect(service.times()).toEqual(['2026-03-02T00:15:00Z', '2026-03-02T00:30:00Z']);
  });
});

describe('times while the service was down', () => {
  async function restartAfter(missed: string, ms: number): Promise<void> {
    service.define('nightly', { input, schedule: { cron: '*/15 * * * *', missed } });
    await service.start();
    await service.scheduler.stop();
    service.now += ms;
    await service.start();
  }

  test.each([
    ['skip', []],
    ['last', ['2026-03-02T01:00:00Z']],
    ['all', ['2026-03-02T00:15:00Z', '2026-03-02T00:30:00Z', '2026-03-02T00:45:00Z', '2026-03-02T01:00:00Z']],
  ])('start runs as `missed: %s` says, and the next time follows', async (missed, expected) => {
    await restartAfter(missed, 60 * minute);
    expect(service.times()).toEqual(expected);
    await service.pass(15 * minute);
    expect(service.times()).toEqual([...expected, '2026-03-02T01:15:00Z']);
  });

  test('start the last hundred runs of many', async () => {
    await restartAfter('all', 200 * 15 * minute);
    expect(service.times()).toHaveLength(100);
    expect(service.times().at(-1)).toBe('2026-03-04T02:00:00Z');
  });
});

describe('while a run before has not ended', () => {
  test.each([
    ['allow', ['00:15 started', '00:30 started']],
    ['skip', ['00:15 started', '00:30 skipped overlap']],
    ['queue', ['00:15 started', '00:30 queued']],
    ['cancel', ['00:15 started', '00:30 started']],
  ])('`overlap: %s` decides', async (overlap, expected) => {
    service.define('nightly', { input, schedule: { cron: '*/15 * * * *', overlap } });
    await service.start();
    await service.pass(31 * minute);

    expect(await service.outcomes()).toEqual(expected);
    expect(service.cancelled).toEqual(overlap === 'cancel' ? [service.started[0]?.id] : []);
  });

  test('queued occurrences start one after the other', async () => {
    service.define('nightly', { input, schedule: { cron: '*/15 * * * *', overlap: 'queue' } });
    await service.start();
    await service.pass(46 * minute);
    for (const index of [0, 1]) await service.end(service.started[index]?.id);

    expect(service.times()).toEqual(['2026-03-02T00:15:00Z', '2026-03-02T00:30:00Z', '2026-03-02T00:45:00Z']);
    expect(await service.outcomes()).toEqual(['00:15 started', '00:30 started', '00:45 started']);
  });

  test('`after` waits for its end', async () => {
    service.define('nightly', { input, schedule: { after: { minutes: 10 } } });
    await service.start();
    await service.pass(60 * minute);
    expect(service.times()).toEqual(['2026-03-02T00:10:30Z']);
    await service.end(service.started[0]?.id ?? '');
    await service.pass(10 * minute);
    expect(service.times()).toEqual(['2026-03-02T00:10:30Z', '2026-03-02T01:10:30Z']);
  });
});

describe('a paused trigger', () => {
  test('skips its occurrences, also after an edit and a restart, and continues when it is resumed', async () => {
    service.define('nightly', everyQuarter);
    await service.start();
    await service.schedules.pause('main', 'nightly', 'ann');
    await service.pass(16 * minute);
    service.define('nightly', { input, schedule: { cron: '*/20 * * * *' } });
    await service.apply();
    await service.scheduler.stop();
    service.now += 60 * minute;
    await service.start();
    expect(await service.schedules.get('main', 'nightly')).toMatchObject({
      state: 'paused',
      pausedBy: 'ann',
      next: [],
    });
    const { next } = await service.schedules.resume('main', 'nightly');
    await service.pass(10 * minute);

    expect(next[0]).toBe('2026-03-02T01:20:00Z');
    expect(service.times()).toEqual(['2026-03-02T01:20:00Z']);
    expect(await service.outcomes()).toEqual(['00:15 skipped paused', '01:20 started']);
  });

  test('can be fired', async () => {
    service.define('nightly', everyQuarter);
    await service.start();
    await service.schedules.pause('main', 'nightly', 'ann');
    expect(await service.schedules.fire('main', 'nightly')).toMatchObject({
      status: 'started',
      run: service.started[0]?.id,
    });
  });
});

describe('an occurrence that cannot start', () => {
  test('of a disabled trigger is skipped', async () => {
    service.define('nightly', { ...everyQuarter, enabled: false });
    await service.start();
    await service.pass(16 * minute);
    expect(await service.outcomes()).toEqual(['00:15 skipped disabled']);
  });

  test('because its flow is disabled is skipped', async () => {
    service.define('nightly', everyQuarter);
    await service.start();
    service.refusal = new Problem('flow_disabled', 'closed');
    await service.pass(16 * minute);
    expect(await service.outcomes()).toEqual(['00:15 skipped disabled']);
  });

  test('because of a refusal is failed, with the problem', async () => {
    service.define('nightly', {
      input: { time: '${ .time | tonumber }' },
      schedule: { cron: '*/15 * * * *' },
    });
    await service.start();
    await service.pass(16 * minute);
    const [occurrence] = (await service.schedules.get('main', 'nightly')).occurrences;
    expect(occurrence).toMatchObject({ status: 'failed', problem: { code: 'parameters_invalid' } });
    expect(service.failed).toHaveLength(1);
  });

  test('because the queue is full is tried again until the next one', async () => {
    service.define('nightly', everyQuarter);
    await service.start();
    service.refusal = new Problem('queue_full', 'full');
    await service.pass(20 * minute);
    expect(await service.outcomes()).toEqual([]);
    service.refusal = undefined;
    await service.pass(minute);
    expect(service.times()).toEqual(['2026-03-02T00:15:00Z']);
    service.refusal = new Problem('queue_full', 'full');
    await service.pass(31 * minute);
    expect(await service.outcomes()).toEqual(['00:15 started', '00:30 failed']);
  });
});

describe('a backfill', () => {
  const span = { from: '2026-03-01T23:00:00Z', to: '2026-03-02T00:15:00Z' };

  test('starts the times of the past that have started nothing', async () => {
    service.define('nightly', everyQuarter);
    await service.start();
    await service.pass(16 * minute);
    const listed = await service.schedules.backfill('main', 'nightly', { ...span, dryRun: true });
    expect(service.times()).toHaveLength(1);
    await service.schedules.backfill('main', 'nightly', span);

    const past = ['01T23:00', '01T23:15', '01T23:30', '01T23:45', '02T00:00'].map(
      (at) => `2026-03-${at}:00Z`,
    );
    expect(listed.map(({ time }) => time)).toEqual(past);
    expect(service.times()).toEqual(['2026-03-02T00:15:00Z', ...past]);
    expect(await service.schedules.backfill('main', 'nightly', span)).toEqual([]);
  });

  test('of too many times is refused', async () => {
    service.define('nightly', everyQuarter);
    await service.start();
    const long = { from: '2026-01-01T00:00:00Z', to: '2026-03-01T00:00:00Z' };
    await expect(service.schedules.backfill('main', 'nightly', long)).rejects.toMatchObject({
      code: 'backfill_too_large',
    });
  });
});

describe('a schedule with `after`', () => {
  test('waits before another attempt after a refused start', async () => {
    service.define('nightly', { input, schedule: { after: 'PT1S' } });
    await service.start();
    service.refusal = new Problem('parameters_invalid', 'no');
    service.now += 2_000;
    await service.scheduler.wake();
    expect(await service.outcomes()).toEqual(['00:00 failed']);
    service.now += 2_000;
    await service.scheduler.wake();
    expect(await service.outcomes()).toHaveLength(1);
    service.now += 10_000;
    await service.scheduler.wake();
    expect(await service.outcomes()).toHaveLength(2);
  });
});

describe('occurrences that wait for a run to end', () => {
  const queueing = { input, schedule: { cron: '*/15 * * * *', overlap: 'queue' } };

  async function queueTwo(): Promise<void> {
    service.define('nightly', queueing);
    await service.start();
    await service.pass(46 * minute);
    expect(await service.outcomes()).toEqual(['00:15 started', '00:30 queued', '00:45 queued']);
  }

  test.each(['paused', 'disabled'])('are skipped when their trigger is %s', async (state) => {
    await queueTwo();
    if (state === 'paused') await service.schedules.pause('main', 'nightly', 'ann');
    else service.define('nightly', { ...queueing, enabled: false });
    await service.end(service.started[0]?.id);

    expect(service.started).toHaveLength(1);
    expect(await service.outcomes()).toEqual([
      '00:15 started',
      `00:30 skipped ${state}`,
      `00:45 skipped ${state}`,
    ]);
  });

  test('start nothing when their trigger was deleted and is added again', async () => {
    await queueTwo();
    service.set('nightly', undefined);
    await service.apply();
    service.define('nightly', queueing);
    await service.apply();
    await service.end(service.started[0]?.id);
    await service.pass(15 * minute);

    expect(service.times().slice(1)).toEqual(['2026-03-02T01:00:00Z']);
    expect(await service.outcomes()).toContain('00:30 skipped disabled');
  });

  test('start after others that cannot', async () => {
    service.define('nightly', {
      ...queueing,
      input: { time: '${ .time | if test("00:30") then error else . end }' },
    });
    await service.start();
    await service.pass(46 * minute);
    await service.end(service.started[0]?.id);

    expect(await service.outcomes()).toEqual(['00:15 started', '00:30 failed', '00:45 started']);
  });

  test('of many triggers start in one pass', async () => {
    const many = Array.from({ length: 450 }, (_, index) => `many-${index}`);
    for (const name of many) service.define(name, queueing);
    await service.start();
    await service.pass(31 * minute);
    await service.storage.commit([{ sql: 'update runs set ended_at = 1', values: [] }]);
    await service.scheduler.wake();

    expect(service.started).toHaveLength(2 * many.length);
  });
});

test('a pause outlives the trigger, which may be added again', async () => {
  service.define('nightly', everyQuarter);
  await service.start();
  await service.schedules.pause('main', 'nightly', 'ann');
  service.set('nightly', undefined);
  await service.apply();
  service.define('nightly', everyQuarter);
  await service.apply();
  await service.pass(16 * minute);

  expect(await service.schedules.get('main', 'nightly')).toMatchObject({ state: 'paused', pausedBy: 'ann' });
  expect(service.times()).toEqual([]);
});
