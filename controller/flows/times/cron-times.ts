import { Cron } from 'croner';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import { type CronExpression, type CronProblem, readCron } from './cron.js';
import type { TimeZone } from './time-zone.js';

const second = 1_000;
const day = 86_400_000;
/** Any day: the calendar repeats itself after 400 years. */
const firstDay = new Date(Date.UTC(2000, 0, 1));
/** No zone sets its clock back by more. */
const maxOverlapMs = 3 * 3_600_000;
/** The clock of a zone is never set by more in sum; times beyond the second are searched from the first before them. */
const [nearMs, farMs] = [2 * day, 3 * day];
/** croner keeps 80 KB per expression for its years, and reads one in 30 µs. */
const calendars = new BoundedMap<string, Cron>(64);

/** The times of a cron expression in a time zone. */
export class CronTimes {
  constructor(
    private readonly expression: CronExpression,
    private readonly zone: TimeZone,
  ) {}

  /** Returns the first time after an instant. */
  next(after: number): number | undefined {
    if (this.expression.isRecurring) return this.#nextRecurring(after);
    const wall = this.#nextWall(this.#lastWall(after));
    return wall === undefined ? undefined : this.zone.toInstant(wall);
  }

  /** Returns the last time at or before an instant. */
  previous(at: number): number | undefined {
    if (this.expression.isRecurring) return this.#previousRecurring(at);
    const wall = this.#previousWall(this.#lastWall(at));
    return wall === undefined ? undefined : this.zone.toInstant(wall);
  }

  /** Follows the clock through its changes: what it shows twice is a time twice, what it leaves out is none. */
  #nextRecurring(after: number): number | undefined {
    for (let start = floor(after, second) + second; ; ) {
      const wall = this.zone.wallAt(start);
      const wallTime = this.#nextWall(wall - second);
      if (wallTime === undefined) return undefined;
      const instant = start + wallTime - wall;
      const isFar = instant - start > farMs;
      const change = this.zone.findChange(start, isFar ? start + day : instant);
      if (change === undefined && !isFar) return instant;
      // Once the clock is not set back, nothing before `wallTime` is shown again: only the changes near it matter.
      start = change ?? instant - nearMs;
    }
  }

  #previousRecurring(at: number): number | undefined {
    for (let end = floor(at, second); ; ) {
      const wall = this.zone.wallAt(end);
      const wallTime = this.#previousWall(wall);
      if (wallTime === undefined) return undefined;
      const instant = end + wallTime - wall;
      const isFar = end - instant > farMs;
      const change = this.zone.findLastChange(isFar ? end - day : instant, end);
      if (change === undefined && !isFar) return instant;
      end = change === undefined ? instant + nearMs : change - second;
    }
  }

  /** Returns the last wall-clock second whose instant, which never decreases with it, is not after `at`. */
  #lastWall(at: number): number {
    let low = floor(this.zone.wallAt(at), second);
    if (this.zone.isSteadyBefore(at, maxOverlapMs)) return low;
    for (let high = low + maxOverlapMs + second; high - low > second; ) {
      const middle = low + floor((high - low) / 2, second);
      if (this.zone.toInstant(middle) <= at) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Returns the first wall-clock time of the expression after another. */
  #nextWall(after: number): number | undefined {
    return getCalendar(this.expression).nextRun(new Date(after))?.getTime();
  }

  /** Returns the last wall-clock time of the expression at or before another. */
  #previousWall(at: number): number | undefined {
    return getCalendar(this.expression)
      .previousRuns(1, new Date(at + second))[0]
      ?.getTime();
  }
}

/** Reads a cron expression that has times. Returns what it says, or its fault. */
export function readTimes(cronText: string): CronExpression | CronProblem {
  const expression = readCron(cronText);
  if ('message' in expression || getCalendar(expression).nextRun(firstDay)) return expression;
  return { offset: 0, message: 'no day fits the day of month, the month and the day of week' };
}

/** Returns the times of an expression on a clock that is never set. */
function getCalendar({ fields, eitherDay }: CronExpression): Cron {
  const key = `${fields} ${eitherDay}`;
  const cachedCalendar = calendars.get(key);
  if (cachedCalendar) return cachedCalendar;
  const calendar = new Cron(fields, { paused: true, utcOffset: 0, domAndDow: !eitherDay });
  calendars.set(key, calendar);
  return calendar;
}

function floor(value: number, unit: number): number {
  return Math.floor(value / unit) * unit;
}
