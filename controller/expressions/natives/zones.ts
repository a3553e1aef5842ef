import { type Json, toComputable } from '../values/json.js';
import { allocate, charge, fail } from '../values/run.js';
import { fromSeconds, type Moment, toSeconds } from './calendar.js';
import { formatMoment } from './date-format.js';
import { parseMoment } from './date-parse.js';
import type { Natives } from './native.js';

/** Zones whose formats are kept: few expressions use more, and each takes some ten kilobytes. */
const maxZones = 64;
/** Steps of a look at a zone, which takes some microseconds. */
const lookSteps = 200;
const day = 86_400;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Seconds since 1970, or a time as RFC 3339 has it. */
function toInstant(exactInput: Json, name: string): number {
  const input = toComputable(exactInput);
  if (typeof input === 'number' && fromSeconds(input)) return input;
  const isTime =
    typeof input === 'string' &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)$/.test(input);
  const ms = isTime ? Date.parse(input) : Number.NaN;
  return Number.isNaN(ms)
    ? fail(`${name} takes seconds since 1970, or a time such as "2026-01-31T09:00:00Z"`)
    : ms / 1000;
}

function getFormat(zone: Json): Intl.DateTimeFormat {
  charge(lookSteps);
  if (typeof zone !== 'string') return fail('a time zone is a name such as "Europe/Berlin"');
  const before = formats.get(zone);
  if (before) return before;
  const format = createZoneFormat(zone);
  if (format === undefined) return fail(`"${zone.slice(0, 100)}" is no time zone; "Europe/Berlin" is one`);
  if (formats.size >= maxZones) formats.clear();
  formats.set(zone, format);
  return format;
}

/** Returns what splits instants by the clocks of a zone; undefined for a name that is no zone. Takes 50 µs. */
export function createZoneFormat(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
}

/** Returns the seconds by which the clocks of a zone are ahead of UTC at an instant. */
function getOffset(format: Intl.DateTimeFormat, seconds: number): number {
  charge(lookSteps);
  const name = format
    .formatToParts(new Date(seconds * 1000))
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours = 0, minutes = 0, rest = 0] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name ?? '') ?? [];
  const offset = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
  return sign === '-' ? -offset : offset;
}

/**
 * Returns the instant at which the clocks of a zone show a time: the first of two; for one that they leave out, the instant
 * that it would be without the change.
 */
function toInstantIn(format: Intl.DateTimeFormat, local: number): number {
  const before = local - getOffset(format, local - day);
  const after = local - getOffset(format, local + day);
  if (before === after || getOffset(format, before) === local - before) return before;
  return getOffset(format, after) === local - after ? after : before;
}

function toMomentIn(format: Intl.DateTimeFormat, seconds: number): { moment: Moment; offset: number } {
  const offset = getOffset(format, seconds);
  const moment =
    fromSeconds(seconds + offset) ?? fail('error converting number of seconds since epoch to datetime');
  return { moment, offset };
}

/** `+01:00`, as RFC 3339 has it. */
function toOffsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function formatIn(input: Json, zone: Json, pattern: Json): Json {
  const seconds = toInstant(input, 'in_zone');
  const format = getFormat(zone);
  const { moment, offset } = toMomentIn(format, seconds);
  if (pattern === null)
    return `${formatMoment(moment, '%Y-%m-%dT%H:%M:%S', { offset, name: '' })}${toOffsetText(offset)}`;
  if (typeof pattern !== 'string') return fail('the format of in_zone is a text such as "%d.%m.%Y"');
  charge(4 + (pattern.length >> 1));
  const text = formatMoment(moment, pattern, { offset, name: toOffsetText(offset) });
  allocate(text.length);
  return text;
}

function startOfDay(input: Json, zone: Json, exactDays: Json): Json {
  const days = toComputable(exactDays);
  if (typeof days !== 'number' || !Number.isInteger(days))
    return fail('day_start takes a whole number of days');
  const format = getFormat(zone);
  const { moment } = toMomentIn(format, toInstant(input, 'day_start'));
  const local = toSeconds({ ...moment, hours: 0, minutes: 0, seconds: 0, day: moment.day + days });
  return toInstantIn(format, local);
}

function parseIn(input: Json, zone: Json, pattern: Json): Json {
  if (typeof input !== 'string' || typeof pattern !== 'string')
    return fail('from_zone takes a text and its format');
  charge(4 + ((pattern.length * 3) >> 1) + (input.length >> 4));
  const format = getFormat(zone);
  const parsed = parseMoment(input, pattern);
  if (parsed === undefined || parsed.rest !== '')
    return fail(`date "${input}" does not match format "${pattern}"`);
  return toInstantIn(format, toSeconds(parsed.moment));
}

/** Times in zones of the IANA database, which jq does not have. */
export const zoneNatives: Natives = {
  'in_zone/1': (input, zone) => formatIn(input, zone, null),
  'in_zone/2': formatIn,
  'day_start/1': (input, zone) => startOfDay(input, zone, 0),
  'day_start/2': startOfDay,
  'from_zone/2': parseIn,
};
