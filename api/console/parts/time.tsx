import { type ReactElement, useEffect, useState } from 'react';
import { texts } from '../texts/texts.js';

const absolute = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

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

/** The present time, renewed every `everyMs` milliseconds; one timer for all readers of a page would save little. */
export function useNow(everyMs: number, isActive = true): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isActive) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, isActive]);
  return now;
}

/** A time as its distance from now; the absolute time in the reader's zone is its title. */
export function RelativeTime({ at }: { at: string }): ReactElement {
  const now = useNow(15_000);
  return (
    <time dateTime={at} title={formatAbsolute(at)}>
      {formatRelative(Date.parse(at), now)}
    </time>
  );
}

/** The time that a thing has taken so far, or took. */
export function Duration({
  startedAt,
  ms,
}: {
  startedAt: string | null | undefined;
  ms: number | null | undefined;
}): ReactElement {
  const isOpen = ms == null && startedAt != null;
  const now = useNow(1_000, isOpen);
  if (ms != null) return <span>{formatDuration(ms)}</span>;
  if (startedAt == null) return <span aria-hidden="true">–</span>;
  return <span>{formatDuration(Math.max(0, now - Date.parse(startedAt)))}</span>;
}
