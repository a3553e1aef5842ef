import { expect, test } from 'vitest';
import { type CronFields, checkCron, readCron } from '../../../../controller/flows/times/cron.js';
import { CronTimes } from '../../../../controller/flows/times/cron-times.js';
import { TimeZone } from '../../../../controller/flows/times/time-zone.js';

test.each([
  '0 6 * * 1-5',
  '*/5 * * * *',
  '0 0 0 1 JAN *',
  '0 0 31 1,2 *',
  '0 0 31 2 MON',
  '0 0 * * mon,WED-fri',
  '10/5 8-18/2 1,15 * 7',
  '  0   6 * * *  ',
  '@daily',
  ' @hourly ',
])('%s is a cron expression', (text) => {
  expect(checkCron(text)).toBeUndefined();
});

test.each([
  ['0 25 * * *', 2, '`25` cannot be the hour'],
  ['60 0 0 * * *', 0, '`60` cannot be the second'],
  ['0 0 0 * *', 4, '`0` cannot be the day of month'],
  ['* * * *', 0, 'the expression has 4 fields, not five or six'],
  ['* * * * * * 2026', 12, 'the expression has 7 fields, not five or six'],
  ['@dayly', 0, 'there is no `@dayly`'],
  ['', 0, 'the expression has 0 fields, not five or six'],
  ['0 0 30 FEB *', 4, 'there is no day 30 in the months given'],
  ['0 0 30 2 */1', 4, 'there is no day 30 in the months given'],
  ['0 0 31 4,6 */2', 4, 'there is no day 31 in the months given'],
  ['5-2 * * * *', 0, 'the range `5-2` ends before it begins'],
  ['1,,2 * * * *', 2, 'the minute is missing'],
  ['0 */0 * * *', 4, '`0` is not a step, such as the 5 of `*/5`'],
  ['1-x * * * *', 2, '`x` cannot be the minute'],
  ['1-2-3 * * * *', 0, '`1-2-3` cannot be the minute'],
  ['0 0 * * SUN-', 12, 'the day of week is missing'],
])('%s is refused with the position of the fault', (text, offset, message) => {
  expect(checkCron(text)).toMatchObject({ offset, message });
});

test('every valid expression of days, months and weekdays has a next time', () => {
  const days = ['*', '*/2', '*/31', '29', '30', '31', '28-30', '31,30'];
  const months = ['*', '*/2', '2', '2,4', '4,6,9,11', 'FEB/12'];
  const weekdays = ['*', '*/1', '*/2', '*/7', '0', '1-5', '*,1'];
  for (const day of days)
    for (const month of months)
      for (const weekday of weekdays) {
        const text = `0 0 ${day} ${month} ${weekday}`;
        const times = new CronTimes(readCron(text) as CronFields, TimeZone.named('UTC'));
        const next = checkCron(text) ? 1 : times.next(Date.UTC(2096, 2, 1));
        expect(next, text).toBeDefined();
      }
});
