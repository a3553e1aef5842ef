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

/** GitHub and GitHub Enterprise, API version 2022-11-28 (https://docs.github.com/en/rest). */
export class GitHubForge implements Forge {
  readonly #base: string;

  constructor(
    private readonly exchange: Exchange,
    private readonly repository: string,
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
    const [owner] = this.repository.split('/');
    const query = new URLSearchParams({ state: 'open', head: `${owner}:${head}`, base });
    const { body } = await this.exchange.send(
      'GET',
      `${this.#base}/pulls?${query}`,
      undefined,
      [200],
      signal,
    );
    return (Array.isArray(body) ? body : []).map(parsePullRequest).find((one) => one.head === head);
  }

  async getPullRequest(number: number, signal?: AbortSignal): Promise<PullRequest | undefined> {
    const path = `${this.#base}/pulls/${number}`;
    const { status, body } = await this.exchange.send('GET', path, undefined, [200, 404], signal);
    return status === 404 ? undefined : parsePullRequest(body);
  }

  async mergePullRequest(number: number, request: MergeRequest, signal?: AbortSignal): Promise<MergeResult> {
    const path = `${this.#base}/pulls/${number}/merge`;
    const { title, message, expectedHead } = request;
    const asked = {
      commit_title: title,
      ...(message === undefined ? {} : { commit_message: message }),
      sha: expectedHead,
      merge_method: 'merge',
    };
    const { status, body } = await this.exchange.send('PUT', path, asked, [200, 405, 409], signal);
    const { sha, message: said } = objectOf(body);
    if (status === 200) return { merged: true, revision: typeof sha === 'string' ? sha : undefined };
    const reason = status === 409 ? 'moved' : 'conflict';
    return { merged: false, reason, message: typeof said === 'string' ? said : 'it cannot be merged' };
  }

  async closePullRequest(number: number, signal?: AbortSignal): Promise<void> {
    await this.exchange.send('PATCH', `${this.#base}/pulls/${number}`, { state: 'closed' }, [200], signal);
  }
}
