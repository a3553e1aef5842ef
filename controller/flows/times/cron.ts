/** A fault of a cron expression, at an offset into it. */
export interface CronProblem {
  offset: number;
  message: string;
  hint?: string;
}

type Special = 'L' | 'LW' | 'W' | '#' | 'nL';

interface Field {
  name: 'second' | 'minute' | 'hour' | 'day of month' | 'month' | 'day of week';
  min: number;
  max: number;
  /** Names of the numbers, from `min` on; their first three letters stand for them too. */
  words?: readonly string[];
  specials?: readonly Special[];
}

const monthNames =
  'january february march april may june july august september october november december'.split(' ');
const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const fields: readonly Field[] = [
  { name: 'second', min: 0, max: 59 },
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31, specials: ['L', 'LW', 'W'] },
  { name: 'month', min: 1, max: 12, words: monthNames },
  { name: 'day of week', min: 0, max: 7, words: dayNames, specials: ['#', 'nL'] },
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

/** A cron expression that was read. */
export interface CronExpression {
  /** Its six fields, seconds first, in numbers, `*`, `L`, `W` and `#`: what croner reads alike in every version. */
  readonly fields: string;
  /** A day needs to fit the day of month or the day of week, because both are restricted; else it needs to fit both. */
  readonly eitherDay: boolean;
  /** The minute or the hour has `*` or a step: the times recur, so they follow the clock through each of its changes. */
  readonly isRecurring: boolean;
}

interface Part {
  readonly text: string;
  /** The place in the expression. */
  readonly offset: number;
}

/** The values of one field. */
interface FieldValues {
  readonly numbers: number[];
  /** Days that depend on the month: `L`, `LW`, `15W`, `1#2`, `5L`. */
  readonly specials: string[];
}

/**
 * Returns the fault of a cron expression of numbers, names, `*`, `?`, lists, ranges, steps, `L`, `LW`, `W` and `#`;
 * undefined for a valid one.
 */
export function checkCron(text: string): CronProblem | undefined {
  const read = readCron(text);
  return 'message' in read ? read : undefined;
}

/** Returns what an expression says, or its fault. */
export function readCron(cronText: string): CronExpression | CronProblem {
  const parts = splitCron(cronText);
  if (!Array.isArray(parts)) return parts;
  const values: FieldValues[] = [];
  for (const [index, part] of parts.entries()) {
    const field = fields[index];
    if (!field) continue;
    const read = readField(part, field);
    if ('message' in read) return read;
    values.push(read);
  }
  const isRestricted = (part: Part | undefined) => part !== undefined && !/^[*?]/.test(part.text);
  const eitherDay = isRestricted(parts[3]) && isRestricted(parts[5]);
  return (
    checkDays(values, eitherDay, parts[3]) ?? {
      fields: values.map((each, index) => toFieldText(each, parts[index])).join(' '),
      eitherDay,
      isRecurring: [parts[1], parts[2]].some((part) => /[*/]/.test(part?.text ?? '')),
    }
  );
}

/**
 * Returns a warning for each step of a valid expression that its field cannot hold: the field starts over, so that the
 * last interval is shorter than the others.
 */
export function findUnevenSteps(cronText: string): CronProblem[] {
  const parts = splitCron(cronText);
  if (!Array.isArray(parts)) return [];
  return parts.flatMap((part, index) => {
    const field = fields[index];
    return field ? findUnevenStepsOfField(part, field, parts, index) : [];
  });
}

/** Returns the six fields of an expression, seconds first. */
function splitCron(cronText: string): Part[] | CronProblem {
  const name = cronText.trim().toLowerCase();
  if (name.startsWith('@') && !/\s/.test(name) && !Object.hasOwn(named, name)) {
    const offset = cronText.indexOf('@');
    return {
      offset,
      message: `there is no \`${cronText.trim()}\``,
      hint: `Known: ${Object.keys(named).join(', ')}.`,
    };
  }
  const text = Object.hasOwn(named, name) ? (named[name] ?? '') : cronText;
  const parts = [...text.matchAll(/\S+/g)].map(({ 0: part, index }) => ({ text: part, offset: index }));
  if (parts.length < 5 || parts.length > 6) {
    const count = parts.length === 1 ? 'one field' : `${parts.length} fields`;
    const offset = parts[6]?.offset ?? 0;
    return { offset, message: `the expression has ${count}, not five or six`, hint: fieldHint };
  }
  return parts.length === 5 ? [{ text: '0', offset: 0 }, ...parts] : parts;
}

