import { Bell } from './bell.js';

/** Comes in place of what was too much to keep: the reader looks it up where it comes from. */
export const missed = Symbol('missed');

/**
 * What arrives for one reader. However slow that is, no more than `most` wait: then all of them are dropped, and `missed`
 * comes instead.
 */
export class Inbox<Item> {
  readonly #bell = new Bell();
  #waiting: Item[] = [];
  #hasMissed = false;
  #hasEnded = false;

  constructor(private readonly most = 1_000) {}

  put(item: Item): void {
    // Whoever looks up what was missed finds this too.
    if (this.#hasMissed || this.#hasEnded) return;
    this.#waiting.push(item);
    if (this.#waiting.length > this.most) {
      this.#waiting = [];
      this.#hasMissed = true;
    }
    this.#bell.ring();
  }

  /** Nothing more comes. */
  end(): void {
    this.#hasEnded = true;
    this.#bell.ring();
  }

  /** What waits, then what comes, in order; until the end, or until the signal aborts. */
  async *drain(signal: AbortSignal): AsyncGenerator<Item | typeof missed> {
    while (!signal.aborted) {
      if (this.#hasMissed) {
        this.#hasMissed = false;
        yield missed;
      } else if (this.#waiting.length > 0) {
        const taken = this.#waiting;
        this.#waiting = [];
        for (const item of taken) {
          if (signal.aborted) return;
          yield item;
        }
      } else if (this.#hasEnded) return;
      else await this.#bell.heard(signal);
    }
  }
}
