import { about, type BackOff, pauseAfter } from '../concurrency/back-off.js';
import type { Problem } from '../problems/index.js';
import type { Clock } from './clock.js';

const retries: BackOff = { firstMs: 1_000, longestMs: 300_000 };

/** The delay after the n-th failure in a row. */
function retryDelay(failures: number, random: () => number): number {
  return pauseAfter(failures, retries, random);
}

/** The poll interval with a jitter of 10 %, so that many installations do not poll one server at the same time. */
function pollDelay(intervalMs: number, random: () => number): number {
  return about(intervalMs, 0.1, random);
}

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
    const delay = mayHelp ? retryDelay(failures, random) : pollDelay(pollIntervalMs, random);
    this.#at = clock.now() + delay;
    this.#cancel = clock.after(delay, this.start);
  }

  cancel(): void {
    this.#cancel();
    this.#cancel = () => {};
    this.#at = undefined;
  }
}
