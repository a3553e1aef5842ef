const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 300_000;

/** How long to wait after the n-th failure in a row: doubling, at most five minutes, spread between half and whole. */
export function retryDelay(failures: number, random: () => number): number {
  const whole = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS);
  return Math.round(whole * (0.5 + random() / 2));
}

/** The poll interval, a tenth more or less, so that many installations do not ask one server in step. */
export function pollDelay(intervalMs: number, random: () => number): number {
  return Math.round(intervalMs * (0.9 + random() / 5));
}
