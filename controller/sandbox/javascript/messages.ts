import type { Outcome } from '../contract.js';
import type { CodeLimits } from '../limits.js';

/** What a thread is given to run. */
export interface Job {
  code: string;
  /** JSON of `Given`. */
  given: string;
  limits: Pick<CodeLimits, 'timeMs' | 'memoryBytes' | 'output' | 'depth'>;
}

/** What the prelude makes variables of. */
export interface Given {
  argv: string[];
  named: object;
  arguments: unknown;
  environment: Readonly<Record<string, string>>;
  stdin: string;
}

/** What a thread answers. `json` is the returned value, undefined for none. */
export type Answer = Pick<Outcome, 'stdout' | 'stderr'> &
  ({ kind: 'done'; json: string | undefined } | { kind: 'thrown' | 'timeout' | 'limit'; message: string });
