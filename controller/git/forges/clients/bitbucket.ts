import type { Json } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { Problem } from '../../../problems/index.js';
import type {
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
import { findCommentIn, listOpen, toItems } from './pull-request-lists.js';
import { shortDescription, toRefusal } from './repository-forge.js';

const states = { pending: 'INPROGRESS', success: 'SUCCESSFUL', failure: 'FAILED' } as const;

/** One repository on Bitbucket Cloud, API 2.0 (https://developer.atlassian.com/cloud/bitbucket/rest/). */
export class BitbucketForge implements Forge {
  // Bitbucket takes 32,768 characters.
  readonly maxCommentLength: number = 32_000;
  readonly #base: string;

  constructor(
    private readonly exchange: Exchange,
    /** `workspace/name`. */
    private readonly repository: string,
    private readonly targetUrl: (branch: string) => string | undefined,
  ) {
    this.#base = `/repositories/${repository}`;
  }

  get location(): string {
    return this.exchange.location + this.#base;
  }

  async setStatus(status: CommitStatus, signal?: AbortSignal): Promise<void> {
    const { revision, state, description, context = 'svc' } = status;
    const page = `https://bitbucket.org/${this.repository}/commits/${revision}`;
    const body = {
      key: context,
      name: context,
      state: states[state],
      description: shortDescription(description),
      // Bitbucket takes no status without an address.
      url: status.url ?? this.targetUrl(status.branch) ?? page,
    };
    const path = `/commit/${revision}/statuses/build`;
    await this.#send({ method: 'POST', path, body, accepted: [200, 201], signal });
  }

  async openPullRequest(request: NewPullRequest, signal?: AbortSignal): Promise<PullRequest> {
    const existing = await this.findPullRequest(request.head, request.base, signal);
    if (existing) return existing;
    const body = {
      title: request.title,
      description: request.body,
      source: { branch: { name: request.head } },
      destination: { branch: { name: request.base } },
    };
    const path = '/pullrequests';
    return this.#parse((await this.#send({ method: 'POST', path, body, accepted: [201], signal })).body);
  }

  async findPullRequest(head: string, base: string, signal?: AbortSignal): Promise<PullRequest | undefined> {
    const [source, destination] = [head, base].map((name) => JSON.stringify(name));
    const q = `state="OPEN" AND source.branch.name=${source} AND destination.branch.name=${destination}`;
    const list = await this.#list(`/pullrequests?${new URLSearchParams({ q })}`, signal);
    return list
      .map((item) => this.#parse(item))
      .find((one) => !one.isFork && one.head === head && one.base === base);
  }

  async getPullRequest(number: number, signal?: AbortSignal): Promise<PullRequest | undefined> {
    const path = `/pullrequests/${number}`;
    const { status, body } = await this.#send({ method: 'GET', path, accepted: [200, 404], signal });
    return status === 404 ? undefined : this.#withWholeId(this.#parse(body), signal);
  }

  /** Bitbucket merges the head of the moment: it is compared right before. */
  async mergePullRequest(number: number, request: MergeRequest, signal?: AbortSignal): Promise<MergeResult> {
    const { title, message, expectedHead } = request;
    const before = await this.getPullRequest(number, signal);
    if (before === undefined || !expectedHead.startsWith(before.headRevision))
      return { merged: false, reason: 'moved', message: 'its head is at another commit' };
    const { status, body } = await this.#send({
      method: 'POST',
      path: `/pullrequests/${number}/merge`,
      body: {
        message: message === undefined ? title : `${title}\n\n${message}`,
        merge_strategy: 'merge_commit',
      },
      accepted: [200, 202, 400, 409],
      signal,
    });
    if (status === 400 || status === 409) {
      const reason = objectOr(objectOr(body)['error'])['message'];
      return { merged: false, reason: 'conflict', message: toRefusal(reason) };
    }
    const merged = await this.getPullRequest(number, signal);
    if (merged?.state !== 'merged')
      throw new Problem('forge_failed', `${this.location} has not ended the merge of ${number} yet`);
    return { merged: true, revision: merged.mergedRevision };
  }

  async closePullRequest(number: number, signal?: AbortSignal): Promise<void> {
    const path = `/pullrequests/${number}/decline`;
    await this.#send({ method: 'POST', path, body: {}, accepted: [200], signal });
  }

  listOpenPullRequests(signal?: AbortSignal): Promise<OpenPullRequests> {
    const path = '/pullrequests?state=OPEN&sort=-updated_on&pagelen=50';
    // By numbers: the address of the next page, which an answer names, may be of another server.
    return listOpen(async (page) =>
      (await this.#list(`${path}&page=${page}`, signal)).map((item) => this.#parse(item)),
    );
  }

  findComment(number: number, text: string, signal?: AbortSignal): Promise<PullRequestComment | undefined> {
    const path = `/pullrequests/${number}/comments?sort=created_on&pagelen=100`;
    return findCommentIn(text, async (page) =>
      (await this.#list(`${path}&page=${page}`, signal)).map(toComment),
    );
  }

  async createComment(number: number, raw: string, signal?: AbortSignal): Promise<void> {
    const path = `/pullrequests/${number}/comments`;
    await this.#send({ method: 'POST', path, body: { content: { raw } }, accepted: [201], signal });
  }

  async updateComment(number: number, id: string, raw: string, signal?: AbortSignal): Promise<void> {
    const path = `/pullrequests/${number}/comments/${encodeURIComponent(id)}`;
    await this.#send({ method: 'PUT', path, body: { content: { raw } }, accepted: [200], signal });
  }

  /** The files of a fork are in another repository, which the token may not read. */
  async readChangedFiles(): Promise<undefined> {
    return undefined;
  }

  /** A restriction of `push` names those who may push, mostly no one. */
  async isProtected(branch: string, signal?: AbortSignal): Promise<boolean> {
    const path = `/branch-restrictions?${new URLSearchParams({ kind: 'push', pattern: branch })}`;
    return (await this.#list(path, signal)).some((rule) => objectOr(rule)['pattern'] === branch);
  }

  /** A pull request names commits by their first digits. */
  async #withWholeId(pull: PullRequest, signal: AbortSignal | undefined): Promise<PullRequest> {
    if (pull.mergedRevision === undefined) return pull;
    const path = `/commit/${pull.mergedRevision}`;
    const { hash } = objectOr((await this.#send({ method: 'GET', path, accepted: [200], signal })).body);
    return { ...pull, mergedRevision: typeof hash === 'string' ? hash : undefined };
  }

  async #list(path: string, signal: AbortSignal | undefined): Promise<Json[]> {
    const { status, body } = await this.#send({ method: 'GET', path, accepted: [200, 404], signal });
    // A page past the last one is 404 in some lists.
    if (status === 404 && !/[?&]page=(?!1(?:&|$))/.test(path))
      throw new Problem('forge_refused', `GET ${this.location} was answered with 404`);
    return status === 404 ? [] : toItems(objectOr(body)['values']);
  }

  #send(request: ForgeRequest): Promise<Answer> {
    return this.exchange.send({ ...request, path: this.#base + request.path });
  }

  /** @throws Problem forge_failed when the body is no pull request */
  #parse(body: Json): PullRequest {
    const { id, title, state, source, destination, merge_commit: merge, links } = objectOr(body);
    const { name: head } = objectOr(objectOr(source)['branch']);
    const { name: base } = objectOr(objectOr(destination)['branch']);
    const { hash } = objectOr(objectOr(source)['commit']);
    const { full_name: repository } = objectOr(objectOr(source)['repository']);
    const { hash: merged } = objectOr(merge);
    const { href: url } = objectOr(objectOr(links)['html']);
    const isComplete =
      typeof id === 'number' && [head, base, hash].every((each) => typeof each === 'string' && each !== '');
    if (!isComplete)
      throw new Problem('forge_failed', 'The forge answered with something that is no pull request');
    return {
      number: id,
      url: typeof url === 'string' ? url : `https://bitbucket.org/${this.repository}/pull-requests/${id}`,
      title: typeof title === 'string' ? title : '',
      state: state === 'MERGED' ? 'merged' : state === 'OPEN' ? 'open' : 'closed',
      head: String(head),
      headRevision: String(hash),
      isFork: String(repository).toLowerCase() !== this.repository.toLowerCase(),
      base: String(base),
      mergedRevision: state === 'MERGED' && typeof merged === 'string' ? merged : undefined,
    };
  }
}

/** A deleted comment keeps its place, without its text. */
function toComment(item: Json): PullRequestComment {
  const { id, content, deleted } = objectOr(item);
  const { raw } = objectOr(content);
  return { id: String(id), body: typeof raw === 'string' && deleted !== true ? raw : '' };
}
