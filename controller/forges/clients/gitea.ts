import type { MergeRequest, MergeResult, PullRequest } from '../contract.js';
import { objectOf } from './pull-request.js';
import { RepositoryForge, refusalOf } from './repository-forge.js';

const PAGE = 50;
/** Open pull requests that are looked through for one pair of branches. */
const MAX_PAGES = 20;

/** Gitea and Forgejo, API v1 (https://docs.gitea.com/api). */
export class GiteaForge extends RepositoryForge {
  async findPullRequest(head: string, base: string, signal?: AbortSignal): Promise<PullRequest | undefined> {
    for (let page = 1; page <= MAX_PAGES; page++) {
      const query = new URLSearchParams({ state: 'open', limit: String(PAGE), page: String(page) });
      const list = await this.listPullRequests(query, signal);
      const found = list.find((one) => one.head === head && one.base === base);
      // A server may give less than a page is asked to hold, so that only an empty one is the end.
      if (found || list.length === 0) return found;
    }
    return undefined;
  }

  async mergePullRequest(number: number, request: MergeRequest, signal?: AbortSignal): Promise<MergeResult> {
    const path = `/pulls/${number}`;
    const asked = {
      Do: 'merge',
      MergeTitleField: request.title,
      MergeMessageField: request.message ?? '',
      head_commit_id: request.expectedHead,
    };
    const { status, body } = await this.send('POST', `${path}/merge`, asked, [200, 405, 409], signal);
    if (status !== 200) {
      const message = refusalOf(objectOf(body)['message']);
      // Conflicts come as 409 too; the head that is out of date is told by its text.
      const hasMoved = status === 409 && /head|out of date|commit id/i.test(message);
      return { merged: false, reason: hasMoved ? 'moved' : 'conflict', message };
    }
    const merged = await this.send('GET', path, undefined, [200], signal);
    const { merge_commit_sha: sha } = objectOf(merged.body);
    return { merged: true, revision: typeof sha === 'string' ? sha : undefined };
  }
}
