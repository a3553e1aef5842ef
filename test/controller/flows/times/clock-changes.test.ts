import { expect, test } from 'vitest';
import { type CronFields, readCron } from '../../../../controller/flows/times/cron.js';
import { CronTimes } from '../../../../controller/flows/times/cron-times.js';
import { TimeZone } from '../../../../controller/flows/times/time-zone.js';

const getCron = (text: string) =>
  new CronTimes(readCron(text) as CronFields, TimeZone.named('Europe/Berlin'));
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

test('a time that the clock shows twice occurs once, in both directions', () => {
  const cron = getCron('*/15 * * * *');
  const forwards: number[] = [];
  for (let at = change - 7_200_000; at < change + 7_200_000; ) {
    at = cron.next(at) ?? Number.POSITIVE_INFINITY;
    forwards.push(at);
  }
  const backwards: number[] = [];
  for (let at = forwards.at(-1) ?? 0; backwards.length < forwards.length; at = (cron.previous(at) ?? 0) - 1)
    backwards.unshift(cron.previous(at) ?? 0);
  expect(backwards).toEqual(forwards);
  // The clock shows the hour from two twice: nothing starts in its second one.
  expect(forwards.filter((at) => at >= change && at < change + 3_600_000)).toEqual([]);
});
