import type { Json } from '../../../schemas/json/types.js';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Milliseconds per unit of an inline duration. */
const inlineUnits: Readonly<Record<string, number>> = {
  days: day,
  hours: hour,
  minutes: minute,
  seconds: second,
  milliseconds: 1,
};

const number = '(\\d+(?:[.,]\\d+)?)';
/** ISO 8601 duration; a year counts as 365 days and a month as 30. */
const iso8601 = new RegExp(
  `^P(?=.)(?:${number}Y)?(?:${number}M)?(?:${number}W)?(?:${number}D)?` +
    `(?:T(?=\\d)(?:${number}H)?(?:${number}M)?(?:${number}S)?)?$`,
);
const isoUnits = [365 * day, 30 * day, 7 * day, day, hour, minute, second];

/** The longest accepted duration: ten years. */
const maxDurationMs = 3650 * day;

/** Returns the milliseconds of an ISO 8601 string or an inline duration, or its fault. */
export function parseDuration(value: Json): number | { problem: string } {
  const ms = typeof value === 'string' ? parseIso(value) : parseInline(value);
  if (typeof ms === 'number' && ms > maxDurationMs) return { problem: 'is longer than ten years' };
  return ms;
}

function parseIso(text: string): number | { problem: string } {
  const match = text.length <= 100 ? iso8601.exec(text.trim()) : null;
  if (match === null) return { problem: 'is not an ISO 8601 duration such as `PT1M30S`' };
  let ms = 0;
  isoUnits.forEach((unit, index) => {
    const amount = match[index + 1];
    if (amount !== undefined) ms += Number(amount.replace(',', '.')) * unit;
  });
  return Math.round(ms);
}

function parseInline(value: Json): number | { problem: string } {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return { problem: 'is neither an ISO 8601 string nor an object such as `{ seconds: 30 }`' };
  }
  let ms = 0;
  for (const [name, amount] of Object.entries(value)) {
    const unit = Object.hasOwn(inlineUnits, name) ? inlineUnits[name] : undefined;
    if (unit === undefined) return { problem: `has no unit \`${name}\`` };
    if (typeof amount !== 'number' || !(amount >= 0)) return { problem: `needs a number in \`${name}\`` };
    ms += amount * unit;
  }
  if (Object.keys(value).length === 0) return { problem: 'names no unit' };
  return Math.round(ms);
}

/** Units as people write them. */
const words: Readonly<Record<string, { iso: (amount: string) => string; unit: string }>> = {
  ms: { iso: (amount) => `PT${Number(amount) / 1000}S`, unit: 'milliseconds' },
  s: { iso: (amount) => `PT${amount}S`, unit: 'seconds' },
  m: { iso: (amount) => `PT${amount}M`, unit: 'minutes' },
  h: { iso: (amount) => `PT${amount}H`, unit: 'hours' },
  d: { iso: (amount) => `P${amount}D`, unit: 'days' },
};

/** Returns the hint for a duration such as `5m`, `30 seconds` or `30`; undefined when none can be read from it. */
export function suggestDuration(value: Json): string | undefined {
  if (typeof value === 'number') return `Write \`{ seconds: ${value} }\`, if these are seconds.`;
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const text = rewritten(value.trim());
  if (text !== undefined) return `Write \`${text}\`.`;
  const [, amount, word] = /^\s*(\d{1,9})\s*([a-z]{1,12})\s*$/i.exec(value) ?? [];
  if (amount === undefined || word === undefined) return undefined;
  const small = word.toLowerCase();
  const key = /^m(?:s|sec|secs|illi\w*)$/.test(small) ? 'ms' : small.charAt(0);
  const unit = /^(?:ms|msecs?|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)$/.test(
    small,
  );
  const form = unit ? words[key] : undefined;
  return form && `Write \`${form.iso(amount)}\` or \`{ ${form.unit}: ${Number(amount)} }\`.`;
}

/** A duration of ISO 8601 for `pt5m`, `T5M`, `P5H`, `1h30m` or `00:05:00`; undefined when none can be read from a text. */
function rewritten(text: string): string | undefined {
  const upper = text.toUpperCase();
  const units = (upper.match(/[A-Z]/g) ?? []).length;
  const isMixed = /^(?:\d+[DHMS]\s*){2,4}$/.test(upper);
  const [, hours, minutes, seconds = '0'] = /^(\d{1,3}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? [];
  const candidates = [
    ...(hours === undefined ? [] : [`PT${Number(hours)}H${Number(minutes)}M${Number(seconds)}S`]),
    ...(units > 1 ? [upper, `P${upper}`, upper.replace(/^P(?!T)/, 'PT')] : []),
    ...(isMixed
      ? [`PT${upper.replace(/\s/g, '')}`, `P${upper.replace(/\s/g, '').replace(/^(\d+D)/, '$1T')}`]
      : []),
  ];
  const match = candidates.find((each) => each !== text && typeof parseIso(each) === 'number');
  return match?.replace(/(?<=[A-Z])0[HMS]/g, '');
}
