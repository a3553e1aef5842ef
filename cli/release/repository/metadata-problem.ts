import { Problem, type ProblemCode } from '../../../controller/problems/index.js';

/** Texts of tuf-js and of @tufjs/models, whose updater keeps only the text of most errors. A test covers each attack. */
const kinds: readonly (readonly [RegExp, ProblemCode, string])[] = [
  [/is expired/, 'release_metadata_expired', 'its metadata is no longer valid'],
  [
    /is less than current version|Missing file .* in new snapshot/,
    'release_rolled_back',
    'it is older than before',
  ],
  [/was signed by (\d+)\/(\d+) keys/, 'release_signature_invalid', 'a signature is missing or wrong'],
  [/Max length reached/, 'release_oversized', 'a file is longer than allowed'],
  [
    /Expected (length|hash|version)|doesn't match timestamp|does not match snapshot|Missing .* in snapshot/,
    'release_inconsistent',
    'a file is not the one that the others name',
  ],
];

/** Returns the problem that an error of tuf-js means. */
export function metadataProblem(error: unknown, base: URL): Problem {
  if (error instanceof Problem) return error;
  const { message } = error as Error;
  const [, code, what] = kinds.find(([pattern]) => pattern.test(message)) ?? [];
  const reason = message.replace(/^Unable to load \w+( metadata)? error (Error: )?/, '');
  if (code === undefined)
    return new Problem('release_altered', `The metadata at ${base} cannot be read: ${reason}`, {
      cause: error,
    });
  return new Problem(code, `The release repository at ${base} is refused, because ${what}: ${reason}`, {
    cause: error,
  });
}
