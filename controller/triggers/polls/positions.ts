import { compareNumbers, isExactNumber, toLiteral, toNumber } from '../../../schemas/json/exact-number.js';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';

/** RFC 3339, 5.6. */
const time = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:[Zz]|[+-]\d\d:?\d\d)$/;

/**
 * Compares two values of `since`: numbers, and texts of digits, by what they count; times by the clock; other texts by their
 * characters. Numbers stand before times, and times before other texts.
 * @returns a negative number, zero, or a positive one
 */
export function comparePositions(left: Json, right: Json): number {
  const [a, b] = [toPosition(left), toPosition(right)];
  if (a.rank !== b.rank) return a.rank - b.rank;
  const byNumber = a.number === undefined || b.number === undefined ? 0 : compareNumbers(a.number, b.number);
  if (byNumber !== 0 || a.rank === 0) return byNumber;
  // Times of one millisecond may differ in their further digits.
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}

interface Position {
  rank: 0 | 1 | 2;
  number?: Parameters<typeof compareNumbers>[0];
  text: string;
}

function toPosition(value: Json): Position {
  if (typeof value === 'number' || isExactNumber(value)) return { rank: 0, number: value, text: '' };
  const text = typeof value === 'string' ? value : toJsonText(value);
  if (/^-?\d{1,100}$/.test(text)) return { rank: 0, number: toNumber(toLiteral(text) ?? '0'), text };
  const ms = time.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN;
  return Number.isNaN(ms) ? { rank: 2, text } : { rank: 1, number: ms, text };
}
