import { hash } from 'node:crypto';
import type { CronExpression } from './cron.js';
import { CronTimes } from './cron-times.js';
import { TimeZone } from './time-zone.js';

/** Times at which a flow starts, with the rules for times that cannot be kept. Durations in ms. */
export interface TimetableRules {
  readonly cron?: readonly CronExpression[];
  /** Starts at multiples of it since 1970. */
  readonly every?: number;
  /** Starts this long after the end of the run before. */
  readonly after?: number;
  readonly timeZone: string;
  readonly missed: 'skip' | 'last' | 'all';
  readonly overlap: 'allow' | 'skip' | 'queue' | 'cancel';
  readonly jitter: number;
}

/** The times of a schedule. Immutable. */
export class Timetable {
  readonly zone: TimeZone;
  readonly #crons: readonly CronTimes[];

  constructor(readonly rules: TimetableRules) {
    this.zone = TimeZone.named(rules.timeZone);
    this.#crons = (rules.cron ?? []).map((each) => new CronTimes(each, this.zone));
  }

  /** Returns the first occurrence after an instant; undefined when there is none, or the end of a run decides. */
  next(after: number): number | undefined {
    const { every } = this.rules;
    if (every !== undefined) return (Math.floor(after / every) + 1) * every;
    return findMin(this.#crons.map((cron) => cron.next(after)));
  }

  /** Returns the last occurrence at or before an instant. */
  previous(at: number): number | undefined {
    const { every } = this.rules;
    if (every !== undefined) return Math.floor(at / every) * every;
    const times = this.#crons.flatMap((cron) => cron.previous(at) ?? []);
    return times.length === 0 ? undefined : Math.max(...times);
  }

  /** Returns up to `limit` occurrences after an instant. */
  following(after: number, limit: number): number[] {
    const times: number[] = [];
    for (let at = this.next(after); at !== undefined && times.length < limit; at = this.next(at))
      times.push(at);
    return times;
  }

  /** Returns the last `limit` occurrences of `[from, to]`, in order. */
  last(from: number, to: number, limit: number): number[] {
    const times: number[] = [];
    for (let at = this.previous(to); at !== undefined && at >= from && times.length < limit; ) {
      times.unshift(at);
      at = this.previous(at - 1);
    }
    return times;
  }

  /** Returns the delay of an occurrence, which is the same at each call. @param id identifies the trigger */
  getJitter(id: string, at: number): number {
    const { jitter } = this.rules;
    if (jitter === 0) return 0;
    return Number.parseInt(hash('sha256', `${id} ${at}`).slice(0, 12), 16) % (jitter + 1);
  }
}

function findMin(values: readonly (number | undefined)[]): number | undefined {
  const numbers = values.flatMap((value) => value ?? []);
  return numbers.length === 0 ? undefined : Math.min(...numbers);
}
