import { Cron } from 'croner';
import fc from 'fast-check';
import { createTask, type ScheduledTask } from 'node-cron';
import { expect, test } from 'vitest';
import { CronTimes, readTimes } from '../../../../controller/flows/times/cron-times.js';
import { TimeZone } from '../../../../controller/flows/times/time-zone.js';

const minute = 60_000;
const hour = 60 * minute;
const zones = `
  Africa/Cairo Africa/Casablanca Africa/El_Aaiun Africa/Lagos America/Adak America/Anchorage
  America/Asuncion America/Caracas America/Chicago America/Denver America/Halifax America/Havana
  America/Los_Angeles America/Miquelon America/New_York America/Nuuk America/Phoenix
  America/Santiago America/Sao_Paulo America/St_Johns Antarctica/Troll Asia/Beirut Asia/Gaza
  Asia/Jerusalem Asia/Kathmandu Asia/Kolkata Asia/Shanghai Atlantic/Azores Australia/Adelaide
  Australia/Eucla Australia/Lord_Howe Australia/Sydney Europe/Berlin Europe/Chisinau Europe/Dublin
  Europe/London Pacific/Auckland Pacific/Chatham Pacific/Easter Pacific/Norfolk`
  .trim()
  .split(/\s+/);

interface Moment {
  readonly at: number;
  /** The clock of the zone, as ms since 1970 on it. */
  readonly wall: number;
}

/** Reads the clock of a zone at an instant. */
function createClock(timeZone: string): (at: number) => number {
  const options = { dateStyle: 'short', timeStyle: 'medium', timeZone } as const;
  const format = new Intl.DateTimeFormat('sv-SE', options);
  return (at) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
}

/** Returns the minutes of a day and a half around an instant. */
function getMoments(zone: string, around: number): Moment[] {
  const read = createClock(zone);
  return Array.from({ length: 36 * 60 }, (_, index) => {
    const at = around + (index - 18 * 60) * minute;
    return { at, wall: read(at) };
  });
}

/** Returns the first change of the clock in each half of 2026, or noon on the day of another zone's change. */
function getSamples(zone: string): Moment[][] {
  const read = createClock(zone);
  return [0, 6].map((month) => {
    const begin = Date.UTC(2026, month, 1);
    const hours = Array.from({ length: 184 * 24 }, (_, index) => begin + index * hour);
    const change = hours.find((at) => read(at + hour) - read(at) !== hour);
    // Half an hour after a full hour in UTC is when some zones change.
    return getMoments(zone, change === undefined ? Date.UTC(2026, month + 2, 29) : change + hour);
  });
}

const samples = new Map(zones.map((zone) => [zone, getSamples(zone)]));

interface TimeFields {
  readonly minute: string;
  readonly hour: string;
}

/** Returns the values of a field that the generator below writes. */
function getValues(text: string, size: number): Set<number> {
  const values = new Set<number>();
  for (const item of text.split(',')) {
    const [span = '', step = '1'] = item.split('/');
    const [low = '0', high = item.includes('/') ? `${size - 1}` : low] =
      span === '*' ? ['0', `${size - 1}`] : span.split('-');
    for (let value = Number(low); value <= Number(high); value += Number(step)) values.add(value);
  }
  return values;
}

/** Returns a function that is true for a clock at a time of the fields. */
function createMatcher({ minute: minutes, hour: hours }: TimeFields): (wall: number) => boolean {
  const [inHour, inDay] = [getValues(minutes, 60), getValues(hours, 24)];
  return (wall) => inHour.has(new Date(wall).getUTCMinutes()) && inDay.has(new Date(wall).getUTCHours());
}

/** Returns the times by the rules of the manual, by a look at each minute. */
function getExpected(moments: readonly Moment[], { minute: minutes, hour: hours }: TimeFields): number[] {
  const isTime = createMatcher({ minute: minutes, hour: hours });
  if (/[*/]/.test(minutes + hours)) return moments.filter(({ wall }) => isTime(wall)).map(({ at }) => at);
  const times = new Set<number>();
  let last = moments[0]?.wall ?? 0;
  for (const { at, wall } of moments) {
    for (let shown = last + minute; shown <= wall; shown += minute) if (isTime(shown)) times.add(at);
    last = Math.max(last, wall);
  }
  return [...times];
}

