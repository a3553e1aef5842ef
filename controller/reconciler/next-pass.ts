import type { Problem } from '../problems/index.js';
import type { Clock } from './clock.js';
import { pollDelay, retryDelay } from './pace.js';

export interface NextPassOptions {
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  /** 0: never. */
  pollIntervalMs: number;
  /** Followed also while nobody asks for it. */
  isKept: boolean;
}

/** The one timer of a branch: to try again after a failure that may pass, else to poll a branch that is kept. */
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

  /** Sets the timer, in place of one that is set. @param failures passes that failed in a row */
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
