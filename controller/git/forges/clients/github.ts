import type { Json } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import type { MergeRequest, MergeResult, PullRequest } from './contract.js';
import { toItems } from './pull-request-lists.js';
import { RepositoryForge, toRefusal } from './repository-forge.js';

/** The rules of a ruleset that stop direct pushes. */
const againstPushes = new Set(['pull_request', 'update']);

/** GitHub and GitHub Enterprise, API version 2022-11-28 (https://docs.github.com/en/rest). */
export class GitHubForge extends RepositoryForge {
  async findPullRequest(head: string, base: string, signal?: AbortSignal): Promise<PullRequest | undefined> {
    const [owner] = this.repository.split('/');
    const query = new URLSearchParams({ state: 'open', head: `${owner}:${head}`, base });
    return (await this.listPullRequests(query, signal)).find((one) => one.head === head);
  }

  async mergePullRequest(number: number, request: MergeRequest, signal?: AbortSignal): Promise<MergeResult> {
    const { title, message, expectedHead } = request;
    const { status, body } = await this.send({
      method: 'PUT',
      path: `/pulls/${number}/merge`,
      body: {
        commit_title: title,
        ...(message === undefined ? {} : { commit_message: message }),
        sha: expectedHead,
        merge_method: 'merge',
      },
      accepted: [200, 405, 409],
      signal,
    });
    const { sha, message: reason } = objectOr(body);
    if (status === 200) return { merged: true, revision: typeof sha === 'string' ? sha : undefined };
    return { merged: false, reason: status === 409 ? 'moved' : 'conflict', message: toRefusal(reason) };
  }

  protected listOpenPage(page: number, signal?: AbortSignal): Promise<PullRequest[]> {
    const order = { sort: 'updated', direction: 'desc' };
    const query = new URLSearchParams({ state: 'open', ...order, per_page: '100', page: String(page) });
    return this.listPullRequests(query, signal);
  }

  protected async listComments(number: number, page: number, signal?: AbortSignal): Promise<Json[]> {
    const path = `/issues/${number}/comments?per_page=100&page=${page}`;
    const { body } = await this.send({ method: 'GET', path, accepted: [200], signal });
    return toItems(body);
  }

  /** A branch is protected by a branch protection or by rulesets, which have an address of their own. */
  override async isProtected(branch: string, signal?: AbortSignal): Promise<boolean> {
    if (await super.isProtected(branch, signal)) return true;
    const path = `/rules/branches/${encodeURIComponent(branch)}`;
    const { body } = await this.send({ method: 'GET', path, accepted: [200, 404], signal });
    return Array.isArray(body) && body.some((rule) => againstPushes.has(String(objectOr(rule)['type'])));
  }
}
