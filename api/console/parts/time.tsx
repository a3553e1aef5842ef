import { type ReactElement, useEffect, useState } from 'react';
import {
  formatAbsolute,
  formatDayTime,
  formatDistance,
  formatDuration,
  formatRelative,
} from './time-format.js';

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

/** A time as people say it: `in 3 hours, today at 18:00`. */
export function TimeInWords({ at }: { at: string }): ReactElement {
  const now = useNow(15_000);
  const atMs = Date.parse(at);
  return (
    <time dateTime={at} title={formatAbsolute(at)}>
      {formatDistance(atMs, now)}, {formatDayTime(atMs, now)}
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
