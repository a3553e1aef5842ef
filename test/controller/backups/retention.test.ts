import { afterEach, expect, test, vi } from 'vitest';
import {
  type Backup,
  type BackupOrigin,
  type BackupStatus,
  expired,
  startSchedule,
} from '../../../controller/backups/index.js';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.parse('2026-03-10T03:00:00Z');

function made(origin: BackupOrigin, daysAgo: number, status: BackupStatus = 'completed'): Backup {
  const createdAt = new Date(now - daysAgo * day).toISOString();
  return { id: `${origin}-${status}-${daysAgo}`, origin, status, createdAt } as Backup;
}

const getIds = (backups: readonly Backup[]): string[] => backups.map(({ id }) => id);

test('scheduled backups go by number and by age, each sort by itself', () => {
  const all = [0, 1, 2, 3, 8].flatMap((days) => [made('schedule', days), made('restore', days)]);
  expect(getIds(expired(all, { keep: 3, keepDays: 90 }, now))).toEqual([
    'schedule-completed-3',
    'schedule-completed-8',
    'restore-completed-3',
    'restore-completed-8',
  ]);
  expect(getIds(expired(all, { keep: 99, keepDays: 7 }, now))).toEqual([
    'schedule-completed-8',
    'restore-completed-8',
  ]);
});

test('the newest of each sort stays, however old it is', () => {
  const all = [made('schedule', 400), made('schedule', 500), made('restore', 600)];
  expect(getIds(expired(all, { keep: 1, keepDays: 1 }, now))).toEqual(['schedule-completed-500']);
});

test('requested and uploaded backups stay, and so do unfinished ones', () => {
  const all = [
    made('manual', 999),
    made('upload', 999),
    made('manual', 1_000),
    made('schedule', 9, 'running'),
  ];
  expect(expired(all, { keep: 1, keepDays: 1 }, now)).toEqual([]);
});

test('records of failed backups are kept by the same limits, manual or scheduled', () => {
  const all = [made('manual', 0, 'failed'), made('schedule', 1, 'failed'), made('restore', 50, 'failed')];
  expect(getIds(expired(all, { keep: 9, keepDays: 30 }, now))).toEqual(['restore-failed-50']);
  expect(getIds(expired(all, { keep: 1, keepDays: 30 }, now))).toEqual([
    'schedule-failed-1',
    'restore-failed-50',
  ]);
});

afterEach(() => void vi.useRealTimers());

/** How often it ran at once, and until `hours` later. */
async function runs(last: number | undefined, hours: number): Promise<[number, number]> {
  vi.useFakeTimers({ now: now + hour / 2 });
  let count = 0;
  const schedule = startSchedule('0 3 * * *', last, async () => void count++, expect.fail);
  const atOnce = count;
  await vi.advanceTimersByTimeAsync(hours * hour);
  schedule.stop();
  return [atOnce, count];
}

test('a backup is made at its time each day', async () => {
  expect(await runs(now + 1, 23)).toEqual([0, 0]);
  expect(await runs(now + 1, 24)).toEqual([0, 1]);
  expect(await runs(now + 1, 72)).toEqual([0, 3]);
});

test('a time that was missed is made up for at the start, once, and not where there was never a backup', async () => {
  expect(await runs(now - 5 * day, 1)).toEqual([1, 1]);
  expect(await runs(now - 2 * hour, 1)).toEqual([1, 1]);
  expect(await runs(undefined, 1)).toEqual([0, 0]);
});

test.each(['0 0 LW * *', '0 3 ? * MON#1', '10/20 8-18/2 1,15 * 7', '0 3 * * Monday'])(
  'backups are made at the times of %s, as flows are',
  (text) => {
    startSchedule(text, undefined, async () => undefined, expect.fail).stop();
  },
);

test('a backup that still runs at the next time is not made twice at once', async () => {
  vi.useFakeTimers({ now });
  let count = 0;
  const schedule = startSchedule('@hourly', undefined, () => new Promise(() => count++), expect.fail);
  await vi.advanceTimersByTimeAsync(5 * hour);
  schedule.stop();
  expect(count).toBe(1);
});

test('a wrong expression is refused with its fault, an uneven step is warned of', () => {
  const warnings: string[] = [];
  const start = (text: string) =>
    startSchedule(
      text,
      undefined,
      async () => undefined,
      (message) => warnings.push(message),
    );
  expect(() => start('0 25 * * *')).toThrow('`25` cannot be the hour');
  start('0 */5 * * *').stop();
  expect(warnings).toEqual([expect.stringContaining('`Backups.Schedule`: `*/5` is not every 5 hours')]);
});
