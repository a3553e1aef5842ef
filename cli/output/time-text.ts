const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Returns milliseconds as text: `7 ms`, `1.2 s`, `3 min 5 s`. */
export function durationText(ms: number): string {
  if (ms < second) return `${Math.round(ms)} ms`;
  if (ms < minute) return `${(ms / second).toFixed(1)} s`;
  const seconds = Math.round(ms / second);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${seconds % 60} s`;
}

/** Returns a time (RFC 3339) as its distance from now: `5 min ago`, `in 3 h`. */
export function distanceText(time: string, now = Date.now()): string {
  const ms = Date.parse(time) - now;
  if (Number.isNaN(ms)) return time;
  const far = Math.abs(ms);
  const [size, unit] =
    far < minute ? [second, 's'] : far < hour ? [minute, 'min'] : far < 2 * day ? [hour, 'h'] : [day, 'd'];
  const text = `${Math.floor(far / size)} ${unit}`;
  return ms > 0 ? `in ${text}` : `${text} ago`;
}
