import { describe, expect, test } from 'vitest';
import { readCron } from '../../../../controller/flows/times/cron.js';
import { CronTimes } from '../../../../controller/flows/times/cron-times.js';
import { TimeZone } from '../../../../controller/flows/times/time-zone.js';

function times(expression: string, zone: string): CronTimes {
  const fields = readCron(expression);
  if ('message' in fields) throw new Error(fields.message);
  return new CronTimes(fields, TimeZone.named(zone));
}

function following(expression: string, zone: string, after: string, count: number): string[] {
  const cron = times(expression, zone);
  const found: string[] = [];
  for (let at = cron.next(Date.parse(after)); at !== undefined && found.length < count; at = cron.next(at)) {
    found.push(new Date(at).toISOString());
  }
  return found;
}

describe('a time that daylight saving leaves out', () => {
  test('fires at the first moment after the gap, once for all such times', () => {
    expect(following('0,20,40 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:00:00.000Z',
    ]);
  });

  test('fires at midnight where the gap ends the day', () => {
    expect(following('30 23 * * SAT', 'America/Nuuk', '2026-03-28T12:00:00Z', 1)).toEqual([
      '2026-03-29T01:00:00.000Z',
    ]);
  });

  test('does not fire where it recurs', () => {
    expect(following('*/20 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 1)).toEqual([
      '2026-03-30T00:00:00.000Z',
    ]);
  });

  test('fires after a gap of half an hour', () => {
    expect(following('15 2 * * *', 'Australia/Lord_Howe', '2026-10-03T12:00:00Z', 1)).toEqual([
      '2026-10-03T15:30:00.000Z',
    ]);
  });

  test('fires at the end of a day that a zone leaves out', () => {
    expect(following('0 12 * * *', 'Pacific/Apia', '2011-12-29T12:00:00Z', 3)).toEqual([
      '2011-12-29T22:00:00.000Z',
      '2011-12-30T10:00:00.000Z',
      '2011-12-30T22:00:00.000Z',
    ]);
  });
});

describe('a time that occurs twice', () => {
  test('fires at the first of the two', () => {
    expect(following('30 1 * * *', 'America/New_York', '2026-10-31T12:00:00Z', 2)).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-02T06:30:00.000Z',
    ]);
  });

  test('is not found again from inside the second hour', () => {
    const cron = times('0,30 1 * * *', 'America/New_York');
    expect(cron.previous(Date.parse('2026-11-01T06:10:00Z'))).toBe(Date.parse('2026-11-01T05:30:00Z'));
    expect(cron.next(Date.parse('2026-11-01T06:10:00Z'))).toBe(Date.parse('2026-11-02T06:00:00Z'));
  });
});

test.each(['*/7 * * * *', '0 0 29 2 *', '30 2 * * 1-5', '0 12 1,15 * 5', '*/15 1-3 * 3,10,11 *'])(
  'the times of %s before a moment are those that come after an earlier one',
  (expression) => {
    const cron = times(expression, 'Europe/Berlin');
    const found: number[] = [];
    let at = cron.next(Date.parse('2026-03-01T00:00:00Z'));
    for (; at !== undefined && found.length < 3_000; at = cron.next(at)) found.push(at);
    const back: number[] = [];
    for (let before = found.at(-1); before !== undefined && back.length < found.length; ) {
      back.unshift(before);
      before = cron.previous(before - 1);
    }
    expect(back).toEqual(found);
  },
);

test('names of a zone give texts with its offset', () => {
  const zone = TimeZone.named('Asia/Kathmandu');
  expect(zone.toInstantText(Date.parse('2026-01-01T00:00:00Z'))).toBe('2026-01-01T05:45:00+05:45');
});
