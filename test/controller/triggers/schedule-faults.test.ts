import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TriggerPlan } from '../../../controller/flows/index.js';
import { begin, minute, ScheduledService } from './scheduled-service.js';

let service: ScheduledService;

beforeEach(async () => {
  service = await ScheduledService.create();
});

afterEach(() => service.close());

const input = { time: '${ .time }' };
const everyQuarter = { input, schedule: { cron: '*/15 * * * *' } };

/** Puts a trigger into service whose compiled plan fails in use, as a fault of svc would. */
function breakPlan(name: string, schedule: object): void {
  service.define(name, { input, schedule: schedule as never });
  const plan = service.compiled(name) as TriggerPlan;
  const fault = () => {
    throw new TypeError('a fault');
  };
  service.set(name, {
    ...plan,
    timetable: Object.assign(Object.create(plan.timetable ?? null), { next: fault }),
  });
}

test('a trigger whose plan cannot be built leaves the others of its branch in service', async () => {
  service.define('nightly', everyQuarter);
  await service.start();
  const plan = service.compiled('nightly') as object;
  const fault = () => {
    throw new TypeError('a fault');
  };
  service.set('broken', Object.defineProperty({ ...plan }, 'timetable', { get: fault }));
  await service.apply();
  await service.pass(16 * minute);

  expect(service.times()).toEqual(['2026-03-02T00:15:00Z']);
  expect(service.reported).toContainEqual(new TypeError('a fault'));
});

describe('a branch that cannot be read', () => {
  test('does not stop the schedules of others', async () => {
    service.define('nightly', everyQuarter);
    for (let index = 0; index < 250; index++) service.define(`other-${index}`, everyQuarter, 'next');
    await service.start();
    service.unreadable.add('next');
    await service.pass(31 * minute);

    expect(service.times()).toEqual(['2026-03-02T00:15:00Z', '2026-03-02T00:30:00Z']);
  });

  test('at the start does not stop the schedules of others', async () => {
    service.unreadable.add('next');
    service.define('nightly', everyQuarter);
    await service.start();
    await service.pass(16 * minute);

    expect(service.times()).toEqual(['2026-03-02T00:15:00Z']);
  });

  test('has missed what was due, once it can be read again', async () => {
    service.define('nightly', everyQuarter);
    await service.start();
    service.unreadable.add('main');
    await service.pass(46 * minute);
    service.unreadable.delete('main');
    await service.apply();
    await service.scheduler.wake();

    expect(service.times()).toEqual(['2026-03-02T00:45:00Z']);
  });

  test('waits with the starts that queued up', async () => {
    service.define('nightly', { input, schedule: { cron: '*/15 * * * *', overlap: 'queue' } });
    service.define('other', everyQuarter, 'next');
    await service.start();
    await service.pass(31 * minute);
    service.unreadable.add('main');
    await service.end(service.started.find(({ branch }) => branch === 'main')?.id);
    await service.pass(16 * minute);

    expect(service.started.filter(({ branch }) => branch === 'main')).toHaveLength(1);
    expect(service.started).toHaveLength(4);
  });
});

describe('a trigger that fails inside svc', () => {
  test('does not stop the others, and is reported and tried less and less often', async () => {
    service.define('faulty', everyQuarter);
    service.define('nightly', everyQuarter);
    await service.start();
    breakPlan('faulty', everyQuarter.schedule);
    await service.pass(31 * minute);

    expect(service.times()).toEqual(['2026-03-02T00:15:00Z', '2026-03-02T00:30:00Z']);
    expect(service.reported.length).toBeGreaterThan(1);
    expect(service.reported.length).toBeLessThan(14);
  });

  test('when its times are computed does not stop the others', async () => {
    breakPlan('faulty', everyQuarter.schedule);
    service.define('nightly', everyQuarter);
    await service.start();
    await service.pass(16 * minute);

    expect(service.times()).toEqual(['2026-03-02T00:15:00Z']);
    expect(service.reported).toHaveLength(1);
  });
});

test('times that could not be stored are stored in another attempt', async () => {
  service.define('nightly', everyQuarter);
  await service.storage.commit([{ sql: 'alter table triggers rename to hidden', values: [] }]);
  await service.start();
  expect(service.reported.length).toBeGreaterThan(0);
  await service.storage.commit([{ sql: 'alter table hidden rename to triggers', values: [] }]);
  await expect.poll(() => service.schedules.get('main', 'nightly').then(({ next }) => next.length)).toBe(3);
  const known = () => service.storage.db.selectFrom('triggers').select('id').execute();
  await expect.poll(known, { timeout: 10_000 }).toHaveLength(1);
  await service.pass(16 * minute);

  expect(service.times()).toEqual(['2026-03-02T00:15:00Z']);
});

test('a commit that arrives late starts one run for the times since', async () => {
  service.committedAt = begin - 5 * 60 * minute;
  service.define('other', everyQuarter);
  await service.start();
  await service.pass(16 * minute);
  service.define('nightly', { input, schedule: { every: { minutes: 1 } } });
  service.committedAt = service.now - 10 * minute;
  await service.apply();
  await service.scheduler.wake();

  expect(service.times()).toEqual(['2026-03-02T00:15:00Z', '2026-03-02T00:16:00Z']);
});
