import { type BackOff, pauseAfter } from '../../back-off/index.js';

const pauses: BackOff = { firstMs: 1_000, longestMs: 60_000 };

/** When a remote that did not take a push is tried again, and why it did not. */
export class Retries {
  #away: { reason: string; failures: number; retryAt: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param retry tries again; never rejects. @param delay the pause after the n-th failure, in milliseconds */
  constructor(
    private readonly retry: () => void,
    private readonly delay: (failures: number) => number = (failures) => pauseAfter(failures, pauses),
  ) {}

  /** Undefined while nothing is known against the remote. */
  get away(): { reason: string; retryAt: number } | undefined {
    return this.#away;
  }

  /** Whether it is not yet to be tried again. */
  get isPausing(): boolean {
    return this.#away !== undefined && Date.now() < this.#away.retryAt;
  }

  /** @returns whether it is the first failure in a row */
  failed(reason: string): boolean {
    const failures = (this.#away?.failures ?? 0) + 1;
    const pauseMs = this.delay(failures);
    this.#away = { reason, failures, retryAt: Date.now() + pauseMs };
    this.#in(pauseMs);
    return failures === 1;
  }

  /** The remote answers again: what waits is tried now. Whether it takes a push is another question. */
  seen(): void {
    if (!this.#away) return;
    this.#away.retryAt = Date.now();
    this.#in(0);
  }

  /** The remote has taken a push, or declined it: what else waits is tried now. */
  back(): void {
    if (!this.#away) return;
    this.#away = undefined;
    clearTimeout(this.#timer);
    this.retry();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #in(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(this.retry, ms).unref();
  }
}
