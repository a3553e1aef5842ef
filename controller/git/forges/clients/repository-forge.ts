import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { Problem } from '../../../problems/index.js';
import { type ChangedPath, readFiles, toFile } from './changed-files.js';
import type {
  ChangedFiles,
  ChangedFilesOptions,
  CommitStatus,
  Forge,
  MergeRequest,
  MergeResult,
  NewPullRequest,
  OpenPullRequests,
  PullRequest,
  PullRequestComment,
} from './contract.js';
import type { Answer, Exchange, ForgeRequest } from './exchange.js';
import { findCommentIn, listOpen, toComment, toItems } from './pull-request-lists.js';

const maxDescription = 140;
/** GitHub takes 65,536 characters; Gitea has no limit of its own. */
const maxCommentLength = 60_000;

/** One repository on GitHub or Gitea, as far as the two are alike. Subclasses search and merge pull requests. */
export abstract class RepositoryForge implements Forge {
  readonly maxCommentLength: number = maxCommentLength;
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
    await this.send({ method: 'POST', path: `/statuses/${status.revision}`, body, accepted: [201], signal });
  }

  async openPullRequest(request: NewPullRequest, signal?: AbortSignal): Promise<PullRequest> {
    const existing = await this.findPullRequest(request.head, request.base, signal);
    if (existing) return existing;
    const body = { ...request };
    return parsePullRequest(
      (await this.send({ method: 'POST', path: '/pulls', body, accepted: [201], signal })).body,
    );
  }

  async getPullRequest(number: number, signal?: AbortSignal): Promise<PullRequest | undefined> {
    const request: ForgeRequest = { method: 'GET', path: `/pulls/${number}`, accepted: [200, 404], signal };
    const { status, body } = await this.send(request);
    return status === 404 ? undefined : parsePullRequest(body);
  }

  async closePullRequest(number: number, signal?: AbortSignal): Promise<void> {
    const body = { state: 'closed' };
    // GitHub answers with 200, Gitea with 201.
    await this.send({ method: 'PATCH', path: `/pulls/${number}`, body, accepted: [200, 201], signal });
  }

  /** Returns one page of open pull requests, those that changed last first. */
  protected abstract listOpenPage(page: number, signal?: AbortSignal): Promise<PullRequest[]>;

  /** Returns one page of the comments of a pull request, the oldest first; empty past the last one. */
  protected abstract listComments(number: number, page: number, signal?: AbortSignal): Promise<Json[]>;

  listOpenPullRequests(signal?: AbortSignal): Promise<OpenPullRequests> {
    return listOpen((page) => this.listOpenPage(page, signal));
  }

  findComment(number: number, text: string, signal?: AbortSignal): Promise<PullRequestComment | undefined> {
    return findCommentIn(text, async (page) =>
      (await this.listComments(number, page, signal)).map(toComment),
    );
  }

  readChangedFiles(
    { number, headRevision }: PullRequest,
    options: ChangedFilesOptions,
    signal?: AbortSignal,
  ): Promise<ChangedFiles> {
    const read = async (path: string) =>
      (await this.send({ method: 'GET', path, accepted: [200], signal })).body;
    return readFiles(
      {
        readPage: async (page) =>
          toItems(await read(`/pulls/${number}/files?per_page=100&limit=100&page=${page}`)).flatMap(toPaths),
        readFile: async (path) =>
          toFile(
            await read(`/contents/${path.split('/').map(encodeURIComponent).join('/')}?ref=${headRevision}`),
          ),
      },
      options,
    );
  }

  async createComment(number: number, body: string, signal?: AbortSignal): Promise<void> {
    const path = `/issues/${number}/comments`;
    await this.send({ method: 'POST', path, body: { body }, accepted: [201], signal });
  }

  async updateComment(_number: number, id: string, body: string, signal?: AbortSignal): Promise<void> {
    const path = `/issues/comments/${encodeURIComponent(id)}`;
    await this.send({ method: 'PATCH', path, body: { body }, accepted: [200], signal });
  }

  async isProtected(branch: string, signal?: AbortSignal): Promise<boolean> {
    const path = `/branches/${encodeURIComponent(branch)}`;
    const { body } = await this.send({ method: 'GET', path, accepted: [200, 404], signal });
    return objectOr(body)['protected'] === true;
  }

  /** Sends a request below `/repos/{owner}/{name}`; see `Exchange.send`. */
  protected send(request: ForgeRequest): Promise<Answer> {
    return this.exchange.send({ ...request, path: this.#base + request.path });
  }

  /** Returns the pull requests of one page that `query` finds. */
  protected async listPullRequests(query: URLSearchParams, signal?: AbortSignal): Promise<PullRequest[]> {
    const { body } = await this.send({ method: 'GET', path: `/pulls?${query}`, accepted: [200], signal });
    return toItems(body).map(parsePullRequest);
  }
}

/** Returns the body of a commit status for GitHub and Gitea. The context `svc` sets it apart from other checks. */
export function statusBody(
  { state, description, context = 'svc', url }: CommitStatus,
  targetUrl: string | undefined,
): JsonObject {
  const target = url ?? targetUrl;
  return {
    state,
    description: shortDescription(description),
    context,
    ...(target === undefined ? {} : { target_url: target }),
  };
}

/** Returns a description that each forge takes: a longer one is refused. */
export function shortDescription(description: string): string {
  const isLong = description.length > maxDescription;
  return isLong ? `${description.slice(0, maxDescription - 1)}…` : description;
}

/** A renamed file is one that goes and one that comes. GitHub says `removed`, Gitea `deleted`. */
function toPaths(item: Json): ChangedPath[] {
  const { filename, status, previous_filename: previous } = objectOr(item);
  if (typeof filename !== 'string') return [];
  const isRenamed = status === 'renamed' && typeof previous === 'string';
  return [
    ...(isRenamed ? [{ path: previous, isGone: true }] : []),
    { path: filename, isGone: status === 'removed' || status === 'deleted' },
  ];
}

/** Returns the forge's reason for not merging. */
export function toRefusal(message: Json | undefined): string {
  return typeof message === 'string' ? message : 'it cannot be merged';
}

/** Parses a pull request of GitHub or Gitea. @throws Problem forge_failed when the body is no pull request */
function parsePullRequest(body: Json): PullRequest {
  const { number, html_url: url, title, state, merged, merged_at: mergedAt, head, base } = objectOr(body);
  const { ref: headRef, sha, repo: headRepository } = objectOr(head);
  const { ref: baseRef, repo: baseRepository } = objectOr(base);
  const { merge_commit_sha: revision } = objectOr(body);
  const isComplete =
    typeof number === 'number' &&
    typeof url === 'string' &&
    [headRef, sha, baseRef].every((each) => typeof each === 'string');
  if (!isComplete)
    throw new Problem('forge_failed', 'The forge answered with something that is no pull request');
  const isMerged = merged === true || typeof mergedAt === 'string';
  return {
    number,
    url,
    title: typeof title === 'string' ? title : '',
    state: isMerged ? 'merged' : state === 'open' ? 'open' : 'closed',
    head: String(headRef),
    headRevision: String(sha),
    // The repository of a head is null where it was deleted.
    isFork: objectOr(headRepository)['id'] !== objectOr(baseRepository)['id'],
    base: String(baseRef),
    // Before the merge, GitHub names a commit here that is on no branch.
    mergedRevision: isMerged && typeof revision === 'string' ? revision : undefined,
  };
}
