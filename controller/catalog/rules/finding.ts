import type { ProblemDetail } from '../../problems/index.js';
import type { Place } from './places.js';

export type Severity = 'error' | 'warning' | 'hint';

/** A finding of the validation engine. Lines and columns count from 1, columns in UTF-16 units. */
export interface Finding extends Place {
  rule: string;
  severity: Severity;
  /** Path in the repository, or as the caller gave it, with forward slashes. */
  file: string;
  /** JSON pointer of the node, `''` for the document. */
  pointer: string;
  message: string;
  hint?: string;
}

/** A finding of a kind's own checks; the engine turns the pointer into a place. */
export interface PointedFinding {
  rule: string;
  severity: Severity;
  pointer: string;
  /** The finding is about the last name in `pointer`, not about the value it has. */
  at?: 'name';
  /** Offset into the string value at `pointer`. */
  offset?: number;
  /** JSON pointer: the finding says more than errors of the schema there and below, which are left out. */
  replaces?: string;
  message: string;
  hint?: string;
}

export interface TextFault {
  rule: string;
  /** Offset into the text. */
  offset: number;
  message: string;
  hint?: string;
}

/** The part of a finding that a problem shows: its place and its message. */
export function problemDetail({ pointer, file, line, column, message }: Finding): ProblemDetail {
  return { pointer, file, line, column, message };
}

/** A finding about a file's content, without its path: one blob has many paths and branches. */
export type ContentFinding = Omit<Finding, 'file'>;

export function byPlace(a: Finding, b: Finding): number {
  return compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule);
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
