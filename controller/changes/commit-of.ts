import type { CommitRequest } from '../repository/index.js';
import { authorOf, messageOf, trailersOf } from './commit-message.js';
import { filesOf, type Plan } from './edits/plan.js';
import { holdTrailer } from './hold.js';
import type { WriteRequest } from './intents.js';

/** The commit of a write that was worked out. Each file must hold right before what it was worked out on. */
export function commitOf(
  { edits }: Plan,
  { message, origin, hold = false }: WriteRequest,
  mailDomain: string,
): Omit<CommitRequest, 'branch'> {
  const real = edits.filter(({ change }) => change !== 'unchanged');
  return {
    changes: real.flatMap(filesOf),
    author: authorOf(origin.principal, mailDomain),
    message: messageOf(message, real),
    trailers: [...trailersOf(origin), ...(hold ? real.map(holdTrailer) : [])],
  };
}
