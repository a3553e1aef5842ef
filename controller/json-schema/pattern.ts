import { RE2JS } from 're2js';
import { translated } from './regexp-dialect.js';

/** A compiled pattern. */
export interface LinearRegExp {
  test(text: string): boolean;
  /** Returns the steps of a `StepMeter` that a test takes at most: 60 ns for each instruction and character. */
  stepsFor(text: string): number;
}

/** Compiles a pattern to a linear-time matcher. @throws Error for a pattern that needs back-tracking or is malformed */
export function linearRegExp(pattern: string): LinearRegExp {
  if (/\\k</.test(pattern)) throw new Error('back-references are not supported');
  const compiled = RE2JS.compile(RE2JS.translateRegExp(translated(pattern)));
  const size = compiled.programSize();
  return {
    test: (text) => compiled.matcher(text).find(),
    stepsFor: ({ length }) => 2 + (length * size) / 2,
  };
}

/** Characters, classes of them and single repeats, with no group and no count: linear in any engine. */
const plain = /^(?:[\w \-@/,:;=~<>!"'#%&.^$|*+?]|\\[dwsDWS.\-/^$*+?|()[\]{}]|\[\^?[\w .@/+-]+\])*$/;

/** Texts up to this length take any engine microseconds for a pattern with one repeat. */
const shortText = 200;

/** Returns true when a text is matched in microseconds without a matcher of its own: a plain pattern with one repeat. */
export function needsNoMatcher(pattern: string, text: string): boolean {
  const repeats = pattern.match(/[*+?]/g)?.length ?? 0;
  return repeats < 2 && text.length <= shortText && plain.test(pattern) && isRegExp(pattern);
}

/** Tests one text with a pattern that needs no matcher of its own. */
export function matchesPlainly(pattern: string, text: string): boolean {
  return new RegExp(pattern, 'u').test(text);
}

/** Tests one text. @throws like `linearRegExp` */
export function matches(pattern: string, text: string): boolean {
  return needsNoMatcher(pattern, text) ? matchesPlainly(pattern, text) : linearRegExp(pattern).test(text);
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
