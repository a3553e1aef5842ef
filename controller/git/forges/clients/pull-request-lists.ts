import type { Json } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { Problem } from '../../../problems/index.js';
import type { OpenPullRequests, PullRequest, PullRequestComment } from './contract.js';

/** Open pull requests that are looked at: those that changed last. */
const maxListed = 300;
/** Pages of comments that are searched for one of ours. */
const maxCommentPages = 20;

/**
 * Lists open pull requests page by page, from 1. A server may return fewer items than are asked for: only an empty page is the
 * last one.
 */
export async function listOpen(
  readPage: (page: number) => Promise<PullRequest[]>,
): Promise<OpenPullRequests> {
  const items: PullRequest[] = [];
  for (let page = 1; items.length < maxListed; page++) {
    const list = await readPage(page);
    if (list.length === 0) return { items, isCut: false };
    items.push(...list);
  }
  return { items: items.slice(0, maxListed), isCut: true };
}

/**
 * Returns the oldest comment that contains a text.
 * @param readPage reads a page of comments, from 1, the oldest first; empty past the last one
 * @throws Problem forge_refused where there are more pages than are searched: a second comment would never go away
 */
export async function findCommentIn(
  text: string,
  readPage: (page: number) => Promise<readonly PullRequestComment[]>,
): Promise<PullRequestComment | undefined> {
  for (let page = 1; page <= maxCommentPages; page++) {
    const list = await readPage(page);
    const match = list.find(({ body }) => body.includes(text));
    if (match || list.length === 0) return match;
  }
  throw new Problem('forge_refused', 'The pull request has more comments than svc searches for its own', {
    hints: ['Read the plan with `svc plan --branch <branch>`.'],
  });
}

/** Reads a comment of GitHub, Gitea or GitLab. */
export function toComment(item: Json): PullRequestComment {
  const { id, body } = objectOr(item);
  return { id: String(id), body: typeof body === 'string' ? body : '' };
}

/** Returns the items of an answer; none for an answer that is no list. */
export function toItems(body: Json | undefined): Json[] {
  return Array.isArray(body) ? body : [];
}
