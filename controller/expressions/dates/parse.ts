import { daysOf, fromSeconds, MONTHS, type Moment, toSeconds, WEEKDAYS } from './calendar.js';

/** What a format has read so far. */
interface Fields {
  year: number;
  century: number | undefined;
  month: number;
  day: number;
  hours: number;
  minutes: number;
  seconds: number;
  afternoon: boolean | undefined;
  yearday: number | undefined;
  epoch: number | undefined;
}

type Reader = (text: string, fields: Fields) => number | undefined;

/** Reads up to `digits` digits of a number between `min` and `max`. */
function number(
  digits: number,
  min: number,
  max: number,
  store: (fields: Fields, value: number) => void,
): Reader {
  const pattern = new RegExp(`^\\d{1,${digits}}`);
  return (text, fields) => {
    const match = pattern.exec(text);
    if (match === null) return undefined;
    const value = Number(match[0]);
    if (value < min || value > max) return undefined;
    store(fields, value);
    return match[0].length;
  };
}

/** Reads one of some names, in full or by its first three letters. */
function name(names: readonly string[], store: (fields: Fields, index: number) => void): Reader {
  return (text, fields) => {
    for (const [index, full] of names.entries()) {
      for (const candidate of [full, full.slice(0, 3)]) {
        if (text.slice(0, candidate.length).toLowerCase() !== candidate.toLowerCase()) continue;
        store(fields, index);
        return candidate.length;
      }
    }
    return undefined;
  };
}

function pattern(
  expression: RegExp,
  store: (fields: Fields, match: RegExpExecArray) => void = () => {},
): Reader {
  return (text, fields) => {
    const match = expression.exec(text);
    if (match === null) return undefined;
    store(fields, match);
    return match[0].length;
  };
}

const weekday = name(WEEKDAYS, () => {});
const month = name(MONTHS, (fields, index) => {
  fields.month = index;
});
const day = number(2, 1, 31, (fields, value) => {
  fields.day = value;
});
const hours = number(2, 0, 24, (fields, value) => {
  fields.hours = value;
});
const hours12 = number(2, 1, 12, (fields, value) => {
  fields.hours = value;
});

const readers: Readonly<Record<string, Reader>> = {
  a: weekday,
  A: weekday,
  b: month,
  B: month,
  h: month,
  C: number(2, 0, 99, (fields, value) => {
    fields.century = value;
  }),
  d: day,
  e: day,
  H: hours,
  k: hours,
  I: hours12,
  l: hours12,
  j: number(3, 1, 366, (fields, value) => {
    fields.yearday = value - 1;
  }),
  m: number(2, 1, 12, (fields, value) => {
    fields.month = value - 1;
  }),
  M: number(2, 0, 59, (fields, value) => {
    fields.minutes = value;
  }),
  p: pattern(/^[AaPp][Mm]/, (fields, [text]) => {
    fields.afternoon = text.toLowerCase() === 'pm';
  }),
  s: pattern(/^-?\d+/, (fields, [text]) => {
    fields.epoch = Number(text);
  }),
  S: number(2, 0, 61, (fields, value) => {
    fields.seconds = value;
  }),
  u: number(1, 1, 7, () => {}),
  U: number(2, 0, 53, () => {}),
  V: number(2, 0, 53, () => {}),
  w: number(1, 0, 6, () => {}),
  W: number(2, 0, 53, () => {}),
  g: number(2, 0, 99, () => {}),
  G: number(4, 0, 9999, () => {}),
  y: number(2, 0, 99, (fields, value) => {
    fields.year = value < 69 ? 2000 + value : 1900 + value;
  }),
  Y: pattern(/^[+-]?\d{1,4}/, (fields, [text]) => {
    fields.year = Number(text);
  }),
  z: pattern(/^(?:Z|[+-]\d{2}:?(?:\d{2})?)/),
  Z: pattern(/^[A-Za-z]+/),
  '%': pattern(/^%/),
};

const COMPOUNDS: Readonly<Record<string, string>> = {
  c: '%a %b %e %H:%M:%S %Y',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  r: '%I:%M:%S %p',
  R: '%H:%M',
  T: '%H:%M:%S',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
};

/** Reads `text` by a `strptime` format; undefined when it does not fit. `rest` is what was left over. */
export function parseMoment(text: string, format: string): { moment: Moment; rest: string } | undefined {
  const fields: Fields = {
    year: 1970,
    century: undefined,
    month: 0,
    day: 1,
    hours: 0,
    minutes: 0,
    seconds: 0,
    afternoon: undefined,
    yearday: undefined,
    epoch: undefined,
  };
  const rest = read(text, format, fields);
  if (rest === undefined) return undefined;
  const moment = settle(fields);
  return moment === undefined ? undefined : { moment, rest };
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

function settle(fields: Fields): Moment | undefined {
  if (fields.epoch !== undefined) return fromSeconds(fields.epoch);
  const { afternoon, century, yearday, minutes, seconds } = fields;
  const year = century === undefined ? fields.year : century * 100 + (fields.year % 100);
  const hours = afternoon === undefined ? fields.hours : (fields.hours % 12) + (afternoon ? 12 : 0);
  const [month, day] = yearday === undefined ? [fields.month, fields.day] : [0, yearday + 1];
  if (yearday !== undefined || hours > 23 || seconds > 59) {
    return fromSeconds(toSeconds({ year, month, day, hours, minutes, seconds }));
  }
  return { year, month, day, hours, minutes, seconds, ...daysOf(year, month, day) };
}
