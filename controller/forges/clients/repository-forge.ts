import type { Json, JsonObject } from '../../../schemas/json.js';
import type {
  CommitStatus,
  Forge,
  MergeRequest,
  MergeResult,
  NewPullRequest,
  PullRequest,
} from '../contract.js';
import type { Answer, Exchange } from './exchange.js';
import { parsePullRequest } from './pull-request.js';
import { statusBody } from './status-body.js';

/** What GitHub and Gitea do alike with one repository. How they search and merge is theirs. */
export abstract class RepositoryForge implements Forge {
  readonly #base: string;

  constructor(
    private readonly exchange: Exchange,
    /** `owner/name`. */
    protected readonly repository: string,
    private readonly targetUrl: (branch: string) => string | undefined,
  ) {
    this.#base = `/repos/${repository}`;
  }

  abstract findPullRequest(
    head: string,
    base: string,
    signal?: AbortSignal,
  ): Promise<PullRequest | undefined>;

  abstract mergePullRequest(
    number: number,
    request: MergeRequest,
    signal?: AbortSignal,
  ): Promise<MergeResult>;

  get location(): string {
    return this.exchange.location + this.#base;
  }

  async setStatus(status: CommitStatus, signal?: AbortSignal): Promise<void> {
    const body = statusBody(status, this.targetUrl(status.branch));
    await this.send('POST', `/statuses/${status.revision}`, body, [201], signal);
  }

  async openPullRequest(request: NewPullRequest, signal?: AbortSignal): Promise<PullRequest> {
    const known = await this.findPullRequest(request.head, request.base, signal);
    if (known) return known;
    const { body } = await this.send('POST', '/pulls', { ...request }, [201], signal);
    return parsePullRequest(body);
  }

  async getPullRequest(number: number, signal?: AbortSignal): Promise<PullRequest | undefined> {
    const { status, body } = await this.send('GET', `/pulls/${number}`, undefined, [200, 404], signal);
    return status === 404 ? undefined : parsePullRequest(body);
  }

  async closePullRequest(number: number, signal?: AbortSignal): Promise<void> {
    // GitHub answers with 200, Gitea with 201.
    await this.send('PATCH', `/pulls/${number}`, { state: 'closed' }, [200, 201], signal);
  }

  /** A request below `/repos/{owner}/{name}`; see `Exchange.send`. */
  protected send(
    method: Parameters<Exchange['send']>[0],
    path: string,
    body: JsonObject | undefined,
    accepted: readonly number[],
    signal?: AbortSignal,
  ): Promise<Answer> {
    return this.exchange.send(method, this.#base + path, body, accepted, signal);
  }

  /** The pull requests of one page that `query` finds. */
  protected async listPullRequests(query: URLSearchParams, signal?: AbortSignal): Promise<PullRequest[]> {
    const { body } = await this.send('GET', `/pulls?${query}`, undefined, [200], signal);
    return (Array.isArray(body) ? body : []).map(parsePullRequest);
  }
}

/** The forge's own words on why it did not merge. */
export function refusalOf(said: Json | undefined): string {
  return typeof said === 'string' ? said : 'it cannot be merged';
}
