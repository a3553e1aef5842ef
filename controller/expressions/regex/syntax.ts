/** Tells whether a code point belongs to a class. */
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

export interface ParsedRegex {
  readonly root: Regex;
  /** The name of each group, from group 1 on; null for unnamed ones. */
  readonly names: readonly (string | null)[];
}

/** Letters by which the flags of a pattern are known inside this folder. */
export interface Modes {
  readonly ignoreCase: boolean;
  readonly extended: boolean;
  /** `.` matches line ends too. */
  readonly dotAll: boolean;
  /** `^` and `$` stand for the text, not for its lines. */
  readonly singleLine: boolean;
}

/** The pattern is not one. */
export class RegexSyntaxError extends Error {}
