import { expect, test } from 'vitest';
import { CronTimes, readTimes } from '../../../../controller/flows/times/cron-times.js';
import { TimeZone } from '../../../../controller/flows/times/time-zone.js';

/** The days on which an expression with the time `0 0` falls, of 2026 from a month on. */
function getDays(days: string, count: number): string {
  const read = readTimes(`0 0 ${days}`);
  if ('message' in read) throw new Error(read.message);
  const cron = new CronTimes(read, TimeZone.named('UTC'));
  const dates: string[] = [];
  let at: number | undefined = Date.UTC(2025, 11, 31);
  while (at !== undefined && dates.length < count) {
    at = cron.next(at);
    if (at !== undefined) dates.push(new Date(at).toISOString().slice(2, 10));
  }
  for (let index = dates.length - 1; index > 0; index--) {
    at = cron.previous((at ?? 0) - 1);
    expect(new Date(at ?? 0).toISOString().slice(2, 10), `before ${dates[index]}`).toBe(dates[index - 1]);
  }
  return dates.join(' ');
}

// Other programs read some of these otherwise: Quartz, systemd and Vixie cron differ on steps, lists and ranges.
test.each([
  ['L * *', 3, '26-01-31 26-02-28 26-03-31'],
  ['L 2 *', 3, '26-02-28 27-02-28 28-02-29'],
  ['L,15 * ?', 4, '26-01-15 26-01-31 26-02-15 26-02-28'],
  ['LW * *', 4, '26-01-30 26-02-27 26-03-31 26-04-30'],
  ['lw 5 *', 2, '26-05-29 27-05-31'],
  ['15W * *', 4, '26-01-15 26-02-16 26-03-16 26-04-15'],
  ['1W * *', 3, '26-01-01 26-02-02 26-03-02'],
  ['31W * *', 3, '26-01-30 26-03-31 26-05-29'],
  ['1,15W * *', 4, '26-01-01 26-01-15 26-02-01 26-02-16'],
  ['* * MON#1', 3, '26-01-05 26-02-02 26-03-02'],
  ['? * 5#5', 3, '26-01-30 26-05-29 26-07-31'],
  ['* * MON#1,FRI#3', 4, '26-01-05 26-01-16 26-02-02 26-02-20'],
  ['* * MON#1,THU', 4, '26-01-01 26-01-05 26-01-08 26-01-15'],
  ['* * 5L', 3, '26-01-30 26-02-27 26-03-27'],
  ['* * FRIL,SUNL', 4, '26-01-25 26-01-30 26-02-22 26-02-27'],
  ['* * 7', 2, '26-01-04 26-01-11'],
  ['* * 7L', 2, '26-01-25 26-02-22'],
  ['* * SAT-SUN', 4, '26-01-03 26-01-04 26-01-10 26-01-11'],
  ['* * 5-7', 4, '26-01-02 26-01-03 26-01-04 26-01-09'],
  ['* * 0-7/2', 5, '26-01-01 26-01-03 26-01-04 26-01-06 26-01-08'],
  ['* feb,OCTOBER Wednesday', 5, '26-02-04 26-02-11 26-02-18 26-02-25 26-10-07'],
  // Two restricted days: one of them suffices, unless one begins with `*`.
  ['13 * 5', 4, '26-01-02 26-01-09 26-01-13 26-01-16'],
  ['*/13 * 5', 3, '26-02-27 26-03-27 26-05-01'],
  ['L * MON', 5, '26-01-05 26-01-12 26-01-19 26-01-26 26-01-31'],
  ['15W * MON#1', 4, '26-01-05 26-01-15 26-02-02 26-02-16'],
  ['1-31 * MON', 3, '26-01-01 26-01-02 26-01-03'],
  ['*/1 * MON', 3, '26-01-05 26-01-12 26-01-19'],
  ['29 2 *', 2, '28-02-29 32-02-29'],
  ['*/2 2/12 */2', 3, '26-02-01 26-02-03 26-02-05'],
])('%s falls on these days', (days, count, dates) => {
  expect(getDays(days, count)).toBe(dates);
});
