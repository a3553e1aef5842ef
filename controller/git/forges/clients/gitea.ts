import type { Json } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import type { MergeRequest, MergeResult, PullRequest } from './contract.js';
import { toItems } from './pull-request-lists.js';
import { RepositoryForge, toRefusal } from './repository-forge.js';

const PAGE = 50;
/** The most pages of open pull requests that are searched for one pair of branches. */
const maxPages = 20;

/** Gitea and Forgejo, API v1 (https://docs.gitea.com/api). */
export class GiteaForge extends RepositoryForge {
  async findPullRequest(head: string, base: string, signal?: AbortSignal): Promise<PullRequest | undefined> {
    for (let page = 1; page <= maxPages; page++) {
      const query = new URLSearchParams({ state: 'open', limit: String(PAGE), page: String(page) });
      const list = await this.listPullRequests(query, signal);
      const match = list.find((one) => one.head === head && one.base === base);
      // A server may return fewer than `limit` items: only an empty page is the last one.
      if (match || list.length === 0) return match;
    }
    return undefined;
  }

  protected listOpenPage(page: number, signal?: AbortSignal): Promise<PullRequest[]> {
    const query = new URLSearchParams({ state: 'open', sort: 'recentupdate' });
    query.set('limit', String(PAGE));
    query.set('page', String(page));
    return this.listPullRequests(query, signal);
  }

  /** The comments of a pull request come in one page. */
  protected async listComments(number: number, page: number, signal?: AbortSignal): Promise<Json[]> {
    if (page > 1) return [];
    const path = `/issues/${number}/comments`;
    const { body } = await this.send({ method: 'GET', path, accepted: [200], signal });
    return toItems(body);
  }

  async mergePullRequest(number: number, request: MergeRequest, signal?: AbortSignal): Promise<MergeResult> {
    const path = `/pulls/${number}`;
    const { status, body } = await this.send({
      method: 'POST',
      path: `${path}/merge`,
      body: {
        Do: 'merge',
        MergeTitleField: request.title,
        MergeMessageField: request.message ?? '',
        head_commit_id: request.expectedHead,
      },
      accepted: [200, 405, 409],
      signal,
    });
    if (status !== 200) {
      const message = toRefusal(objectOr(body)['message']);
      // A conflict is 409 too; the message tells an outdated head apart.
      const hasMoved = status === 409 && /head|out of date|commit id/i.test(message);
      return { merged: false, reason: hasMoved ? 'moved' : 'conflict', message };
    }
    const merged = await this.send({ method: 'GET', path, accepted: [200], signal });
    const { merge_commit_sha: sha } = objectOr(merged.body);
    return { merged: true, revision: typeof sha === 'string' ? sha : undefined };
  }
}
