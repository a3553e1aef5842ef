import { Errors } from 'isomorphic-git';
import { Problem } from '../../problems/index.js';
import { libraryReason } from '../objects/library-reason.js';
import { withoutCredentials } from '../program/git-program.js';

/** Returns the problem for a failed exchange, without credentials, and with a hint. */
export function toProblem(cause: unknown, what: string): Problem {
  if (cause instanceof Problem) return cause;
  const { detail, hint } = explain(cause);
  return new Problem('git_failed', `${what} failed: ${detail}`, { hints: [hint], cause });
}

function explain(cause: unknown): { detail: string; hint: string } {
  if (cause instanceof Errors.UserCanceledError) {
    return { detail: 'the server refused the credentials, or requires some.', hint: CREDENTIALS };
  }
  if (cause instanceof Errors.HttpError) {
    const status = cause.data.statusCode;
    const hint = status === 401 || status === 403 ? CREDENTIALS : status === 404 ? notThere : AGAIN;
    return { detail: `the server answered ${status}.`, hint };
  }
  if (cause instanceof Errors.SmartHttpError) {
    return { detail: 'the server is not a Git server.', hint: notThere };
  }
  if (cause instanceof Error && cause.name === 'AbortError') {
    return { detail: 'it was stopped.', hint: AGAIN };
  }
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return { detail: 'it took too long and was stopped.', hint: AGAIN };
  }
  if (cause instanceof Error && /certificate|self.signed/i.test(cause.message)) {
    return { detail: cause.message, hint: CERTIFICATE };
  }
  return { detail: withoutCredentials(libraryReason(cause)), hint: AGAIN };
}

const AGAIN =
  'Check the address in `Git.Remote` and the network; svc continues with the last fetched state and tries again.';
const CREDENTIALS =
  'Check the user and the token for `Git.Remote`: they must allow reading the repository, and writing where svc writes.';
const CERTIFICATE = 'Name the certificate of the authority that signed it in `Git.CaFile`.';
const notThere = 'Check `Git.Remote`: it must be an address for `git clone`.';
