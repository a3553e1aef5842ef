import type { Scalar } from 'yaml';

const blank = /[ \t\r\n]/;

/**
 * Returns the offset in the file's text of the character at `offset` of a scalar's value. Quoting, folding and the
 * indentation of blocks change blanks alone, so the n-th character that is not a blank is the same in both. For an offset
 * behind the end, or of a blank, returns the offset after the character before it.
 */
export function offsetInText(node: Scalar.Parsed, text: string, offset: number): number {
  const value = typeof node.value === 'string' ? node.value : node.source;
  const before = value.slice(0, offset);
  const solid = before.split(blank).join('').length;
  const blanksSince = before.length - before.trimEnd().length;
  const wantsSolid = offset < value.length && !blank.test(value[offset] ?? ' ');

  const [from, end] = contentRange(node, text);
  let at = from;
  let seen = 0;
  while (at < end && (seen < solid || wantsSolid)) {
    const { length, units } = unitAt(node, text, at);
    if (units > 0 && seen >= solid) return at;
    seen += units;
    at += length;
  }
  return Math.min(wantsSolid ? at : at + blanksSince, end);
}

/** Returns the range of the characters: without quotes, and without a block's header line. */
function contentRange(node: Scalar.Parsed, text: string): [number, number] {
  const [start, end] = node.range;
  if (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE') return [start + 1, end - 1];
  if (node.type !== 'BLOCK_LITERAL' && node.type !== 'BLOCK_FOLDED') return [start, end];
  const header = text.indexOf('\n', start);
  return [header === -1 ? end : header + 1, end];
}

/** Returns the length of one character in the text, and the number of units of the value, blanks excluded, that it stands for. */
function unitAt(node: Scalar.Parsed, text: string, at: number): { length: number; units: number } {
  const character = text[at] ?? '';
  if (node.type === 'QUOTE_SINGLE' && character === "'") return { length: 2, units: 1 };
  if (node.type !== 'QUOTE_DOUBLE' || character !== '\\')
    return { length: 1, units: blank.test(character) ? 0 : 1 };
  const kind = text[at + 1] ?? '';
  const digits = { x: 2, u: 4, U: 8 }[kind];
  if (digits === undefined) return { length: 2, units: /[tnr \t\r\n]/.test(kind) ? 0 : 1 };
  const decoded = String.fromCodePoint(Number.parseInt(text.slice(at + 2, at + 2 + digits), 16));
  return { length: 2 + digits, units: blank.test(decoded) ? 0 : decoded.length };
}
