import { type BackOff, pauseAfter } from '../../concurrency/back-off.js';

/** The shortest and the longest pause between pushes, in milliseconds. */
const minPauseMs = 250;
const maxPauseMs = 2_000;
/** While no other client is seen, svc pushes for so long without a pause. */
const maxStreakMs = 2_000;
/** Clients that pushed within this time are likely to push again. */
const rememberedMs = 30_000;

/** After a refused push, the next one has half as many commits; the first reduction starts from this number. */
const firstCommits = 64;

/**
 * Paces the pushes to a branch that other clients push to as well. A client that pushes without pause leaves the others
 * no time between their fetch and their push. So svc pauses for twice as long as its last push took: after each push
 * while others push too, and every two seconds while no other client is seen, because refused clients are not seen. A
 * refused push is repeated at once, with fewer commits, which takes less time.
 */
export class PushPace {
  #pushedAt = Number.NEGATIVE_INFINITY;
  #pauseMs = minPauseMs;
  #streakFrom = Number.NEGATIVE_INFINITY;
  #othersAt = Number.NEGATIVE_INFINITY;
  #refusals = 0;

  /** The most commits that the next push may have. */
  get maxCommits(): number {
    if (this.#refusals === 0) return Number.POSITIVE_INFINITY;
    return Math.max(1, Math.floor(firstCommits / 2 ** this.#refusals));
  }

  /** True if another client was faster the last time. */
  get isRefused(): boolean {
    return this.#refusals > 0;
  }

  /** Returns the pause before the next push, in milliseconds. @param now in milliseconds, of any clock */
  pauseMs(now: number): number {
    const left = this.#pushedAt + this.#pauseMs - now;
    if (left <= 0) this.#streakFrom = now;
    const isShared = now - this.#othersAt < rememberedMs;
    return left > 0 && (isShared || now - this.#streakFrom > maxStreakMs) ? left : 0;
  }

  /** Notes that the remote accepted a push of this duration. */
  accepted(now: number, tookMs: number): void {
    this.#pushedAt = now;
    this.#refusals = 0;
    this.#pauseMs = Math.min(Math.max(2 * tookMs, minPauseMs), maxPauseMs);
  }

  /** Notes that the remote refused a push because its branch had moved. */
  refused(): void {
    this.#refusals++;
  }

  /** Notes that another client has pushed. */
  othersPushed(now: number): void {
    this.#othersAt = now;
  }
}

const pauses: BackOff = { firstMs: 1_000, maxMs: 60_000 };

/** Schedules the next attempt after a push failed, and keeps the reason of the failure. */
export class RemoteRetry {
  #failure: { reason: string; failures: number; retryAt: number } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param retry tries again; never rejects. @param delay the pause after the n-th failure, in milliseconds */
  constructor(
    private readonly retry: () => void,
    private readonly delay: (failures: number) => number = (failures) => pauseAfter(failures, pauses),
  ) {}

  /** The last failure; undefined once the remote has answered a push. */
  get failure(): { reason: string; retryAt: number } | undefined {
    return this.#failure;
  }

  /** True while the next attempt has to wait. */
  get isPausing(): boolean {
    return this.#failure !== undefined && Date.now() < this.#failure.retryAt;
  }

  /** Notes a failure. @returns true if it is the first in a row */
  failed(reason: string): boolean {
    const failures = (this.#failure?.failures ?? 0) + 1;
    const pauseMs = this.delay(failures);
    this.#failure = { reason, failures, retryAt: Date.now() + pauseMs };
    this.#schedule(pauseMs);
    return failures === 1;
  }

  /** Notes that the remote answers again, and retries now. The remote may still not accept a push. */
  reachable(): void {
    if (!this.#failure) return;
    this.#failure.retryAt = Date.now();
    this.#schedule(0);
  }

  /** Notes that the remote answered a push, and retries now what else failed. */
  answered(): void {
    if (!this.#failure) return;
    this.#failure = undefined;
    clearTimeout(this.#timer);
    this.retry();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(this.retry, ms).unref();
  }
}
