import { Errors } from 'isomorphic-git';
import { Problem } from '../../problems/index.js';
import { withoutCredentials } from '../git-program.js';

/** What is told of an exchange that failed, without credentials, and what to do about it. */
export function problemOf(cause: unknown, what: string): Problem {
  if (cause instanceof Problem) return cause;
  const { detail, hint } = explain(cause);
  return new Problem('git_failed', `${what} failed: ${detail}`, { hints: [hint], cause });
}

function explain(cause: unknown): { detail: string; hint: string } {
  if (cause instanceof Errors.UserCanceledError) {
    return { detail: 'the server refused the credentials, or wants some.', hint: CREDENTIALS };
  }
  if (cause instanceof Errors.HttpError) {
    const status = cause.data.statusCode;
    const hint = status === 401 || status === 403 ? CREDENTIALS : status === 404 ? NOT_THERE : AGAIN;
    return { detail: `the server answered ${status}.`, hint };
  }
  if (cause instanceof Errors.SmartHttpError) {
    return { detail: 'the server is no Git server.', hint: NOT_THERE };
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
  return { detail: withoutCredentials(cause instanceof Error ? cause.message : String(cause)), hint: AGAIN };
}

const AGAIN =
  'Check the address in `Git.Remote` and the network; svc goes on with what it has and tries again.';
const CREDENTIALS =
  'Check the user and the token for `Git.Remote`: they must be allowed to read the repository, and to write it where svc is to write.';
const CERTIFICATE = 'Name the certificate of the authority that signed it in `Git.CaFile`.';
const NOT_THERE = 'Check `Git.Remote`: it must be the address `git clone` takes.';
