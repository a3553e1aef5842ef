import { type BackOff, pauseAfter } from '../concurrency/back-off.js';
import { about } from '../concurrency/long-timer.js';
import type { Problem } from '../problems/index.js';

/** The reconciler's time; tests pass a clock of their own. */
export interface Clock {
  /** ms since the epoch. */
  now(): number;
  /** Calls `action` once after `ms`; the returned function cancels it. */
  after(ms: number, action: () => void): () => void;
}

/** The longest wait of `setTimeout`; a longer one would end at once. */
const maxTimeoutMs = 2 ** 31 - 1;

/** The machine's time. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, Math.min(ms, maxTimeoutMs)).unref();
    return () => clearTimeout(timer);
  },
};

const retries: BackOff = { firstMs: 1_000, maxMs: 300_000 };

/** The jitter of the poll interval, so that many installations do not poll one server at the same time. */
const pollJitter = 0.1;

export interface NextPassOptions {
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  /** 0: never. */
  pollIntervalMs: number;
  /** True for a branch that is followed without requests. */
  isKept: boolean;
}

/** The timer of a branch: for a retry after a failure that may pass, else for the next poll of a kept branch. */
export class NextPass {
  #at: number | undefined;
  #cancel = () => {};

  constructor(
    private readonly options: NextPassOptions,
    private readonly start: () => void,
  ) {}

  /** RFC 3339; undefined while no timer is set. */
  get at(): string | undefined {
    return this.#at === undefined ? undefined : new Date(this.#at).toISOString();
  }

  /** Sets or replaces the timer. @param failures number of passes that failed in a row */
  set(failure: Problem | undefined, failures: number): void {
    this.cancel();
    const { clock, random, pollIntervalMs, isKept } = this.options;
    const mayHelp = failure !== undefined && failure.retry !== 'never';
    if (!mayHelp && (!isKept || pollIntervalMs <= 0)) return;
    const delay = mayHelp ? pauseAfter(failures, retries, random) : about(pollIntervalMs, pollJitter, random);
    this.#at = clock.now() + delay;
    this.#cancel = clock.after(delay, this.start);
  }

  cancel(): void {
    this.#cancel();
    this.#cancel = () => {};
    this.#at = undefined;
  }
}
