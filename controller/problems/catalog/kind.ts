import type { Hint } from './hint.js';

/** The advice to a caller about trying the same call again. */
export type RetryClass = 'never' | 'wait' | 'backoff';

export interface ProblemKind {
  /** HTTP status (RFC 9110). */
  status: number;
  title: string;
  retry: RetryClass;
  /** The next step of the caller; used when the thrower has no more exact hint. */
  hint: Hint;
}

/** Problems by code. A retry does not help against a problem that states no other class. */
export type ProblemKinds = Record<string, Omit<ProblemKind, 'retry'> & { retry?: RetryClass }>;
