import { type BackOff, pauseAfter } from '../../../concurrency/back-off.js';
import { BoundedMap } from '../../../concurrency/bounded-map.js';

const free = 5;
/** No random part, because the caller is told how long to wait. */
const pauses: BackOff = { firstMs: 1_000, maxMs: 15 * 60_000, spread: 0 };
const maxEntries = 10_000;

interface Failures {
  inARow: number;
  /** ms since the epoch; no attempt is allowed before. */
  waitUntil: number;
}

/**
 * Slows down password guessing for one user name: after five failures in a row, the next attempt has to wait one second,
 * then two, four, up to 15 minutes. Unknown names are slowed down in the same way.
 */
export class SlowDown {
  readonly #failures = new BoundedMap<string, Failures>(maxEntries);

  /** Returns the seconds until the next attempt is allowed; 0 for now. */
  wait(name: string, now: number): number {
    const until = this.#failures.get(name)?.waitUntil ?? 0;
    return until > now ? Math.ceil((until - now) / 1000) : 0;
  }

  failed(name: string, now: number): void {
    const inARow = (this.#failures.get(name)?.inARow ?? 0) + 1;
    const pause = inARow < free ? 0 : pauseAfter(inARow - free + 1, pauses);
    // Deleted first, so that the map keeps the order of the last failures.
    this.#failures.delete(name);
    this.#failures.set(name, { inARow, waitUntil: now + pause });
  }

  succeeded(name: string): void {
    this.#failures.delete(name);
  }
}
