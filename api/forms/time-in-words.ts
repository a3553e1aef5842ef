import { escapeHtml } from '../../schemas/escape-html.js';

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
/** Units with their milliseconds; a distance is told in the largest of which it has at least two. */
const units = [
  ['week', 604_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * Returns a time as a person says it: `in 3 hours, on Friday 27 November 2026 at 16:09 UTC`. A page without scripts does not
 * know the zone of its reader; the distance is right in each of them.
 * @param time RFC 3339
 */
export function timeInWords(time: string, now = Date.now()): string {
  const at = Date.parse(time);
  return `${distanceOf(at - now)}, on ${day.format(at).replace(', ', ' ')} UTC`;
}

/** As `timeInWords`, as HTML that programs can read too. */
export function timeHtml(time: string, now = Date.now()): string {
  return `<time datetime="${escapeHtml(time)}">${escapeHtml(timeInWords(time, now))}</time>`;
}

function distanceOf(ms: number): string {
  const [unit, size] = units.find(([, each]) => Math.abs(ms) >= 2 * each) ?? ['minute', 60_000];
  const count = Math.round(ms / size);
  return count === 0 ? 'now' : relative.format(count, unit);
}
