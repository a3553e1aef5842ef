/** How long to leave something alone that has failed. */
export interface BackOff {
  /** The pause after the first failure. */
  firstMs: number;
  /** No pause is longer. */
  longestMs: number;
  /** How much longer each pause is than the one before: twice unless said. */
  factor?: number;
  /** The part of a pause that is left to chance, from 0 to 1: half of it unless said. */
  spread?: number;
}

/**
 * The pause after the n-th failure in a row, in whole milliseconds: growing up to the longest, and shorter by chance, so
 * that what failed together does not come back together.
 * @param failures from 1
 * @param random from 0 up to 1
 */
export function pauseAfter(
  failures: number,
  { firstMs, longestMs, factor = 2, spread = 0.5 }: BackOff,
  random: () => number = Math.random,
): number {
  const whole = Math.min(firstMs * factor ** (failures - 1), longestMs);
  return Math.round(whole * (1 - spread * (1 - random())));
}

/** What is done every so often, a part of it more or less, so that many do not do it in step. */
export function about(ms: number, part: number, random: () => number = Math.random): number {
  return Math.round(ms * (1 + part * (2 * random() - 1)));
}
