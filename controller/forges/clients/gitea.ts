import type {
  CommitStatus,
  Forge,
  MergeRequest,
  MergeResult,
  NewPullRequest,
  PullRequest,
} from '../contract.js';
import type { Exchange } from './exchange.js';
import { objectOf, parsePullRequest } from './pull-request.js';
import { statusBody } from './status-body.js';

const PAGE = 50;
/** Open pull requests that are looked through for one pair of branches. */
const MAX_PAGES = 20;

/** Gitea and Forgejo, API v1 (https://docs.gitea.com/api). */
export class GiteaForge implements Forge {
  readonly #base: string;

  constructor(
    private readonly exchange: Exchange,
    repository: string,
    private readonly targetUrl: (branch: string) => string | undefined,
  ) {
    this.#base = `/repos/${repository}`;
  }

  get location(): string {
    return this.exchange.location + this.#base;
  }

  async setStatus(status: CommitStatus, signal?: AbortSignal): Promise<void> {
    const body = statusBody(status, this.targetUrl(status.branch));
    await this.exchange.send('POST', `${this.#base}/statuses/${status.revision}`, body, [201], signal);
  }

  async openPullRequest(request: NewPullRequest, signal?: AbortSignal): Promise<PullRequest> {
    const known = await this.findPullRequest(request.head, request.base, signal);
    if (known) return known;
    const { body } = await this.exchange.send('POST', `${this.#base}/pulls`, { ...request }, [201], signal);
    return parsePullRequest(body);
  }

  async findPullRequest(head: string, base: string, signal?: AbortSignal): Promise<PullRequest | undefined> {
    for (let page = 1; page <= MAX_PAGES; page++) {
      const path = `${this.#base}/pulls?state=open&limit=${PAGE}&page=${page}`;
      const { body } = await this.exchange.send('GET', path, undefined, [200], signal);
      const list = (Array.isArray(body) ? body : []).map(parsePullRequest);
      const found = list.find((one) => one.head === head && one.base === base);
      // A server may give less than a page is asked to hold, so that only an empty one is the end.
      if (found || list.length === 0) return found;
    }
    return undefined;
  }

  async getPullRequest(number: number, signal?: AbortSignal): Promise<PullRequest | undefined> {
    const path = `${this.#base}/pulls/${number}`;
    const { status, body } = await this.exchange.send('GET', path, undefined, [200, 404], signal);
    return status === 404 ? undefined : parsePullRequest(body);
  }

  async mergePullRequest(number: number, request: MergeRequest, signal?: AbortSignal): Promise<MergeResult> {
    const path = `${this.#base}/pulls/${number}`;
    const asked = {
      Do: 'merge',
      MergeTitleField: request.title,
      MergeMessageField: request.message ?? '',
      head_commit_id: request.expectedHead,
    };
    const { status, body } = await this.exchange.send(
      'POST',
      `${path}/merge`,
      asked,
      [200, 405, 409],
      signal,
    );
    if (status !== 200) {
      const { message: said } = objectOf(body);
      const message = typeof said === 'string' ? said : 'it cannot be merged';
      // Conflicts come as 409 too; the head that is out of date is told by its text.
      const hasMoved = status === 409 && /head|out of date|commit id/i.test(message);
      return { merged: false, reason: hasMoved ? 'moved' : 'conflict', message };
    }
    const merged = await this.exchange.send('GET', path, undefined, [200], signal);
    const { merge_commit_sha: sha } = objectOf(merged.body);
    return { merged: true, revision: typeof sha === 'string' ? sha : undefined };
  }

  async closePullRequest(number: number, signal?: AbortSignal): Promise<void> {
    await this.exchange.send(
      'PATCH',
      `${this.#base}/pulls/${number}`,
      { state: 'closed' },
      [200, 201],
      signal,
    );
  }
}
