/** Characters by the letter after a backslash, in JSON texts and in the literals of a program. */
export const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Constants by their names, in JSON texts and in programs. */
export const CONSTANTS: ReadonlyMap<string, null | boolean> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
]);

/**
 * Returns the character of one or two units that are written as `\uXXXX`. The second half of a pair alone makes U+FFFD;
 * the first half alone makes undefined, which the caller must refuse.
 */
export function unitsToText(first: number, second?: number): string | undefined {
  if (second !== undefined) return String.fromCharCode(first, second);
  if (first < 0xd800 || first > 0xdfff) return String.fromCharCode(first);
  return first < 0xdc00 ? undefined : '\ufffd';
}
