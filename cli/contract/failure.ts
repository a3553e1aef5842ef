import type { HintBody, ProblemBody } from '../../controller/problems/index.js';

export const exitCodes = {
  done: 0,
  /** The run faulted, or files are invalid. */
  faulted: 1,
  usage: 2,
  unreachable: 3,
  unauthorized: 4,
  /** The user ended the command with Ctrl+C; the number is that of shells for SIGINT. */
  interrupted: 130,
} as const;

/** Ends a command with an exit code, a message and hints that say what to do next. */
export class Failure extends Error {
  constructor(
    readonly exitCode: number,
    message: string,
    readonly hints: readonly (string | HintBody)[] = [],
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
    super(getExitCode(problem), problem.detail, problem.hints);
    this.name = 'ProblemFailure';
  }
}

/** Problems that are the outcome of a command: its files are invalid, or a release was refused. */
const failed: ReadonlySet<string> = new Set([
  'entity_invalid',
  'release_configuration_refused',
  'release_not_started',
  'release_altered',
  'release_archive_unsafe',
  'release_broken',
  'release_incomplete',
  'release_inconsistent',
  'release_metadata_expired',
  'release_oversized',
  'release_redirect_refused',
  'release_rolled_back',
  'release_signature_invalid',
]);

/** A request that the caller can correct is wrong usage; a 5xx counts as a service that cannot be reached. */
function getExitCode({ status, code }: ProblemBody): number {
  if (failed.has(code)) return exitCodes.faulted;
  if (code === 'settings_invalid') return exitCodes.usage;
  if (status === 401 || status === 403) return exitCodes.unauthorized;
  return status >= 500 ? exitCodes.unreachable : exitCodes.usage;
}
