import type { CronFields } from './cron.js';
import type { TimeZone } from './time-zone.js';

const second = 1_000;
const day = 86_400_000;
/** A day that a valid expression names comes within this time: Sundays on 29 February are 40 years apart at most. */
const horizon = 50 * 366 * day;
/** No zone sets its clock back by more. */
const maxOverlapMs = 3 * 3_600_000;

/** The times of a cron expression in a time zone. */
export class CronTimes {
  constructor(
    private readonly fields: CronFields,
    private readonly zone: TimeZone,
  ) {}

  /** Returns the first time after an instant. */
  next(after: number): number | undefined {
    const wallTime = this.#wall(this.#lastWall(after) + second, 1);
    return wallTime === undefined ? undefined : this.zone.toInstant(wallTime);
  }

  /** Returns the last time at or before an instant. */
  previous(at: number): number | undefined {
    const wallTime = this.#wall(this.#lastWall(at), -1);
    return wallTime === undefined ? undefined : this.zone.toInstant(wallTime);
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

  /** Returns the nearest wall-clock time of the expression at `from`, or later (1) or earlier (-1). */
  #wall(from: number, direction: 1 | -1): number | undefined {
    let date = floor(from, day);
    let time: number | undefined = from - date;
    for (const end = date + direction * horizon; direction * (end - date) > 0; time = undefined) {
      const when = new Date(date);
      if (!this.fields.months.includes(when.getUTCMonth() + 1)) {
        const [year, month] = [when.getUTCFullYear(), when.getUTCMonth()];
        date = direction === 1 ? Date.UTC(year, month + 1, 1) : Date.UTC(year, month, 0);
        continue;
      }
      const timeOfDay = this.#isDay(when) ? this.#timeOfDay(time, direction) : undefined;
      if (timeOfDay !== undefined) return date + timeOfDay;
      date += direction * day;
    }
    return undefined;
  }

  #isDay(when: Date): boolean {
    const { daysOfMonth, daysOfWeek, eitherDay } = this.fields;
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
