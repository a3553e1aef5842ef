/** A fault of a cron expression, at an offset into it. */
export interface CronProblem {
  offset: number;
  message: string;
  hint?: string;
}

interface Field {
  name: string;
  min: number;
  max: number;
  /** Names of the numbers, from `min` on. */
  words?: readonly string[];
}

const fields: readonly Field[] = [
  { name: 'second', min: 0, max: 59 },
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31 },
  {
    name: 'month',
    min: 1,
    max: 12,
    words: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  { name: 'day of week', min: 0, max: 7, words: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];

/** The most days of each month. */
const days = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const fieldHint = 'Write minute, hour, day of month, month and day of week; seconds may come first.';

/** Names of common expressions. */
const named: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

/** The values of each field of an expression. */
export interface CronFields {
  seconds: readonly number[];
  minutes: readonly number[];
  hours: readonly number[];
  daysOfMonth: readonly number[];
  months: readonly number[];
  /** 0 is Sunday. */
  daysOfWeek: readonly number[];
  /** A day needs to be in one of `daysOfMonth` and `daysOfWeek` only, because both are restricted. */
  eitherDay: boolean;
}

/** Returns the fault of a cron expression of numbers, names, `*`, lists, ranges and steps; undefined for a valid one. */
export function checkCron(text: string): CronProblem | undefined {
  const read = readCron(text);
  return 'message' in read ? read : undefined;
}

/** Returns the values of an expression, or its fault. */
export function readCron(cronText: string): CronFields | CronProblem {
  const name = cronText.trim();
  if (name.startsWith('@') && !/\s/.test(name) && !Object.hasOwn(named, name)) {
    const offset = cronText.indexOf('@');
    return { offset, message: `there is no \`${name}\``, hint: `Known: ${Object.keys(named).join(', ')}.` };
  }
  const text = Object.hasOwn(named, name) ? (named[name] ?? '') : cronText;
  const parts = [...text.matchAll(/\S+/g)].map(({ 0: part, index }) => ({ part, offset: index }));
  if (parts.length < 5 || parts.length > 6) {
    const count = parts.length === 1 ? 'one field' : `${parts.length} fields`;
    const offset = parts[6]?.offset ?? 0;
    return { offset, message: `the expression has ${count}, not five or six`, hint: fieldHint };
  }
  const used = fields.slice(6 - parts.length);
  const values: number[][] = parts.length === 5 ? [[0]] : [];
  for (const [index, { part, offset }] of parts.entries()) {
    const field = used[index];
    if (!field) continue;
    const read = readField(part, offset, field);
    if (!Array.isArray(read)) return read;
    values.push(read);
  }
  const cronFields = getFields(values, parts);
  return checkDays(cronFields, parts.at(-3)) ?? cronFields;
}

function getFields(values: readonly number[][], parts: readonly { part: string }[]): CronFields {
  const [seconds = [], minutes = [], hours = [], daysOfMonth = [], months = [], week = []] =
    values.map(sorted);
  const [day, , weekday] = parts.slice(-3);
  const daysOfWeek = sorted(week.map((each) => each % 7));
  const isRestricted = (field: { part: string } | undefined) => field?.part.startsWith('*') === false;
  const eitherDay = isRestricted(day) && isRestricted(weekday);
  return { seconds, minutes, hours, daysOfMonth, months, daysOfWeek, eitherDay };
}

function sorted(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function readField(text: string, offset: number, field: Field): number[] | CronProblem {
  const values: number[] = [];
  let at = offset;
  for (const item of text.split(',')) {
    const read = readItem(item, at, field);
    if (!Array.isArray(read)) return read;
    values.push(...read);
    at += item.length + 1;
  }
  return values;
}

function readItem(item: string, offset: number, field: Field): number[] | CronProblem {
  const [, span = '', slash, step] = /^([^/]*)(\/(.*))?$/s.exec(item) ?? [];
  if (slash !== undefined && !/^0*[1-9]\d{0,3}$/.test(step ?? '')) {
    return {
      offset: offset + span.length + 1,
      message: `\`${step}\` is not a step, such as the 5 of \`*/5\``,
    };
  }
  const [low = '', high, ...more] = span.split('-');
  const from = span === '*' ? field.min : readNumber(low, field);
  const to = span === '*' ? field.max : high === undefined ? from : readNumber(high, field);
  if (from === undefined || more.length > 0)
    return { offset, ...notOne(from === undefined ? low : span, field) };
  if (to === undefined) return { offset: offset + low.length + 1, ...notOne(high ?? '', field) };
  if (from > to) return { offset, message: `the range \`${span}\` ends before it begins` };
  const width = Number(step ?? 1);
  const last = slash !== undefined && high === undefined ? field.max : to;
  const values: number[] = [];
  for (let value = from; value <= last; value += width) values.push(value);
  return values;
}

function readNumber(text: string, { min, max, words }: Field): number | undefined {
  const word = words?.indexOf(text.toLowerCase()) ?? -1;
  const value = word >= 0 ? min + word : /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

function notOne(actual: string, { name, min, max, words }: Field): Omit<CronProblem, 'offset'> {
  const names = words ? `, or ${words[0]?.toUpperCase()} to ${words.at(-1)?.toUpperCase()}` : '';
  const message = actual === '' ? `the ${name} is missing` : `\`${actual}\` cannot be the ${name}`;
  const any = actual === '?' ? 'Write `*`: it stands for any. ' : '';
  return { message, hint: `${any}It goes from ${min} to ${max}${names}.` };
}

/** Refuses days that none of the months has; where the day of the week suffices, it occurs in all of them. */
function checkDays(
  { daysOfMonth, months, eitherDay }: CronFields,
  day: { part: string; offset: number } | undefined,
): CronProblem | undefined {
  const maxDays = Math.max(...months.map((each) => days[each - 1] ?? 0));
  if (!day || eitherDay || daysOfMonth.some((each) => each <= maxDays)) return undefined;
  return { offset: day.offset, message: `there is no day ${day.part} in the months given` };
}
