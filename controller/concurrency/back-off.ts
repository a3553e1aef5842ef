/** How long an operation that fails pauses between its attempts. */
export interface BackOff {
  /** The pause after the first failure. */
  firstMs: number;
  /** No pause is longer. */
  maxMs: number;
  /** The ratio of a pause to the one before it; 2 by default. */
  factor?: number;
  /** The random part of a pause, from 0 to 1; 0.5 by default. */
  spread?: number;
}

/**
 * Returns the pause after the n-th failure in a row, in whole milliseconds: it grows up to `maxMs` and is shortened by
 * a random part, so that operations that failed together do not retry together.
 * @param failures from 1
 * @param random returns a number from 0 up to 1
 */
export function pauseAfter(
  failures: number,
  { firstMs, maxMs, factor = 2, spread = 0.5 }: BackOff,
  random: () => number = Math.random,
): number {
  const whole = Math.min(firstMs * factor ** (failures - 1), maxMs);
  return Math.round(whole * (1 - spread * (1 - random())));
}
