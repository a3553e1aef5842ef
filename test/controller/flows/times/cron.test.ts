import { expect, test } from 'vitest';
import { checkCron } from '../../../../controller/flows/times/cron.js';

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
  ['5-2 * * * *', 0, 'the range `5-2` ends before it begins'],
  ['1,,2 * * * *', 2, 'the minute is missing'],
  ['0 */0 * * *', 4, '`0` is not a step, such as the 5 of `*/5`'],
  ['1-x * * * *', 2, '`x` cannot be the minute'],
  ['1-2-3 * * * *', 0, '`1-2-3` cannot be the minute'],
  ['0 0 * * SUN-', 12, 'the day of week is missing'],
])('%s is refused with the position of the fault', (text, offset, message) => {
  expect(checkCron(text)).toMatchObject({ offset, message });
});
