/** The parts of a moment, as in jq's `gmtime`: month and weekday count from 0, seconds may have a fraction. */
export type Moment = Readonly<Record<TimePart | 'weekday' | 'yearday', number>>;
export type TimePart = 'year' | 'month' | 'day' | 'hours' | 'minutes' | 'seconds';

export const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
export const MONTHS =
  'January February March April May June July August September October November December'.split(' ');

/** Directives of `strftime` and `strptime` that stand for a format, in the C locale. */
export const COMPOUNDS: Readonly<Record<string, string>> = {
  c: '%a %b %e %H:%M:%S %Y',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  r: '%I:%M:%S %p',
  R: '%H:%M',
  T: '%H:%M:%S',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
};

const DAY = 86_400;

/** Returns the days from 1970-01-01 to a day of the proleptic Gregorian calendar; months and days may overflow. */
function daysTo(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return Math.round(date.getTime() / (DAY * 1000));
}

/** Returns the seconds since 1970 of a moment in UTC. */
export function toSeconds(moment: Readonly<Record<TimePart, number>>): number {
  const { year, month, day, hours, minutes, seconds } = moment;
  return daysTo(year, month, day) * DAY + hours * 3600 + minutes * 60 + Math.floor(seconds);
}

/** Returns the moment `seconds` after the start of 1970, in UTC; undefined beyond the years that a date can have. */
export function fromSeconds(seconds: number): Moment | undefined {
  const whole = Math.floor(seconds);
  const date = new Date(whole * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    hours: date.getUTCHours(),
    minutes: date.getUTCMinutes(),
    seconds: date.getUTCSeconds() + (seconds - whole),
    ...getDays(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()),
  };
}

/** As `fromSeconds`, in the time zone of the process. */
export function fromSecondsLocally(seconds: number): Moment | undefined {
  return fromSeconds(seconds + zoneOffset(seconds));
}

/** Returns the seconds by which the local clock is ahead of UTC. */
export function zoneOffset(seconds: number): number {
  const date = new Date(Math.floor(seconds) * 1000);
  return Number.isNaN(date.getTime()) ? 0 : -date.getTimezoneOffset() * 60;
}

let zoneFormat: Intl.DateTimeFormat | undefined;

/** Returns the abbreviation of the local time zone. */
export function zoneName(seconds: number): string {
  zoneFormat ??= new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' });
  const parts = zoneFormat.formatToParts(new Date(seconds * 1000));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC';
}

/** Returns the weekday and the day of the year, both from 0. */
export function getDays(year: number, month: number, day: number): { weekday: number; yearday: number } {
  const days = daysTo(year, month, day);
  return { weekday: (((days + 4) % 7) + 7) % 7, yearday: days - daysTo(year, 0, 1) };
}

/** Returns the ISO 8601 week and its year. */
export function isoWeek({ year, yearday, weekday }: Moment): { year: number; week: number } {
  const monday = (weekday + 6) % 7;
  const week = Math.floor((yearday - monday + 10) / 7);
  if (week < 1) return { year: year - 1, week: weeksIn(year - 1) };
  return week > weeksIn(year) ? { year: year + 1, week: 1 } : { year, week };
}

function weeksIn(year: number): number {
  const first = getDays(year, 0, 1).weekday;
  const leap = getDays(year, 11, 31).yearday === 365;
  return first === 4 || (first === 3 && leap) ? 53 : 52;
}
