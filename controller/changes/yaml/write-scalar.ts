import type { Json } from '../../../schemas/json.js';
import { isPlain, isPrintable, type PlainPlace } from './plain-text.js';

export type Quote = 'single' | 'double';
export type ScalarStyle = 'plain' | Quote;

export interface ScalarPlace extends PlainPlace {
  /** How a text is to stand if it can. */
  style: ScalarStyle;
  /** For a text that cannot stand without quotes. */
  quote: Quote;
  /** How nothing is written: `null`, `~`, or not at all. */
  nothing: string;
}

/** A scalar on one line. */
export function writeScalar(value: Json, place: ScalarPlace): string {
  if (value === null) return place.nothing;
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value !== 'string') return String(value);
  if (place.style === 'plain' && isPlain(value, place)) return value;
  return writeQuoted(value, place.style === 'plain' ? lighter(value, place.quote) : place.style);
}

/** Whole numbers beyond 2⁵³ in exponent form: digits would claim an exactness that they do not have. */
export function writeNumber(value: number): string {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return value.toExponential();
  return Object.is(value, -0) ? '0' : String(value);
}

export function writeQuoted(text: string, quote: Quote): string {
  if (quote === 'single' && isPrintable(text)) return `'${escapeIn('single', text)}'`;
  return `"${escapeIn('double', text)}"`;
}

/** What stands between the quotes. */
export function escapeIn(quote: Quote, text: string): string {
  if (quote === 'single') return text.replaceAll("'", "''");
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\P{C}\n]|[\u2028\u2029]/gu, escaped);
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // An emoji of several parts is held together by a joiner.
  if (code === 0x200d) return character;
  if (code > 0xffff) return character;
  return `\\u${code.toString(16).padStart(4, '0')}`;
}

/** The other quotes, where those preferred would have to be escaped in the text and the others not. */
function lighter(text: string, preferred: Quote): Quote {
  if (preferred === 'single') return text.includes("'") && !/["\\]/.test(text) ? 'double' : 'single';
  return /["\\]/.test(text) && !text.includes("'") && isPrintable(text) ? 'single' : 'double';
}
