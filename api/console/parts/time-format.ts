import { texts } from '../texts/texts.js';

const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const distance = new Intl.RelativeTimeFormat('en');
const hour = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'long' });
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const dateOfYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
const oneDayMs = 86_400_000;

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** Formats the distance of two times in the largest unit that fits: `5 min. ago`. */
export function formatRelative(atMs: number, nowMs: number): string {
  const difference = atMs - nowMs;
  const unit = units.find(([, ms]) => Math.abs(difference) >= ms);
  return unit ? relative.format(Math.trunc(difference / unit[1]), unit[0]) : texts.time.now;
}

/** Formats milliseconds: `340 ms`, `2.4 s`, `3 min 5 s`, `2 h 10 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 3_600) return joinUnits(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  const minutes = Math.round(seconds / 60);
  if (minutes < 1_440) return joinUnits(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(minutes / 60);
  return joinUnits(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function joinUnits(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

export function formatAbsolute(at: string): string {
  return absolute.format(new Date(at));
}

export function formatClock(at: string): string {
  return clock.format(new Date(at));
}

/** Formats the distance of two times in whole words: `in 3 hours`, `2 days ago`. */
export function formatDistance(atMs: number, nowMs: number): string {
  const difference = atMs - nowMs;
  const unit = units.find(([name, ms]) => name !== 'second' && Math.abs(difference) >= ms);
  return unit ? distance.format(Math.round(difference / unit[1]), unit[0]) : texts.time.now;
}

/** Formats a time as people say it, in the reader's zone: `today at 18:00`, `on Friday at 02:00`, `on 4 March at 02:00`. */
export function formatDayTime(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  const days = Math.round((getMidnight(at) - getMidnight(new Date(nowMs))) / oneDayMs);
  return texts.time.dayTime(getDayText(at, days, nowMs), hour.format(at));
}

/** Formats a day as people say it: `Today`, `On Friday`, `On 4 March`. @param midnightMs its beginning in the reader's zone */
export function formatDay(midnightMs: number, nowMs: number): string {
  const days = Math.round((midnightMs - getMidnight(new Date(nowMs))) / oneDayMs);
  const text = getDayText(new Date(midnightMs), days, nowMs);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats the hour and the minute of a time in the reader's zone. */
export function formatHour(at: string): string {
  return hour.format(new Date(at));
}

function getDayText(at: Date, days: number, nowMs: number): string {
  if (days === -1) return texts.time.yesterday;
  if (days === 0) return texts.time.today;
  if (days === 1) return texts.time.tomorrow;
  if (days > 0 && days < 7) return texts.time.on(weekday.format(at));
  const isThisYear = at.getFullYear() === new Date(nowMs).getFullYear();
  return texts.time.on((isThisYear ? date : dateOfYear).format(at));
}

function getMidnight(at: Date): number {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
}
