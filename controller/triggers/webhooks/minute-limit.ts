import { BoundedMap } from '../../concurrency/bounded-map.js';

const minute = 60_000;
const maxKeys = 10_000;

/** Counts per key and minute. */
export class MinuteLimit {
  readonly #counts = new BoundedMap<string, { since: number; count: number }>(maxKeys);

  constructor(private readonly max: () => number) {}

  /** Counts one, unless the key has reached the limit of this minute. @returns seconds until the next one may come; 0 if counted */
  take(key: string, now: number): number {
    const count = this.#counts.get(key);
    const isCurrent = count !== undefined && now - count.since < minute;
    const entry = isCurrent ? count : { since: now, count: 0 };
    if (entry.count >= this.max()) return Math.ceil((entry.since + minute - now) / 1_000);
    entry.count += 1;
    if (!isCurrent) this.#counts.set(key, entry);
    return 0;
  }
}
