import type { Json, JsonObject } from '../../schemas/json.js';

/** Languages that code can be in; the first runs in the sandbox, the others as processes. */
export const languages = ['js', 'python', 'shell'] as const;
export type Language = (typeof languages)[number];

export interface Code {
  language: Language;
  code: string;
  /** Named arguments are variables of their names; positional ones are the `argv` of the language. */
  arguments: JsonObject | readonly Json[];
  environment: Readonly<Record<string, string>>;
  stdin: string;
}

/** What came of code that ran to its end. */
export interface Outcome {
  stdout: string;
  stderr: string;
  /** Exit code; 0 for JavaScript that did not throw. */
  code: number;
  /** What JavaScript returned; left out for processes and where it returned nothing. */
  output?: Json;
}

/**
 * - `thrown`: the code raised an error or does not parse
 * - `timeout`, `limit`: it took more time, or more of something else, than it may
 * - `refused`: it was not run, as the installation does not allow it
 * - `invalid`: it was not run, as what was given cannot be run
 */
export type FaultKind = 'thrown' | 'timeout' | 'limit' | 'refused' | 'invalid';

/** Why code did not come to an end of its own; the message is for whoever wrote the code. */
export class CodeFault extends Error {
  override name = 'CodeFault';

  constructor(
    readonly kind: FaultKind,
    message: string,
    /** What it had written before. */
    readonly written: { stdout: string; stderr: string } = { stdout: '', stderr: '' },
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

export interface Sandbox {
  /**
   * Runs code to its end. An abort of `signal` kills it.
   * @throws CodeFault; the reason of the signal
   */
  run(code: Code, signal: AbortSignal): Promise<Outcome>;
  /** Kills what is running and gives its threads back. */
  close(): Promise<void>;
}
