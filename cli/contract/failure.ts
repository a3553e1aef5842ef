import type { ProblemBody } from '../../controller/problems/index.js';

export const exitCodes = {
  done: 0,
  /** The run faulted, or files are invalid. */
  faulted: 1,
  usage: 2,
  unreachable: 3,
  unauthorized: 4,
} as const;

/** Ends a command with an exit code, a message and hints that say what to do next. */
export class Failure extends Error {
  constructor(
    readonly exitCode: number,
    message: string,
    readonly hints: readonly string[] = [],
    options?: { cause?: unknown },
  ) {
    super(message, options);
    this.name = 'Failure';
  }
}

/** Returns a failure with the exit code of wrong usage. */
export function misuse(message: string, ...hints: readonly string[]): Failure {
  return new Failure(exitCodes.usage, message, hints);
}

/** A problem document that the service answered with. */
export class ProblemFailure extends Failure {
  constructor(readonly problem: ProblemBody) {
    super(exitCodeOf(problem), problem.detail, problem.hints);
    this.name = 'ProblemFailure';
  }
}

/** A request that the caller can correct is wrong usage; a 5xx counts as a service that cannot be reached. */
function exitCodeOf({ status, code }: ProblemBody): number {
  if (code === 'entity_invalid') return exitCodes.faulted;
  if (code === 'settings_invalid') return exitCodes.usage;
  if (status === 401 || status === 403) return exitCodes.unauthorized;
  return status >= 500 ? exitCodes.unreachable : exitCodes.usage;
}
