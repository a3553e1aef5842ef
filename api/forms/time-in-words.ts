import { escapeHtml } from '../../schemas/escape-html.js';
import { createScript } from '../http/pages/page.js';

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
 * Returns a time as a person says it: `in 3 hours, on Friday 27 November 2026 at 16:09 UTC`, as HTML that programs can read too.
 * `localTimes` puts the zone of the reader in the place of UTC; without scripts, the distance is right in each zone.
 * @param time RFC 3339
 */
export function timeHtml(time: string, now = Date.now()): string {
  const at = Date.parse(time);
  const whole = `${day.format(at).replace(', ', ' ')} UTC`;
  return `${measureDistance(at - now)}, on <time datetime="${escapeHtml(time)}">${whole}</time>`;
}

/** Tells the times of a page in the zone of its reader. */
export const localTimes = createScript(`for (const time of document.querySelectorAll('time')) {
  const parts = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' };
  const words = new Intl.DateTimeFormat('en-GB', parts).format(new Date(time.dateTime));
  time.textContent = words.replaceAll(', ', ' ');
}`);

function measureDistance(ms: number): string {
  const [unit, size] = units.find(([, each]) => Math.abs(ms) >= 2 * each) ?? ['minute', 60_000];
  const count = Math.round(ms / size);
  return count === 0 ? 'now' : relative.format(count, unit);
}
