import type { IncomingHttpHeaders } from 'node:http';

/** A longer pause is no pause but a mistake. */
const LONGEST_S = 86_400;

/**
 * For how many seconds a server wants to be left alone: `Retry-After` in seconds or as a date (RFC 9110, 10.2.3), or, where
 * nothing is left of its rate limit, until `X-RateLimit-Reset` (GitHub: seconds since the epoch).
 *
 * @param now milliseconds since the epoch
 */
export function retryAfterOf(headers: IncomingHttpHeaders, now: number): number | undefined {
  const stated = single(headers['retry-after']);
  if (stated !== undefined) return within(/^\d+$/.test(stated) ? Number(stated) : until(stated, now));
  if (single(headers['x-ratelimit-remaining']) !== '0') return undefined;
  return within(Number(single(headers['x-ratelimit-reset'])) - now / 1_000);
}

function single(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' ? header.trim() : header?.[0];
}

/** Dates have letters; everything else that `Date.parse` takes is none in HTTP. */
function until(date: string, now: number): number {
  return /^[A-Z][a-z]{2}/.test(date) ? (Date.parse(date) - now) / 1_000 : Number.NaN;
}

function within(seconds: number): number | undefined {
  return seconds > 0 && seconds <= LONGEST_S ? Math.ceil(seconds) : undefined;
}
