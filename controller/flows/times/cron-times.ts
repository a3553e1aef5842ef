import type { CronFields } from './cron.js';
import type { TimeZone } from './time-zone.js';

const second = 1_000;
const day = 86_400_000;
/** A day that a valid expression names comes within this time: Sundays on 29 February are 40 years apart at most. */
const horizon = 50 * 366;
/** No zone sets its clock back by more. */
const longestOverlap = 3 * 3_600_000;

/** The times of a cron expression in a time zone. */
export class CronTimes {
  constructor(
    private readonly fields: CronFields,
    private readonly zone: TimeZone,
  ) {}

  /** Returns the first time after an instant. */
  next(after: number): number | undefined {
    let wall = floor(this.zone.wallAt(after), second);
    for (;;) {
      const found = this.#wall(wall + second, 1);
      if (found === undefined) return undefined;
      const instant = this.zone.instantOf(found);
      if (instant > after) return instant;
      wall = found;
    }
  }

  /** Returns the last time at or before an instant. */
  previous(at: number): number | undefined {
    const slack = this.zone.isSteadyBefore(at, longestOverlap) ? 0 : longestOverlap;
    let wall = floor(this.zone.wallAt(at), second) + slack + second;
    for (;;) {
      const found = this.#wall(wall - second, -1);
      if (found === undefined) return undefined;
      const instant = this.zone.instantOf(found);
      if (instant <= at) return instant;
      wall = found;
    }
  }

  /** Returns the nearest wall-clock time of the expression at `from`, or later (1) or earlier (-1). */
  #wall(from: number, direction: 1 | -1): number | undefined {
    let date = floor(from, day);
    let time: number | undefined = from - date;
    for (let count = 0; count < horizon; count++) {
      if (this.#isDay(date)) {
        const found = this.#timeOfDay(time, direction);
        if (found !== undefined) return date + found;
      }
      date += direction * day;
      time = undefined;
    }
    return undefined;
  }

  #isDay(date: number): boolean {
    const { months, daysOfMonth, daysOfWeek, eitherDay } = this.fields;
    const when = new Date(date);
    if (!months.includes(when.getUTCMonth() + 1)) return false;
    const [inMonth, inWeek] = [
      daysOfMonth.includes(when.getUTCDate()),
      daysOfWeek.includes(when.getUTCDay()),
    ];
    return eitherDay ? inMonth || inWeek : inMonth && inWeek;
  }

  /** Returns the nearest time of a day to `limit`, in ms; the first or last one without a limit. */
  #timeOfDay(limit: number | undefined, direction: 1 | -1): number | undefined {
    const { hours, minutes, seconds } = this.fields;
    const bound = limit ?? (direction === 1 ? 0 : day - second);
    const parts = [
      Math.floor(bound / 3_600_000),
      Math.floor(bound / 60_000) % 60,
      Math.floor(bound / second) % 60,
    ];
    const [hour = 0, minute = 0, sec = 0] = parts;
    for (const h of inOrder(hours, hour, direction)) {
      for (const m of inOrder(minutes, h === hour ? minute : undefined, direction)) {
        const isLast = h === hour && m === minute;
        const [s] = inOrder(seconds, isLast ? sec : undefined, direction);
        if (s !== undefined) return (h * 3_600 + m * 60 + s) * second;
      }
    }
    return undefined;
  }
}

/** The values from `limit` on in a direction. */
function inOrder(values: readonly number[], limit: number | undefined, direction: 1 | -1): number[] {
  const rest = limit === undefined ? [...values] : values.filter((value) => (value - limit) * direction >= 0);
  return direction === 1 ? rest : rest.reverse();
}

function floor(value: number, unit: number): number {
  return Math.floor(value / unit) * unit;
}
