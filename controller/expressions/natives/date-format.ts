import { COMPOUNDS, isoWeek, MONTHS, type Moment, toSeconds, WEEKDAYS } from './calendar.js';

/** The time zone of a moment. */
export interface Zone {
  readonly name: string;
  /** Seconds ahead of UTC. */
  readonly offset: number;
}

export const UTC: Zone = { name: 'UTC', offset: 0 };

type Directive = (moment: Moment, zone: Zone) => string;

function two(value: number): string {
  return String(Math.floor(value)).padStart(2, '0');
}

function spaced(value: number): string {
  return String(Math.floor(value)).padStart(2, ' ');
}

function twelve(hours: number): number {
  return hours % 12 === 0 ? 12 : hours % 12;
}

function fourDigits(year: number): string {
  if (year > 9999) return `+${year}`;
  return year < 0 ? `-${String(-year).padStart(3, '0')}` : String(year).padStart(4, '0');
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / 60;
  return `${offset < 0 ? '-' : '+'}${two(minutes / 60)}${two(minutes % 60)}`;
}

/** Directives by letter, in the C locale. */
const directives: Readonly<Record<string, Directive>> = {
  a: ({ weekday }) => (WEEKDAYS[weekday] ?? '?').slice(0, 3),
  A: ({ weekday }) => WEEKDAYS[weekday] ?? '?',
  b: ({ month }) => (MONTHS[month] ?? '?').slice(0, 3),
  B: ({ month }) => MONTHS[month] ?? '?',
  C: ({ year }) => two(year / 100),
  d: ({ day }) => two(day),
  e: ({ day }) => spaced(day),
  g: (moment) => two(isoWeek(moment).year % 100),
  G: (moment) => fourDigits(isoWeek(moment).year),
  h: ({ month }) => (MONTHS[month] ?? '?').slice(0, 3),
  H: ({ hours }) => two(hours),
  I: ({ hours }) => two(twelve(hours)),
  j: ({ yearday }) => String(yearday + 1).padStart(3, '0'),
  k: ({ hours }) => spaced(hours),
  l: ({ hours }) => spaced(twelve(hours)),
  m: ({ month }) => two(month + 1),
  M: ({ minutes }) => two(minutes),
  n: () => '\n',
  p: ({ hours }) => (hours < 12 ? 'AM' : 'PM'),
  P: ({ hours }) => (hours < 12 ? 'am' : 'pm'),
  s: (moment, zone) => String(toSeconds(moment) - zone.offset),
  S: ({ seconds }) => two(seconds),
  t: () => '\t',
  u: ({ weekday }) => String(weekday === 0 ? 7 : weekday),
  U: ({ yearday, weekday }) => two((yearday + 7 - weekday) / 7),
  V: (moment) => two(isoWeek(moment).week),
  w: ({ weekday }) => String(weekday),
  W: ({ yearday, weekday }) => two((yearday + 7 - ((weekday + 6) % 7)) / 7),
  y: ({ year }) => two(((year % 100) + 100) % 100),
  Y: ({ year }) => fourDigits(year),
  z: (_moment, zone) => offsetText(zone.offset),
  Z: (_moment, zone) => zone.name,
  '%': () => '%',
};

/** Writes a moment in a `strftime` format. Unknown directives stay as they are. */
export function formatMoment(moment: Moment, format: string, zone: Zone): string {
  return format.replace(/%[EO]?([a-zA-Z%])/g, (whole, letter: string) => {
    if (Object.hasOwn(COMPOUNDS, letter)) return formatMoment(moment, COMPOUNDS[letter] as string, zone);
    const directive = Object.hasOwn(directives, letter) ? directives[letter] : undefined;
    return directive?.(moment, zone) ?? whole;
  });
}
