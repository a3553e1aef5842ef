/** Longer pauses, in seconds, are mistakes: ten years. */
const maxSeconds = 10 * 365 * 24 * 3_600;

/**
 * Returns the pause that a server asks for in `Retry-After`, in whole seconds: a number of seconds or a date (RFC 9110,
 * 10.2.3). Returns undefined for a text that is neither, and for a time that is over.
 * @param now milliseconds since the epoch
 */
export function parseRetryAfter(header: string | null | undefined, now = Date.now()): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : secondsUntil(text, now);
  return seconds > 0 && seconds <= maxSeconds ? Math.ceil(seconds) : undefined;
}

/** Dates in HTTP begin with letters; `Date.parse` takes other texts too. */
function secondsUntil(date: string, now: number): number {
  return /^[A-Z][a-z]{2}/.test(date) ? (Date.parse(date) - now) / 1_000 : Number.NaN;
}
