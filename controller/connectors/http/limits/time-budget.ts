import { TimeLimit } from '../../../concurrency/signals.js';

/** The time of an exchange of several requests; it stands still between them, when they wait for their turn. */
export class TimeBudget {
  #leftMs: number;
  #since = 0;
  #limit: TimeLimit | undefined;

  constructor(
    ms: number,
    private readonly signal: AbortSignal,
  ) {
    this.#leftMs = ms;
  }

  /** Returns a signal that aborts with the caller's, or with a `TimeoutError` at the end of the time. */
  start(): AbortSignal {
    this.stop();
    this.#since = performance.now();
    this.#limit = new TimeLimit(Math.max(1, Math.ceil(this.#leftMs)), this.signal);
    return this.#limit.signal;
  }

  /** The signal of the last `start`. */
  get current(): AbortSignal {
    return this.#limit?.signal ?? this.start();
  }

  /** Takes the limit away for the rest of the exchange. */
  lift(): void {
    this.#limit?.lift();
  }

  /** Counts the time of a transfer from its last piece. */
  progressed(): void {
    this.#since = performance.now();
    this.#limit?.restart();
  }

  stop(): void {
    if (!this.#limit) return;
    this.#limit.release();
    this.#limit = undefined;
    this.#leftMs -= performance.now() - this.#since;
  }
}
