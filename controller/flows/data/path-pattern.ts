import type { Json } from '../../../schemas/json/types.js';
import { getKind } from './values.js';

/** The largest length of a pattern, in characters. */
const maxLength = 500;
const examples = 'Write a path from the working folder, such as `report.csv`, `*.csv` or `out/**`.';

/** Returns why a value is no pattern of paths inside of a folder, and what to write. */
export function findPatternFault(pattern: Json): { message: string; hint: string } | undefined {
  if (typeof pattern !== 'string')
    return { message: `a pattern is text, not ${getKind(pattern)}`, hint: examples };
  const shown = `\`${pattern.slice(0, 100)}\``;
  if (pattern === '' || pattern.length > maxLength)
    return { message: `a pattern has 1 to ${maxLength} characters`, hint: examples };
  if (pattern.includes('${')) {
    const hint = 'Write `report-*.csv` for a name with a part that changes.';
    return { message: `${shown} holds an expression, and patterns are constant`, hint };
  }
  if (/\p{Cc}/u.test(pattern))
    return { message: 'a pattern has no line breaks or other control characters', hint: examples };
  if (pattern.includes('\\'))
    return { message: `${shown} has a \`\\\``, hint: 'Write `/` between the parts of a path.' };
  if (/[[\]{}]/.test(pattern)) {
    const hint = 'The wildcards are `*`, `?` and `**`. Write a pattern for each form.';
    return { message: `${shown} has a bracket, which is no wildcard here`, hint };
  }
  if (/^(?:\/|~|[A-Za-z]:)/.test(pattern))
    return { message: `${shown} is not relative to the working folder`, hint: examples };
  const segments = pattern.split('/');
  if (segments.includes('..')) return { message: `${shown} leads out of the working folder`, hint: examples };
  if (segments.includes('.') || segments.includes('')) {
    const hint = 'Write `out/*.csv` for files, or `out/**` for all that is in a folder.';
    return { message: `${shown} has an empty part, or \`.\``, hint };
  }
  return undefined;
}

/**
 * Tells whether a pattern matches a path, both with `/` between their parts. `*` stands for any characters of one part, `?`
 * for one of them, `**` as a part for any number of parts. A name that begins with a dot needs a part that does, too. Takes
 * time in proportion to the product of the lengths.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const parts = pattern.split('/');
  // Paths inside of a folder have at least one more part than its own.
  if (parts.at(-1) === '**') parts.push('*');
  return matches(parts, path.split('/'), isAnyParts, matchesName);
}

/** Tells whether a pattern may match a path inside of a folder. */
export function mayMatchInside(pattern: string, folder: string): boolean {
  const parts = pattern.split('/');
  const names = folder.split('/');
  const deep = parts.indexOf('**');
  if (deep === -1 && parts.length <= names.length) return false;
  const compared = deep === -1 ? names.length : Math.min(deep, names.length);
  if (!parts.slice(0, compared).every((part, index) => matchesName(part, names[index] ?? ''))) return false;
  return names.slice(compared).every((name) => !name.startsWith('.') || parts.some(isHidden));
}

function matchesName(part: string, name: string): boolean {
  if (name.startsWith('.') && !isHidden(part)) return false;
  return matches([...part], [...name], isAnyCharacters, isCharacter);
}

const isAnyParts = (part: string, name: string | undefined) =>
  part === '**' && (name === undefined || !name.startsWith('.'));
const isAnyCharacters = (character: string) => character === '*';
const isCharacter = (expected: string, character: string) => expected === '?' || expected === character;
const isHidden = (part: string) => part.startsWith('.');

/**
 * Tells whether a list of patterns matches a list of items as a whole. On a mismatch, the last wildcard takes one more item;
 * earlier wildcards need not be tried again.
 * @param isWildcard true for a pattern that stands for any number of items, of which `item` may be one
 */
function matches(
  patterns: readonly string[],
  items: readonly string[],
  isWildcard: (pattern: string, item: string | undefined) => boolean,
  isMatch: (pattern: string, item: string) => boolean,
): boolean {
  let at = 0;
  let wildcard = -1;
  let taken = 0;
  for (let index = 0; index < items.length; ) {
    const [pattern, item = ''] = [patterns[at], items[index]];
    if (pattern !== undefined && isWildcard(pattern, undefined)) {
      [wildcard, taken] = [at++, index];
    } else if (pattern !== undefined && isMatch(pattern, item)) {
      at++;
      index++;
    } else if (wildcard !== -1 && isWildcard(patterns[wildcard] ?? '', items[taken])) {
      at = wildcard + 1;
      index = ++taken;
    } else return false;
  }
  return patterns.slice(at).every((pattern) => isWildcard(pattern, undefined));
}
