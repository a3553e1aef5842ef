/** The shortest and the longest time that is left to others, in milliseconds. */
const shortestPauseMs = 250;
const longestPauseMs = 2_000;
/** Of its own pushes, with nobody else seen, one follows the other for so long before there is a pause. */
const longestStreakMs = 2_000;
/** Others who pushed within so long are likely to push again. */
const rememberedMs = 30_000;

/** A push that was refused is tried again with half as many commits; this many at first. */
const firstCommits = 64;

/**
 * When svc may push to a branch that others push to as well. Who pushes without pause leaves nobody the time between a
 * fetch and a push; so svc pauses for twice as long as its last push took: after each of its pushes while others push too, and
 * every two seconds where nobody else is seen, for those who are refused are not seen. A push that was refused is no
 * turn: it is tried again at once, with fewer commits, which takes less time.
 */
export class Turns {
  #pushedAt = Number.NEGATIVE_INFINITY;
  #pauseMs = shortestPauseMs;
  #streakFrom = Number.NEGATIVE_INFINITY;
  #othersAt = Number.NEGATIVE_INFINITY;
  #refusals = 0;

  /** How many commits the next push may have. */
  get mostCommits(): number {
    if (this.#refusals === 0) return Number.POSITIVE_INFINITY;
    return Math.max(1, Math.floor(firstCommits / 2 ** this.#refusals));
  }

  /** Whether others were faster the last time. */
  get isRefused(): boolean {
    return this.#refusals > 0;
  }

  /** @returns how long to wait with the next push, in milliseconds. @param now in milliseconds, of any clock */
  waitMs(now: number): number {
    const left = this.#pushedAt + this.#pauseMs - now;
    if (left <= 0) this.#streakFrom = now;
    const isShared = now - this.#othersAt < rememberedMs;
    return left > 0 && (isShared || now - this.#streakFrom > longestStreakMs) ? left : 0;
  }

  /** The remote took a push, which lasted so long. */
  pushed(now: number, tookMs: number): void {
    this.#pushedAt = now;
    this.#refusals = 0;
    this.#pauseMs = Math.min(Math.max(2 * tookMs, shortestPauseMs), longestPauseMs);
  }

  /** The remote was elsewhere than believed. */
  refused(): void {
    this.#refusals++;
  }

  /** Somebody else has pushed. */
  othersPushed(now: number): void {
    this.#othersAt = now;
  }
}
