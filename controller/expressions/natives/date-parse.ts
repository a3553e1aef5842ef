import {
  COMPOUNDS,
  fromSeconds,
  getDays,
  MONTHS,
  type Moment,
  type TimePart,
  toSeconds,
  WEEKDAYS,
} from './calendar.js';

/** Values that a format has read so far; those without a default are undefined until then. */
interface Fields extends Record<TimePart, number> {
  century?: number;
  /** 1 in the afternoon, 0 in the morning. */
  afternoon?: number;
  yearday?: number;
  epoch?: number;
}

/** Reads the beginning of a text and returns the number of characters read, or undefined when it does not fit. */
type Reader = (text: string, fields: Fields) => number | undefined;

/** Reads what `pattern` matches into a field; `convert` returns undefined for a value that is not allowed. */
function reader(
  pattern: RegExp,
  field?: keyof Fields,
  convert: (text: string) => number | undefined = Number,
): Reader {
  return (text, fields) => {
    const match = pattern.exec(text)?.[0];
    const value = match === undefined ? undefined : convert(match);
    if (match === undefined || value === undefined) return undefined;
    if (field !== undefined) fields[field] = value;
    return match.length;
  };
}

/** Reads a number between `min` and `max`, with no more digits than `max`, and stores it plus `offset`. */
function number(min: number, max: number, field?: keyof Fields, offset = 0): Reader {
  const pattern = new RegExp(`^\\d{1,${String(max).length}}`);
  return reader(pattern, field, (text) =>
    Number(text) < min || Number(text) > max ? undefined : Number(text) + offset,
  );
}

/** Reads one of some names, in full or by its first three letters. */
function name(names: readonly string[], field?: keyof Fields): Reader {
  const pattern = new RegExp(`^(?:${names.map((full) => `${full}|${full.slice(0, 3)}`).join('|')})`, 'i');
  const short = (text: string) => text.slice(0, 3).toLowerCase();
  return reader(pattern, field, (text) => names.findIndex((full) => short(full) === short(text)));
}

const readers: Readonly<Record<string, Reader>> = {
  a: name(WEEKDAYS),
  A: name(WEEKDAYS),
  b: name(MONTHS, 'month'),
  B: name(MONTHS, 'month'),
  h: name(MONTHS, 'month'),
  C: number(0, 99, 'century'),
  d: number(1, 31, 'day'),
  e: number(1, 31, 'day'),
  H: number(0, 24, 'hours'),
  k: number(0, 24, 'hours'),
  I: number(1, 12, 'hours'),
  l: number(1, 12, 'hours'),
  j: number(1, 366, 'yearday', -1),
  m: number(1, 12, 'month', -1),
  M: number(0, 59, 'minutes'),
  p: reader(/^[AaPp][Mm]/, 'afternoon', (text) => (/^p/i.test(text) ? 1 : 0)),
  s: reader(/^-?\d+/, 'epoch'),
  S: number(0, 61, 'seconds'),
  u: number(1, 7),
  U: number(0, 53),
  V: number(0, 53),
  w: number(0, 6),
  W: number(0, 53),
  g: number(0, 99),
  G: number(0, 9999),
  y: reader(/^\d{1,2}/, 'year', (text) => Number(text) + (Number(text) < 69 ? 2000 : 1900)),
  Y: reader(/^[+-]?\d{1,4}/, 'year'),
  z: reader(/^(?:Z|[+-]\d{2}:?(?:\d{2})?)/),
  Z: reader(/^[A-Za-z]+/),
  '%': reader(/^%/),
};

/** Reads `text` by a `strptime` format. Returns the moment and the text left over; undefined when it does not fit. */
export function parseMoment(text: string, format: string): { moment: Moment; rest: string } | undefined {
  const fields: Fields = { year: 1970, month: 0, day: 1, hours: 0, minutes: 0, seconds: 0 };
  const rest = read(text, format, fields);
  const moment = rest === undefined ? undefined : toMoment(fields);
  return rest === undefined || moment === undefined ? undefined : { moment, rest };
}

function read(text: string, format: string, fields: Fields): string | undefined {
  let left = text;
  for (let at = 0; at < format.length; at++) {
    const char = format[at] as string;
    if (/\s/.test(char)) {
      left = left.trimStart();
    } else if (char !== '%') {
      if (left[0] !== char) return undefined;
      left = left.slice(1);
    } else {
      at++;
      if (format[at] === 'E' || format[at] === 'O') at++;
      const after = readDirective(left, format[at] ?? '', fields);
      if (after === undefined) return undefined;
      left = after;
    }
  }
  return left;
}

function readDirective(text: string, letter: string, fields: Fields): string | undefined {
  if (letter === 'n' || letter === 't') return text.trimStart();
  const compound = Object.hasOwn(COMPOUNDS, letter) ? COMPOUNDS[letter] : undefined;
  if (compound !== undefined) return read(text, compound, fields);
  const reader = Object.hasOwn(readers, letter) ? readers[letter] : undefined;
  const start = letter === 'e' || letter === 'k' || letter === 'l' ? text.trimStart() : text;
  const length = reader?.(start, fields);
  return length === undefined ? undefined : start.slice(length);
}

function toMoment(fields: Fields): Moment | undefined {
  if (fields.epoch !== undefined) return fromSeconds(fields.epoch);
  const { afternoon, century, yearday, minutes, seconds } = fields;
  const year = century === undefined ? fields.year : century * 100 + (fields.year % 100);
  const hours = afternoon === undefined ? fields.hours : (fields.hours % 12) + afternoon * 12;
  const [month, day] = yearday === undefined ? [fields.month, fields.day] : [0, yearday + 1];
  if (yearday !== undefined || hours > 23 || seconds > 59) {
    return fromSeconds(toSeconds({ year, month, day, hours, minutes, seconds }));
  }
  return { year, month, day, hours, minutes, seconds, ...getDays(year, month, day) };
}
