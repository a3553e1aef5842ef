import { about, type BackOff, pauseAfter } from '../back-off/index.js';

const retries: BackOff = { firstMs: 1_000, longestMs: 300_000 };

/** How long to wait after the n-th failure in a row. */
export function retryDelay(failures: number, random: () => number): number {
  return pauseAfter(failures, retries, random);
}

/** The poll interval, a tenth more or less, so that many installations do not ask one server in step. */
export function pollDelay(intervalMs: number, random: () => number): number {
  return about(intervalMs, 0.1, random);
}
