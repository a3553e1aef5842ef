import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { pointerTo } from '../../../schemas/json/values.js';
import { nearest } from '../../../schemas/nearest.js';
import { parseDuration, suggestDuration } from '../data/duration.js';
import { type CronExpression, findUnevenSteps } from './cron.js';
import { readTimes } from './cron-times.js';
import { Timetable, type TimetableRules } from './timetable.js';

/** A fault of a schedule. */
interface TimetableFault {
  rule: 'cron-step' | 'cron-syntax' | 'duration-syntax' | 'not-supported' | 'time-zone-unknown';
  severity?: 'warning';
  pointer: string;
  offset?: number;
  message: string;
  hint?: string;
}

type Report = (fault: TimetableFault) => void;

const second = 1_000;
const day = 86_400_000;
/** Occurrences from this time on are compared with the jitter, so that findings do not depend on the day. */
const sample = Date.UTC(2024, 0, 1);
/** Replaces an interval with a fault, so that the faults after it are found too. */
const replacement = 60 * second;

/**
 * Compiles the times of a schedule: `cron`, `every` or `after`, with the rules of a trigger where it has any.
 * @returns undefined when the schedule names no times, or when a fault was reported
 */
export function compileTimetable(
  schedule: JsonObject,
  pointer: string,
  report: Report,
): Timetable | undefined {
  let isFaulty = false;
  const note: Report = (fault) => {
    isFaulty ||= fault.severity !== 'warning';
    report(fault);
  };
  const { cron, every, after, timeZone = 'UTC', missed, overlap, jitter } = schedule;
  if (cron === undefined && every === undefined && after === undefined) return undefined;
  const rules: TimetableRules = {
    ...(cron === undefined ? {} : { cron: getCrons(cron, `${pointer}/cron`, note) }),
    ...(every === undefined ? {} : { every: interval(every, `${pointer}/every`, note) }),
    ...(after === undefined ? {} : { after: interval(after, `${pointer}/after`, note) }),
    timeZone: getZone(timeZone, `${pointer}/timeZone`, note),
    missed: missed === 'skip' || missed === 'all' ? missed : 'last',
    overlap: overlap === 'skip' || overlap === 'queue' || overlap === 'cancel' ? overlap : 'allow',
    jitter: jitter === undefined ? 0 : duration(jitter, `${pointer}/jitter`, note),
  };
  if (isFaulty) return undefined;
  const timetable = new Timetable(rules);
  checkJitter(timetable, `${pointer}/jitter`, note);
  return isFaulty ? undefined : timetable;
}

/** Reports a jitter that is longer than a day, or than the shortest time between two of the next 20 occurrences. */
function checkJitter(timetable: Timetable, pointer: string, report: Report): void {
  const { jitter, every } = timetable.rules;
  if (jitter === 0) return;
  const times = every === undefined ? timetable.following(sample, 20) : [0, every];
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  const maxJitter = Math.min(day, ...gaps);
  if (jitter <= maxJitter) return;
  const message = 'the jitter is longer than the shortest time between two starts, or than a day';
  report({
    rule: 'duration-syntax',
    pointer,
    message,
    hint: `Write \`PT${maxJitter / second}S\` or shorter.`,
  });
}

function getCrons(cron: Json, pointer: string, report: Report): CronExpression[] {
  const listed = Array.isArray(cron)
    ? cron.map((text, index) => ({ text, at: pointerTo(pointer, index) }))
    : [{ text: cron, at: pointer }];
  return listed.flatMap(({ text, at }) => {
    const cronText = typeof text === 'string' ? text : '';
    const read = readTimes(cronText);
    if ('message' in read) {
      report({ rule: 'cron-syntax', pointer: at, ...read });
      return [];
    }
    for (const problem of findUnevenSteps(cronText))
      report({ rule: 'cron-step', severity: 'warning', pointer: at, ...problem });
    return [read];
  });
}

function interval(value: Json, pointer: string, report: Report): number {
  const ms = duration(value, pointer, report);
  if (ms >= second) return ms;
  const message = 'the interval is shorter than a second, which is a limit of svc';
  report({ rule: 'not-supported', pointer, message, hint: 'Write `PT1S` or longer.' });
  return replacement;
}

function duration(value: Json, pointer: string, report: Report): number {
  const ms = parseDuration(value);
  if (typeof ms === 'number') return ms;
  const message = `the duration ${ms.problem}`;
  const hint = suggestDuration(value) ?? 'Write `PT1M30S`, or `minutes: 1` and `seconds: 30`.';
  report({ rule: 'duration-syntax', pointer, message, hint });
  return replacement;
}

function getZone(value: Json, pointer: string, report: Report): string {
  const name = typeof value === 'string' ? value : '';
  // Offsets such as `+02:00` are accepted by some versions of the platform only.
  if (/^[A-Za-z][\w+/-]*$/.test(name) && isZone(name)) return name;
  const meant = nearest(name, Intl.supportedValuesOf('timeZone'));
  const hint = meant === undefined ? 'Write a name such as `Europe/Berlin`.' : `Did you mean \`${meant}\`?`;
  report({ rule: 'time-zone-unknown', pointer, message: `there is no time zone \`${name}\``, hint });
  return 'UTC';
}

/** Making a format takes 50 µs and more, as long as checking all else of a small flow. */
const knownZones = new Set<string>();
/** More than there are, in one spelling. */
const maxZones = 1_000;

function isZone(name: string): boolean {
  if (knownZones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    if (knownZones.size < maxZones) knownZones.add(name);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
