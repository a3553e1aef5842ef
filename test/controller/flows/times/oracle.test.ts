import { Cron } from 'croner';
import { expect, test } from 'vitest';
import { readCron } from '../../../../controller/flows/times/cron.js';
import { CronTimes } from '../../../../controller/flows/times/cron-times.js';
import { TimeZone } from '../../../../controller/flows/times/time-zone.js';

const hour = 3_600_000;
const from = Date.parse('2026-01-01T00:00:00Z');
const to = Date.parse('2028-01-01T00:00:00Z');
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'];
const expressions = [
  '0 2 * * 1-5',
  '*/40 1-3 * * *',
  '30 4 1,15 * 5',
  '0 0 29 2 *',
  '15 30 23 * 3,10,11 SUN',
  '@weekly',
];

/** True near a change of the clock, where the two libraries have other rules. */
function isNearChange(zone: TimeZone, at: number): boolean {
  const offset = (instant: number) => zone.wallAt(instant) - instant;
  return offset(at - 4 * hour) !== offset(at + 4 * hour);
}

function inTwoYears(next: (after: number) => number | undefined, zone: TimeZone): string[] {
  const found: string[] = [];
  for (let at = next(from); at !== undefined && at < to; at = next(at)) {
    if (!isNearChange(zone, at)) found.push(new Date(at).toISOString());
  }
  return found;
}

test.each(zones.flatMap((zone) => expressions.map((expression) => [expression, zone] as const)))(
  '%s in %s has the times that another library computes for two years',
  (expression, name) => {
    const zone = TimeZone.named(name);
    const fields = readCron(expression);
    if ('message' in fields) throw new Error(fields.message);
    const ours = new CronTimes(fields, zone);
    const theirs = new Cron(expression, { timezone: name, paused: true });

    const expected = inTwoYears((after) => theirs.nextRun(new Date(after))?.getTime(), zone);
    expect(inTwoYears((after) => ours.next(after), zone)).toEqual(expected);
    expect(expected.length === 0).toBe(expression === '0 0 29 2 *');
  },
);
