import { afterEach, beforeEach, expect, test } from 'vitest';
import { minute, ScheduledService } from './scheduled-service.js';
import { turnsDuring } from './turns-during.js';

let service: ScheduledService;

beforeEach(async () => {
  service = await ScheduledService.create();
});

afterEach(() => service.close());

const count = 10_000;
const name = (index: number) => `trigger-${String(index).padStart(5, '0')}`;
const all = () => true;

test('ten thousand triggers are stored and listed in short turns', async () => {
  for (let index = 0; index < count; index++) {
    const schedule = { cron: `${index % 60} ${index % 24} * * *`, timeZone: 'Europe/Berlin' };
    service.define(name(index), { schedule });
  }
  expect(await turnsDuring(() => service.start())).toBeGreaterThan(10);
  await service.scheduler.stop();
  expect(await turnsDuring(() => service.start())).toBeGreaterThan(1);

  const first = await service.schedules.list('main', { limit: 2, isVisible: (id) => !id.endsWith('1') });
  expect(first.items.map((each) => each.name)).toEqual([name(0), name(2)]);
  expect(first.hasMore).toBe(true);
  const last = await service.schedules.list('main', { limit: 5, after: name(count - 3), isVisible: all });
  expect(last.items.map((each) => each.name)).toEqual([name(count - 2), name(count - 1)]);
  expect(last.hasMore).toBe(false);
}, 120_000);

test('a page shows the last ten occurrences of each trigger', async () => {
  for (const each of ['a', 'b', 'c']) service.define(each, { schedule: { every: { minutes: 1 } } });
  await service.start();
  await service.pass(14 * minute);
  await service.schedules.pause('main', 'b', 'ann');
  const { items } = await service.schedules.list('main', { limit: 2, isVisible: all });

  expect(items.map((each) => [each.name, each.state, each.occurrences.length])).toEqual([
    ['a', 'active', 10],
    ['b', 'paused', 10],
  ]);
  expect(items[0]?.occurrences).toEqual((await service.schedules.get('main', 'a')).occurrences);
});