function toFieldText({ numbers, specials }: FieldValues, part: Part | undefined): string {
  if (part?.text === '*' || part?.text === '?') return '*';
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  return [...sorted, ...new Set(specials)].join(',');
}

function readField({ text, offset }: Part, field: Field): FieldValues | CronProblem {
  const values: FieldValues = { numbers: [], specials: [] };
  let at = offset;
  for (const item of text.split(',')) {
    const special = readSpecial(item, field);
    if (special === undefined) {
      const read = readItem(item, at, field);
      if (!Array.isArray(read)) return read;
      values.numbers.push(...(field.name === 'day of week' ? read.map((day) => day % 7) : read));
    } else {
      if (special === 'LW' && item !== text) return notInList(at);
      values.specials.push(special);
    }
    at += item.length + 1;
  }
  return values;
}

function notInList(offset: number): CronProblem {
  const hint = 'Write two expressions, where a list of them can stand.';
  return { offset, message: '`LW` cannot stand in a list', hint };
}

/** Returns a day that depends on the month in numbers: `L`, `LW`, `15W`, `1#2`, `5L`. */
function readSpecial(item: string, field: Field): string | undefined {
  const { specials } = field;
  const text = item.toUpperCase();
  if (specials === undefined) return undefined;
  if ((text === 'L' || text === 'LW') && specials.includes(text)) return text;
  const [, dayText = '', mark] = /^(.+)(L|W|#[1-5])$/.exec(text) ?? [];
  const day = readNumber(dayText, field);
  if (mark === undefined || day === undefined) return undefined;
  if (mark === 'W') return specials.includes('W') ? `${day}W` : undefined;
  if (mark === 'L') return specials.includes('nL') ? `${day % 7}L` : undefined;
  return specials.includes('#') ? `${day % 7}${mark}` : undefined;
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
  const isAny = span === '*' || (item === '?' && field.specials !== undefined);
  const from = isAny ? field.min : readNumber(low, field);
  const end = isAny ? getLast(field) : high === undefined ? from : readNumber(high, field);
  if (from === undefined || more.length > 0)
    return { offset, ...notOne(from === undefined ? low : span, field) };
  if (end === undefined) return { offset: offset + low.length + 1, ...notOne(high ?? '', field) };
  // Sunday may be written as the last day of the week.
  const to = field.name === 'day of week' && end === 0 && from > 0 && high !== undefined ? 7 : end;
  if (from > to) return reversed(span, offset, from, to, field);
  const width = Number(step ?? 1);
  const last = slash !== undefined && high === undefined ? Math.max(getLast(field), to) : to;
  const values: number[] = [];
  for (let value = from; value <= last; value += width) values.push(value);
  return values;
}

/** The last number of a field; 7 is another name of Sunday. */
function getLast({ name, max }: Field): number {
  return name === 'day of week' ? 6 : max;
}

function reversed(span: string, offset: number, from: number, to: number, field: Field): CronProblem {
  const { min } = field;
  const list = `${from}-${getLast(field)},${min}-${to}`;
  const hint = `Write \`${list}\` for a range over the end.`;
  return { offset, message: `the range \`${span}\` ends before it begins`, hint };
}

function readNumber(text: string, { min, max, words }: Field): number | undefined {
  const name = text.toLowerCase();
  const word = words?.findIndex((each) => name === each || name === each.slice(0, 3)) ?? -1;
  const value = word >= 0 ? min + word : /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return value >= min && value <= max ? value : undefined;
}

function notOne(actual: string, field: Field): Omit<CronProblem, 'offset'> {
  const { name, min, max, words } = field;
  const [first, last] = [words?.[0], words?.at(-1)].map((word) => word?.slice(0, 3).toUpperCase());
  const names = first === undefined ? '' : `, or ${first} to ${last}`;
  const message = actual === '' ? `the ${name} is missing` : `\`${actual}\` cannot be the ${name}`;
  const range = `It goes from ${min} to ${max}${names}.`;
  return { message, hint: [...getAdvice(actual.toUpperCase(), field), range].join(' ') };
}

/** Returns what to write instead of a sign that other fields or other programs know. */
function getAdvice(actual: string, { name, specials }: Field): string[] {
  if (actual === '?') return ['Write `*`: it stands for any.'];
  if (name === 'day of week' && actual === 'L')
    return ['Write `SAT` for Saturdays, or `FRIL` for the last Friday of the month.'];
  if (name === 'day of month' && actual === 'L') return ['Days before the last one cannot be counted.'];
  if (/[LW#]/.test(actual) && specials !== undefined) {
    return name === 'day of month'
      ? [
          'Write `L` for the last day, `LW` for the last weekday, or `15W` for the weekday nearest to the 15th.',
        ]
      : ['Write `MON#2` for the second Monday of the month, or `FRIL` for the last Friday.'];
  }
  return [];
}

/** Refuses days that none of the months has; where the day of the week suffices, it occurs in all of them. */
function checkDays(
  values: readonly FieldValues[],
  eitherDay: boolean,
  day: Part | undefined,
): CronProblem | undefined {
  const [, , , daysOfMonth, months] = values;
  if (!day || !daysOfMonth || !months || eitherDay) return undefined;
  const maxDays = Math.max(...months.numbers.map((each) => days[each - 1] ?? 0));
  const near = daysOfMonth.specials.map((each) => (each.startsWith('L') ? 1 : Number.parseInt(each, 10)));
  if ([...daysOfMonth.numbers, ...near].some((each) => each <= maxDays)) return undefined;
  return { offset: day.offset, message: `there is no day ${day.text} in the months given` };
}

/** The word of `every` for the steps of a field. */
const units: Partial<Record<Field['name'], string>> = {
  second: 'seconds',
  minute: 'minutes',
  hour: 'hours',
  'day of month': 'days',
};

function findUnevenStepsOfField(
  { text, offset }: Part,
  field: Field,
  parts: readonly Part[],
  index: number,
): CronProblem[] {
  const size = getLast(field) - field.min + 1;
  const problems: CronProblem[] = [];
  let at = offset;
  for (const item of text.split(',')) {
    const step = getOpenStep(item, field);
    // A month has no fixed number of days.
    const isEven = step === undefined || step === 1 || (field.name !== 'day of month' && size % step === 0);
    if (!isEven) problems.push({ offset: at, ...describeUnevenStep(item, step, field, parts, index) });
    at += item.length + 1;
  }
  return problems;
}

/** Returns the step of an item that goes on to the end of its field. */
function getOpenStep(item: string, field: Field): number | undefined {
  const [, span = '', step] = /^([^/]*)\/(\d+)$/.exec(item) ?? [];
  const [low = '', high] = span.split('-');
  const isWhole =
    high !== undefined && readNumber(low, field) === field.min && readNumber(high, field) === getLast(field);
  return step === undefined || (high !== undefined && !isWhole) ? undefined : Number(step);
}

function describeUnevenStep(
  item: string,
  step: number,
  field: Field,
  parts: readonly Part[],
  index: number,
): Omit<CronProblem, 'offset'> {
  const read = readItem(item, 0, field);
  const values = Array.isArray(read) ? read : [];
  const { name } = field;
  const shown = values.length > 8 ? `${values.slice(0, 3).join(', ')} … ${values.at(-1)}` : values.join(', ');
  const whole = { second: 'minute', minute: 'hour', hour: 'day', 'day of month': 'month' }[name as 'hour'];
  const message = `\`${item}\` is not every ${step} ${units[name] ?? `${name}s`}: the ${name} is ${shown}, and starts over with each ${whole ?? (name === 'month' ? 'year' : 'week')}`;
  const unit = units[name];
  const isAlone = parts.slice(index + 1).every(({ text }) => text === '*' || text === '?');
  const list = `write \`${values.join(',')}\``;
  if (unit === undefined) return { message, hint: `For these times, ${list}.` };
  const every = `For an interval of ${step} ${unit}, write \`every: { ${unit}: ${step} }\``;
  return { message, hint: `${every}${isAlone ? '' : ', without other limits'}; for these times, ${list}.` };
}
