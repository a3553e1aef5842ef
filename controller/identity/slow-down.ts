import { type BackOff, pauseAfter } from '../back-off/index.js';

const free = 5;
/** Nothing is left to chance: who waits is told how long. */
const pauses: BackOff = { firstMs: 1_000, longestMs: 15 * 60_000, spread: 0 };
const most = 10_000;

interface Failures {
  inARow: number;
  /** ms since the epoch; nothing is tried before. */
  waitUntil: number;
}

/**
 * Slows down whoever guesses at one name: after five failures in a row one must wait a second, then two, four, up to a
 * quarter of an hour. Names of nobody are slowed down alike.
 */
export class SlowDown {
  readonly #failures = new Map<string, Failures>();

  /** Seconds to wait before the next try; 0 when there is none. */
  wait(name: string, now: number): number {
    const until = this.#failures.get(name)?.waitUntil ?? 0;
    return until > now ? Math.ceil((until - now) / 1000) : 0;
  }

  failed(name: string, now: number): void {
    const inARow = (this.#failures.get(name)?.inARow ?? 0) + 1;
    const pause = inARow < free ? 0 : pauseAfter(inARow - free + 1, pauses);
    // Set anew, so that the map keeps the order of the last failures.
    this.#failures.delete(name);
    if (this.#failures.size >= most) {
      const [oldest] = this.#failures.keys();
      if (oldest !== undefined) this.#failures.delete(oldest);
    }
    this.#failures.set(name, { inARow, waitUntil: now + pause });
  }

  succeeded(name: string): void {
    this.#failures.delete(name);
  }
}
