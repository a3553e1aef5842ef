import type { CodeLimits, Outcome } from './contract.js';

/** One script for a thread to run. */
export interface Job {
  code: string;
  /** JSON of `Given`. */
  inputJson: string;
  limits: Pick<CodeLimits, 'timeMs' | 'memoryBytes' | 'output' | 'depth'>;
}

/** Values that the prelude turns into variables of the script. */
export interface ScriptInput {
  argv: string[];
  named: object;
  arguments: unknown;
  environment: Readonly<Record<string, string>>;
  stdin: string;
}

/** Answer of a thread. `json` is the returned value, undefined when the script returned nothing. */
export type Answer = Pick<Outcome, 'stdout' | 'stderr'> &
  ({ kind: 'done'; json: string | undefined } | { kind: 'thrown' | 'timeout' | 'limit'; message: string });
