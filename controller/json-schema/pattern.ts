import { RE2JS } from 're2js';
import { translated } from './regexp-dialect.js';

/** A compiled pattern. As a text it is the pattern: Ajv keeps the patterns of a schema by their text. */
export interface LinearRegExp {
  test(text: string): boolean;
  toString(): string;
}

/** Compiles a pattern to a linear-time matcher. @throws Error for a pattern that needs back-tracking or is malformed */
export function linearRegExp(pattern: string): LinearRegExp {
  if (/\\k</.test(pattern)) throw new Error('back-references are not supported');
  const compiled = RE2JS.compile(RE2JS.translateRegExp(translated(pattern)));
  return { test: (text) => compiled.matcher(text).find(), toString: () => pattern };
}

/** Characters, classes of them and single repeats, with no group and no count: linear in any engine. */
const plain = /^(?:[\w \-@/,:;=~<>!"'#%&.^$|*+?]|\\[dwsDWS.\-/^$*+?|()[\]{}]|\[\^?[\w .@/+-]+\])*$/;

/** Texts up to this length take any engine microseconds for a pattern with one repeat. */
const shortText = 200;

/** Tests one text; a plain pattern with one repeat needs no matcher of its own. @throws like `linearRegExp` */
export function matches(pattern: string, text: string): boolean {
  const repeats = pattern.match(/[*+?]/g)?.length ?? 0;
  const isPlain = repeats < 2 && text.length <= shortText && plain.test(pattern) && isRegExp(pattern);
  return isPlain ? new RegExp(pattern, 'u').test(text) : linearRegExp(pattern).test(text);
}

/** Returns the reason why a pattern cannot be used, or undefined when it can. */
export function patternProblem(pattern: string): string | undefined {
  if (plain.test(pattern) && isRegExp(pattern)) return undefined;
  try {
    linearRegExp(pattern);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const fault = isRegExp(pattern) ? 'cannot be matched in linear time' : 'is not a regular expression';
    return `${fault}: ${reason}`;
  }
}

function isRegExp(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u');
    return true;
  } catch {
    return false;
  }
}
