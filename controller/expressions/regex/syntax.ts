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
export type Regex = Readonly<
  | { type: 'char'; test: CharTest; literal: number | undefined }
  | { type: 'sequence'; items: readonly Regex[] }
  | { type: 'choice'; options: readonly Regex[] }
  | { type: 'group'; index: number; body: Regex }
  | { type: 'repeat'; body: Regex; min: number; max: number; mode: 'greedy' | 'lazy' | 'possessive' }
  | { type: 'look'; behind: boolean; negative: boolean; body: Regex }
  | { type: 'atomic'; body: Regex }
  | { type: 'assert'; what: Assertion }
  | { type: 'reference'; groups: readonly number[]; ignoreCase: boolean }
  | { type: 'keep' }
>;

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
