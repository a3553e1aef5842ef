/** What a letter stands for after a backslash, in JSON texts and in the literals of a program. */
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

/**
 * The character that one or two units written as `\uXXXX` make; the second half of a pair alone makes
 * U+FFFD. Undefined when the first half stands alone, which is for the caller to refuse.
 */
export function unitsToText(first: number, second?: number): string | undefined {
  if (second !== undefined) return String.fromCharCode(first, second);
  if (first < 0xd800 || first > 0xdfff) return String.fromCharCode(first);
  return first < 0xdc00 ? undefined : '\ufffd';
}
