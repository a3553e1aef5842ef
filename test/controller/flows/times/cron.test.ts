import { expect, test } from 'vitest';
import { checkCron, findUnevenSteps } from '../../../../controller/flows/times/cron.js';
import { CronTimes, readTimes } from '../../../../controller/flows/times/cron-times.js';
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
  '@DAILY',
  '0 0 ? * MON',
  '0 0 L,15 * ?',
  '0 0 LW * *',
  '0 0 15W,L * *',
  '0 0 * * fri#2,5L,monL',
  '0 0 * January Monday-Friday',
  '0 0 * * sat-sun',
  '0-59/45 * * * *',
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
  ['? 0 * * *', 0, '`?` cannot be the minute'],
  ['0 L * * *', 2, '`L` cannot be the hour'],
  ['0 0 L-3 * *', 4, '`L` cannot be the day of month'],
  ['0 0 1,LW * *', 6, '`LW` cannot stand in a list'],
  ['0 0 32W * *', 4, '`32W` cannot be the day of month'],
  ['0 0 31W 2 *', 4, 'there is no day 31W in the months given'],
  ['0 0 * * L', 8, '`L` cannot be the day of week'],
  ['0 0 * * MON#6', 8, '`MON#6` cannot be the day of week'],
  ['0 0 * * 1-5#2', 10, '`5#2` cannot be the day of week'],
  ['0 0 * MAR#1 *', 6, '`MAR#1` cannot be the month'],
  ['0 0 * * fri-mon', 8, 'the range `fri-mon` ends before it begins'],
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
        const read = readTimes(text);
        if ('message' in read) continue;
        expect(new CronTimes(read, TimeZone.named('UTC')).next(Date.UTC(2096, 2, 1)), text).toBeDefined();
      }
});

test('days that never come together are refused', () => {
  expect(readTimes('0 0 */31 * MON#2')).toMatchObject({
    message: 'no day fits the day of month, the month and the day of week',
  });
  expect(readTimes('0 0 */31 * MON#1')).not.toHaveProperty('message');
});

test.each([
  ['*/45 * * * *', 0, 'every: { minutes: 45 }', '0,45'],
  ['*/90 * * * *', 0, 'every: { minutes: 90 }', '`0`'],
  ['5,7/25 * * * *', 2, 'every: { minutes: 25 }', '7,32,57'],
  ['*/7 * * * * *', 0, 'every: { seconds: 7 }', '0,7,14'],
  ['0 */5 * * *', 2, 'every: { hours: 5 }', '0,5,10,15,20'],
  ['0 0-23/36 * * *', 2, 'every: { hours: 36 }', '`0`'],
  ['0 0 */2 * *', 4, 'every: { days: 2 }', '1,3,5'],
  ['0 0 1 */5 *', 6, 'For these times', '1,6,11'],
  ['0 0 * * */2', 8, 'For these times', '0,2,4,6'],
])('%s is warned of, with the interval and the list that may be meant', (text, offset, interval, list) => {
  expect(checkCron(text)).toBeUndefined();
  expect(findUnevenSteps(text)).toEqual([
    { offset, message: expect.any(String), hint: expect.stringContaining(interval) },
  ]);
  expect(findUnevenSteps(text)[0]?.hint).toContain(list);
});

test.each(['*/15 */6 * * *', '0-30/7 8-18/4 * * *', '*/1 * */1 */3 *', '@hourly', '10/20 * * * *'])(
  '%s is not warned of',
  (text) => {
    expect(findUnevenSteps(text)).toEqual([]);
  },
);
