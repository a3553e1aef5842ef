import type { Json } from '../../../../schemas/json/types.js';
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
import { shortDescription, toRefusal } from './repository-forge.js';

/** One project on GitLab, API v4 (https://docs.gitlab.com/api/rest/). A pull request is a merge request there, a comment a note. */
export class GitLabForge implements Forge {
  // GitLab takes a million characters, which no one reads.
  readonly maxCommentLength: number = 60_000;
  readonly #base: string;

  constructor(
    private readonly exchange: Exchange,
    /** The path with all groups, such as `group/subgroup/name`. */
    repository: string,
    private readonly targetUrl: (branch: string) => string | undefined,
  ) {
    this.#base = `/projects/${encodeURIComponent(repository)}`;
  }

  get location(): string {
    return this.exchange.location + this.#base;
  }

  async setStatus(status: CommitStatus, signal?: AbortSignal): Promise<void> {
    const { revision, state, description, context = 'svc', url } = status;
    const target = url ?? this.targetUrl(status.branch);
    const body = {
      state: state === 'failure' ? 'failed' : state,
      name: context,
      description: shortDescription(description),
      ...(target === undefined ? {} : { target_url: target }),
    };
    const path = `/statuses/${revision}`;
    const answer = await this.#send({ method: 'POST', path, body, accepted: [201, 400], signal });
    if (answer.status === 201) return;
    const { message } = objectOr(answer.body);
    // A commit that has this state already does not take it once more.
    if (/^Cannot transition status/.test(String(message))) return;
    throw new Problem(
      'forge_refused',
      `${this.location}${path} was answered with 400: ${toRefusal(message)}`,
    );
  }

  async openPullRequest(request: NewPullRequest, signal?: AbortSignal): Promise<PullRequest> {
    const existing = await this.findPullRequest(request.head, request.base, signal);
    if (existing) return existing;
    const body = {
      source_branch: request.head,
      target_branch: request.base,
      title: request.title,
      description: request.body,
    };
    const path = '/merge_requests';
    return toPullRequest((await this.#send({ method: 'POST', path, body, accepted: [201], signal })).body);
  }

  async findPullRequest(head: string, base: string, signal?: AbortSignal): Promise<PullRequest | undefined> {
    const query = new URLSearchParams({ state: 'opened', source_branch: head, target_branch: base });
    const list = await this.#list(`/merge_requests?${query}`, signal);
    return list.map(toPullRequest).find((one) => !one.isFork && one.head === head && one.base === base);
  }

  async getPullRequest(number: number, signal?: AbortSignal): Promise<PullRequest | undefined> {
    const path = `/merge_requests/${number}`;
    const { status, body } = await this.#send({ method: 'GET', path, accepted: [200, 404], signal });
    return status === 404 ? undefined : toPullRequest(body);
  }

  async mergePullRequest(number: number, request: MergeRequest, signal?: AbortSignal): Promise<MergeResult> {
    const { title, message, expectedHead: sha } = request;
    const { status, body } = await this.#send({
      method: 'PUT',
      path: `/merge_requests/${number}/merge`,
      body: { sha, merge_commit_message: message === undefined ? title : `${title}\n\n${message}` },
      accepted: [200, 405, 406, 409, 422],
      signal,
    });
    if (status === 200) return { merged: true, revision: toPullRequest(body).mergedRevision };
    const reason = status === 409 ? 'moved' : 'conflict';
    return { merged: false, reason, message: toRefusal(objectOr(body)['message']) };
  }

  async closePullRequest(number: number, signal?: AbortSignal): Promise<void> {
    const path = `/merge_requests/${number}`;
    await this.#send({ method: 'PUT', path, body: { state_event: 'close' }, accepted: [200], signal });
  }

  listOpenPullRequests(signal?: AbortSignal): Promise<OpenPullRequests> {
    const query = 'state=opened&order_by=updated_at&sort=desc&per_page=100';
    return listOpen(async (page) =>
      (await this.#list(`/merge_requests?${query}&page=${page}`, signal)).map(toPullRequest),
    );
  }

  findComment(number: number, text: string, signal?: AbortSignal): Promise<PullRequestComment | undefined> {
    const path = `/merge_requests/${number}/notes?order_by=created_at&sort=asc&per_page=100`;
    return findCommentIn(text, async (page) =>
      (await this.#list(`${path}&page=${page}`, signal)).map(toComment),
    );
  }

  async createComment(number: number, body: string, signal?: AbortSignal): Promise<void> {
    const path = `/merge_requests/${number}/notes`;
    await this.#send({ method: 'POST', path, body: { body }, accepted: [201], signal });
  }

  async updateComment(number: number, id: string, body: string, signal?: AbortSignal): Promise<void> {
    const path = `/merge_requests/${number}/notes/${encodeURIComponent(id)}`;
    await this.#send({ method: 'PUT', path, body: { body }, accepted: [200], signal });
  }

  readChangedFiles(
    { number, headRevision }: PullRequest,
    options: ChangedFilesOptions,
    signal?: AbortSignal,
  ): Promise<ChangedFiles> {
    const diffs = `/merge_requests/${number}/diffs?per_page=100`;
    return readFiles(
      {
        readPage: async (page) => (await this.#list(`${diffs}&page=${page}`, signal)).flatMap(toPaths),
        readFile: async (name) => {
          const path = `/repository/files/${encodeURIComponent(name)}?ref=${headRevision}`;
          return toFile((await this.#send({ method: 'GET', path, accepted: [200], signal })).body);
        },
      },
      options,
    );
  }

  async isProtected(branch: string, signal?: AbortSignal): Promise<boolean> {
    const path = `/repository/branches/${encodeURIComponent(branch)}`;
    const { body } = await this.#send({ method: 'GET', path, accepted: [200, 404], signal });
    return objectOr(body)['protected'] === true;
  }

  async #list(path: string, signal: AbortSignal | undefined): Promise<Json[]> {
    return toItems((await this.#send({ method: 'GET', path, accepted: [200], signal })).body);
  }

  #send(request: ForgeRequest): Promise<Answer> {
    return this.exchange.send({ ...request, path: this.#base + request.path });
  }
}

function toPaths(item: Json): ChangedPath[] {
  const { old_path: old, new_path: path, deleted_file: isGone, renamed_file: isRenamed } = objectOr(item);
  if (typeof path !== 'string') return [];
  return [
    ...(isRenamed === true && typeof old === 'string' ? [{ path: old, isGone: true }] : []),
    { path, isGone: isGone === true },
  ];
}

/** @throws Problem forge_failed when the body is no merge request */
function toPullRequest(body: Json): PullRequest {
  const { iid, web_url: url, title, state, sha, source_branch: head, target_branch: base } = objectOr(body);
  const { merge_commit_sha: merged, squash_commit_sha: squashed } = objectOr(body);
  const { source_project_id: source, target_project_id: target } = objectOr(body);
  const isComplete =
    typeof iid === 'number' && [url, sha, head, base].every((each) => typeof each === 'string');
  if (!isComplete)
    throw new Problem('forge_failed', 'The forge answered with something that is no merge request');
  const isMerged = state === 'merged';
  // A fast-forward makes no commit: the head is what the base has.
  const revision = [merged, squashed, sha].find((each) => typeof each === 'string');
  return {
    number: iid,
    url: String(url),
    title: typeof title === 'string' ? title : '',
    state: isMerged ? 'merged' : state === 'closed' ? 'closed' : 'open',
    head: String(head),
    headRevision: String(sha),
    isFork: source !== target,
    base: String(base),
    mergedRevision: isMerged && typeof revision === 'string' ? revision : undefined,
  };
}
