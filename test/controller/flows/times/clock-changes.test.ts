import { expect, test } from 'vitest';
import { type CronExpression, readCron } from '../../../../controller/flows/times/cron.js';
import { CronTimes } from '../../../../controller/flows/times/cron-times.js';
import { TimeZone } from '../../../../controller/flows/times/time-zone.js';

const getCron = (text: string) =>
  new CronTimes(readCron(text) as CronExpression, TimeZone.named('Europe/Berlin'));
/** The clock goes back from three to two. */
const change = Date.parse('2026-10-25T01:00:00Z');

test('hundreds of times of each second around a clock change are found without a look at each second', () => {
  const cron = getCron('* * * * * *');
  for (const begin of [change, change + 1_800_000, change + 7_200_000]) {
    let [before, after]: (number | undefined)[] = [begin, begin];
    for (let count = 0; count < 300; count++) {
      before = before && cron.previous(before - 1);
      after = after && cron.next(after);
    }
    expect(before).toBeLessThan(begin);
    expect(after).toBeGreaterThan(begin);
  }
}, 10_000);

/** Returns the times within two hours of the change, as minutes since it. */
function getMinutes(text: string): number[] {
  const cron = getCron(text);
  const forwards: number[] = [];
  for (
    let at = cron.next(change - 7_200_001);
    at !== undefined && at <= change + 7_200_000;
    at = cron.next(at)
  )
    forwards.push((at - change) / 60_000);
  const backwards: number[] = [];
  for (let at = cron.previous(change + 7_200_000); at !== undefined && at >= change - 7_200_000; ) {
    backwards.unshift((at - change) / 60_000);
    at = cron.previous(at - 1);
  }
  expect(backwards).toEqual(forwards);
  return forwards;
}

test.each([
  ['*/30 * * * *', [-120, -90, -60, -30, 0, 30, 60, 90, 120]],
  ['@hourly', [-120, -60, 0, 60, 120]],
  ['30 * * * *', [-90, -30, 30, 90]],
  ['*/30 2 * * *', [-60, -30, 0, 30]],
  ['0 2/1 * * *', [-60, 0, 60, 120]],
  ['0,30 * * * *', [-120, -90, -60, -30, 0, 30, 60, 90, 120]],
])('%s goes on through an hour that the clock shows twice, in both directions', (text, minutes) => {
  expect(getMinutes(text)).toEqual(minutes);
});

test.each([
  ['30 2 * * *', [-30]],
  ['0,30 2,3 * * *', [-60, -30, 60, 90]],
  ['0 1-3 * * *', [-120, -60, 60]],
  ['*/20 30 2 * * *', [-30, -30 + 1 / 3, -30 + 2 / 3]],
])('%s, of fixed hours and minutes, occurs once in an hour that the clock shows twice', (text, minutes) => {
  expect(getMinutes(text).map((each) => each.toFixed(2))).toEqual(minutes.map((each) => each.toFixed(2)));
});
