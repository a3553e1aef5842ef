import type { Json } from '../../../schemas/json/types.js';

export type Quote = 'single' | 'double';
export type ScalarStyle = 'plain' | Quote;

export interface ScalarPlace extends PlainPlace {
  /** The wanted style of texts. */
  style: ScalarStyle;
  /** The quotes of texts that need some. */
  quote: Quote;
  /** The form of null: `null`, `~`, or empty. */
  nothing: string;
}

/** Writes a scalar on one line. */
export function writeScalar(value: Json, place: ScalarPlace): string {
  if (value === null) return place.nothing;
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value !== 'string') return String(value);
  if (place.style === 'plain' && isPlain(value, place)) return value;
  return writeQuoted(value, place.style === 'plain' ? lighter(value, place.quote) : place.style);
}

/** Writes whole numbers beyond 2⁵³ in exponent form: all digits would claim an exactness that they do not have. */
function writeNumber(value: number): string {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return value.toExponential();
  return Object.is(value, -0) ? '0' : String(value);
}

export function writeQuoted(text: string, quote: Quote): string {
  if (quote === 'single' && isPrintable(text)) return `'${escapeIn('single', text)}'`;
  return `"${escapeIn('double', text)}"`;
}

/** Returns the text between the quotes. */
export function escapeIn(quote: Quote, text: string): string {
  if (quote === 'single') return text.replaceAll("'", "''");
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\P{C}\n]|[\u2028\u2029]/gu, escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // A joiner keeps the parts of an emoji together.
  if (code === 0x200d) return character;
  if (code > 0xffff) return character;
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

/** Returns the other quotes if the text contains the preferred ones, and needs no escapes with the others. */
function lighter(text: string, preferred: Quote): Quote {
  if (preferred === 'single') return text.includes("'") && !/["\\]/.test(text) ? 'double' : 'single';
  return /["\\]/.test(text) && !text.includes("'") && isPrintable(text) ? 'single' : 'double';
}

/** Texts that YAML 1.2 does not read as text if they have no quotes. */
const otherType =
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** Texts that readers of YAML 1.1 take for numbers, dates and truth values. */
const otherTypeElsewhere =
  /^(?:yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF|=|<<|[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?0x[0-9a-fA-F_]+|[-+]?[\d_]*\d[\d_]*(?:\.[\d_]*)?(?:[eE][-+]?\d+)?|[-+]?\.[\d_]+(?:[eE][-+]?\d+)?)$/;
/** Digits with colons or dashes between them: times, dates and parts of them. */
const timeLike =
  /^(?:[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?|\d{4}-\d\d?-\d\d?(?:(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)?)$/;
/** Line breaks, tabs, and characters that editors do not show. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/u;

export interface PlainPlace {
  inFlow: boolean;
  /** The present text without quotes: a date may replace a date. */
  instead?: string;
}

/** Returns true if a text without quotes is read as this text, by YAML 1.2 and by older readers. */
export function isPlain(text: string, place: PlainPlace): boolean {
  if (text === '' || text.trim() !== text || hidden.test(text)) return false;
  if (/^[,[\]{}#&*!|>'"%@`]/.test(text) || /^(?:---|\.\.\.)/.test(text)) return false;
  if (/^[-?:](?:$|[ ,[\]{}])/.test(text) || /:(?: |$)/.test(text) || / #/.test(text)) return false;
  if (place.inFlow && /[,[\]{}]|^[-?:]/.test(text)) return false;
  if (otherType.test(text) || otherTypeElsewhere.test(text)) return false;
  return !timeLike.test(text) || (place.instead !== undefined && timeLike.test(place.instead));
}

/** Returns true if every editor shows the text as it is, so that it needs no escapes in quotes. */
function isPrintable(text: string): boolean {
  return !hidden.test(text);
}
