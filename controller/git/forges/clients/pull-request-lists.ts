import type { Json } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { Problem } from '../../../problems/index.js';
import type { PullRequestComment } from './contract.js';

/** Open pull requests that are looked at: those that changed last. */
export const maxListed = 300;
/** Pages of comments that are searched for one of ours. */
export const maxCommentPages = 20;

/** Reads a comment of GitHub, Gitea or GitLab. */
export function toComment(item: Json): PullRequestComment {
  const { id, body } = objectOr(item);
  return { id: String(id), body: typeof body === 'string' ? body : '' };
}

/** The comment may be further on: another one beside it would never go away. */
export function tooManyComments(number: number): Problem {
  return new Problem(
    'forge_refused',
    `The pull request ${number} has more comments than svc searches for its own`,
    { hints: ['Read the plan with `svc plan --branch <branch>`.'] },
  );
}
