/** Tells if a code point belongs to a class. */
export type CharTest = (point: number) => boolean;

export type Assertion =
  | 'start'
  | 'end'
  | 'line-start'
  | 'line-end'
  | 'last-line-end'
  | 'word'
  | 'not-word'
  | 'search-start';

/** The parsed form of a pattern. */
export type Regex =
  | { readonly type: 'char'; readonly test: CharTest; readonly literal: number | undefined }
  | { readonly type: 'sequence'; readonly items: readonly Regex[] }
  | { readonly type: 'choice'; readonly options: readonly Regex[] }
  | { readonly type: 'group'; readonly index: number; readonly body: Regex }
  | {
      readonly type: 'repeat';
      readonly body: Regex;
      readonly min: number;
      readonly max: number;
      readonly mode: 'greedy' | 'lazy' | 'possessive';
    }
  | { readonly type: 'look'; readonly behind: boolean; readonly negative: boolean; readonly body: Regex }
  | { readonly type: 'atomic'; readonly body: Regex }
  | { readonly type: 'assert'; readonly what: Assertion }
  | { readonly type: 'reference'; readonly groups: readonly number[]; readonly ignoreCase: boolean }
  | { readonly type: 'keep' };

/** A character of a class, or one certain character when `literal` is given. */
export function char(test: CharTest, literal?: number): Regex {
  return { type: 'char', test, literal };
}

export function literalChar(point: number): Regex {
  return char((other) => other === point, point);
}

/** The options of a pattern that its parts can switch on and off. */
export interface Modes {
  readonly ignoreCase: boolean;
  readonly extended: boolean;
  /** `.` matches line ends too. */
  readonly dotAll: boolean;
  /** `^` and `$` stand for the ends of the text, not of its lines. */
  readonly singleLine: boolean;
}

/** Reports that a pattern is not valid. */
export class RegexSyntaxError extends Error {}
