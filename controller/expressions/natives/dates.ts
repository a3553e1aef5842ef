import { type Json, toComputable } from '../values/json.js';
import { allocate, charge, fail } from '../values/run.js';
import {
  fromSeconds,
  fromSecondsLocally,
  getDays,
  type Moment,
  toSeconds,
  zoneName,
  zoneOffset,
} from './calendar.js';
import { formatMoment, UTC, type Zone } from './date-format.js';
import { parseMoment } from './date-parse.js';
import type { Native, Natives } from './native.js';

function toArray(moment: Moment): Json[] {
  const { year, month, day, hours, minutes, seconds, weekday, yearday } = moment;
  return [year, month, day, hours, minutes, seconds, weekday, yearday];
}

/** Returns the moment of an array of `gmtime`; missing parts are zero. */
function fromArray(input: readonly Json[], name: string): Moment {
  const parts = input
    .map(toComputable)
    .map((part) => (typeof part === 'number' ? Math.trunc(part) : Number.NaN));
  if (parts.some((part) => Number.isNaN(part))) return fail(`${name} requires parsed datetime inputs`);
  const [year = 1900, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = parts;
  return { year, month, day, hours, minutes, seconds, ...getDays(year, month, day) };
}

function toMoment(exactInput: Json, name: string, split: Split): Moment {
  const input = toComputable(exactInput);
  charge(8);
  if (typeof input !== 'number') return fail(`${name}() requires numeric inputs`);
  return split(input) ?? fail('error converting number of seconds since epoch to datetime');
}

/** Splits seconds into a moment, in some time zone. */
type Split = (seconds: number) => Moment | undefined;

/** Compiles `strftime` or `strflocaltime`. */
function formatter(name: string, split: Split, zone: (moment: Moment) => Zone): Native {
  return (exactInput, pattern) => {
    const input = toComputable(exactInput);
    const array = Array.isArray(input) ? fromArray(input, name) : undefined;
    const moment = typeof input === 'number' && !Number.isNaN(input) ? split(input) : array;
    if (moment === undefined) return fail(`${name} requires parsed datetime inputs`);
    if (typeof pattern !== 'string') return fail(`${name} requires a string format`);
    charge(4 + (pattern.length >> 1));
    const text = formatMoment(moment, pattern, zone(moment));
    allocate(text.length);
    return text;
  };
}

/** Returns the local zone at a moment of local time. */
function localZone(moment: Moment): Zone {
  charge(64);
  const seconds = toSeconds(moment);
  const offset = zoneOffset(seconds - zoneOffset(seconds));
  return { offset, name: zoneName(seconds - offset) };
}

function parse(input: Json, pattern: Json): Json {
  if (typeof input !== 'string' || typeof pattern !== 'string') {
    return fail('strptime/1 requires string inputs and arguments');
  }
  charge(4 + ((pattern.length * 3) >> 1) + (input.length >> 4));
  const parsed = parseMoment(input, pattern);
  if (parsed === undefined) return fail(`date "${input}" does not match format "${pattern}"`);
  const parts = toArray(parsed.moment);
  return parsed.rest === '' ? parts : [...parts, parsed.rest];
}

export const dateNatives: Natives = {
  'gmtime/0': (input) => toArray(toMoment(input, 'gmtime', fromSeconds)),
  'localtime/0': (input) => toArray(toMoment(input, 'localtime', fromSecondsLocally)),
  'mktime/0': (input) =>
    Array.isArray(input) ? toSeconds(fromArray(input, 'mktime')) : fail('mktime requires array inputs'),
  'strptime/1': parse,
  'strftime/1': formatter('strftime/1', fromSeconds, () => UTC),
  'strflocaltime/1': formatter('strflocaltime/1', fromSecondsLocally, localZone),
};
