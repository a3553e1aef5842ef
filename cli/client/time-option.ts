import { misuse } from '../contract/failure.js';

const daysOfWords: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 };
const exact = /^\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:z|[+-]\d\d:\d\d)$/;
const localDay = /^(\d{4})-(\d\d)-(\d\d)$/;
const localTime = /^(\d{4})-(\d\d)-(\d\d)[ t](\d\d):(\d\d)(?::(\d\d))?$/;
const distance = /^(\d{1,6}) ?(s|seconds?|min|minutes?|h|hours?|d|days?|w|weeks?) ago$/;
const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/**
 * Returns a time that a user writes, as RFC 3339 in UTC: a time with its zone, a day or time in the zone of this machine,
 * `today`, `yesterday`, `3 days ago`. A day stands for its begin.
 * @param option the option that has the text, for the message
 * @throws Failure for another text, or a day that no calendar has
 */
export function timeOption(option: string, text: string, now = new Date()): string {
  const words = text.trim().toLowerCase();
  const time = findTime(words, now);
  if (time !== undefined && !Number.isNaN(time.getTime())) return time.toISOString();
  throw misuse(
    `\`${option} ${text}\` is not a time`,
    'Write `yesterday`, `3 days ago`, `2026-11-27`, `2026-11-27 09:30`, or a time with its zone: `2026-11-27T09:30:00Z`.',
  );
}

function findTime(words: string, now: Date): Date | undefined {
  if (words === 'now') return now;
  const days = Object.hasOwn(daysOfWords, words) ? daysOfWords[words] : undefined;
  if (days !== undefined) return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  const [, count, unit = ''] = distance.exec(words) ?? [];
  if (count !== undefined)
    return new Date(now.getTime() - Number(count) * (unitMs[unit.charAt(0)] ?? Number.NaN));
  if (exact.test(words)) return new Date(words.toUpperCase());
  const parts = (localDay.exec(words) ?? localTime.exec(words))?.slice(1).map((part) => Number(part ?? 0));
  return parts && localDate(parts);
}

/** JavaScript takes February 30 for March 2; then there is no such day. */
function localDate([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: readonly number[]):
  | Date
  | undefined {
  const date = new Date(year, month - 1, day, hour, minute, second);
  const isSame = date.getMonth() === month - 1 && date.getDate() === day;
  return isSame && hour < 24 && minute < 60 && second < 60 ? date : undefined;
}