function getField(size: number): fc.Arbitrary<string> {
  const value = fc.integer({ min: 0, max: size - 1 });
  const range = fc.tuple(value, value).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  const step = fc.integer({ min: 1, max: size });
  const item = fc.oneof(
    { weight: 4, arbitrary: value.map(String) },
    { weight: 2, arbitrary: range },
    fc.tuple(range, step).map(([span, width]) => `${span}/${width}`),
    fc.tuple(value, step).map(([from, width]) => `${from}/${width}`),
    step.map((width) => `*/${width}`),
    fc.constant('*'),
  );
  return fc.array(item, { minLength: 1, maxLength: 2 }).map((items) => items.join(','));
}

const timeFields = fc.record({
  minute: getField(60),
  // Changes of the clock are at night.
  hour: fc.oneof(
    getField(24),
    fc.constantFrom('*', '*/2', '1', '2', '1,2', '0-3', '3', '0', '23', '22-23', '1/1'),
  ),
});

function createTimes(text: string, zone: string): CronTimes {
  const read = readTimes(text);
  if ('message' in read) throw new Error(`${text}: ${read.message}`);
  return new CronTimes(read, TimeZone.named(zone));
}

/** Returns the times of a span, and checks that those found backwards are the same. */
function getTimes(cron: CronTimes, from: number, to: number): number[] {
  const times: number[] = [];
  for (let at = cron.next(from); at !== undefined && at <= to; at = cron.next(at)) times.push(at);
  const backwards: number[] = [];
  for (let at = cron.previous(to); at !== undefined && at > from; at = cron.previous(at - 1))
    backwards.push(at);
  expect(backwards.reverse()).toEqual(times);
  return times;
}

const toTexts = (times: readonly number[]) => times.map((at) => new Date(at).toISOString());

test('through changes of the clock in 40 zones, times are those of the rules', () => {
  expect(zones).toHaveLength(40);
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.constantFrom(0, 1), timeFields, (zone, half, fields) => {
      const moments = samples.get(zone)?.[half] ?? [];
      const [from = 0, to = 0] = [moments[0]?.at, moments.at(-1)?.at];
      const expected = getExpected(moments, fields).filter((at) => at > from);
      const times = getTimes(createTimes(`${fields.minute} ${fields.hour} * * *`, zone), from, to);
      expect(toTexts(times)).toEqual(toTexts(expected));
    }),
    { numRuns: 600 },
  );
}, 60_000);

/** Returns the times of another library, or undefined where it does not know the expression. */
function getTimesOfCroner(text: string, timezone: string, from: number, to: number): number[] | undefined {
  const times: number[] = [];
  try {
    const options = { timezone, paused: true, sloppyRanges: true, fixedTimeRule: 'no-wildcard' } as const;
    const cron = new Cron(text, options);
    for (let at = cron.nextRun(new Date(from)); at && at.getTime() <= to; at = cron.nextRun(at))
      times.push(at.getTime());
    return times;
  } catch {
    return undefined;
  }
}

function getTimesOfNodeCron(
  text: string,
  timezone: string,
  moments: readonly Moment[],
): number[] | undefined {
  let task: ScheduledTask;
  try {
    task = createTask(text, () => undefined, { timezone });
  } catch {
    return undefined;
  }
  return moments.filter(({ at }) => task.match(new Date(at))).map(({ at }) => at);
}

test('where two other libraries agree about a time, so does svc', () => {
  let agreed = 0;
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.constantFrom(0, 1), timeFields, (zone, half, fields) => {
      const text = `${fields.minute} ${fields.hour} * * *`;
      const moments = (samples.get(zone)?.[half] ?? []).slice(8 * 60, -8 * 60);
      const [from = 0, to = 0] = [moments[0]?.at, moments.at(-1)?.at];
      const one = getTimesOfCroner(text, zone, from, to);
      const other = getTimesOfNodeCron(text, zone, moments)?.filter((at) => at > from);
      if (!one || !other || one.join() !== other.join()) return;
      agreed += 1;
      // Times that the clock skips are left out: neither library starts 23:00 of a day that ends at 23:00. The test above has the rule for it.
      const isShown = createMatcher(fields);
      const read = createClock(zone);
      const times = getTimes(createTimes(text, zone), from, to);
      expect(toTexts(times.filter((at) => isShown(read(at))))).toEqual(
        toTexts(one.filter((at) => isShown(read(at)))),
      );
    }),
    { numRuns: 150 },
  );
  expect(agreed).toBeGreaterThan(30);
}, 60_000);
