import git, { Errors } from 'isomorphic-git';
import type { Dispatcher } from 'undici';
import type { ObjectReader } from '../objects/contract.js';
import { InProcessReader } from '../objects/object-reader.js';
import { storeFetchedPack } from '../packs/fetched-pack.js';
import { collectGarbage, withoutCredentials } from '../program/git-program.js';
import { HEADS, isBranchName, listRefs, MIRRORED, sha256Problem } from '../refs/refs.js';
import type { PushResult, RefUpdate, Remote, RemoteRefs } from './contract.js';
import { type AccessProvider, basicAuthorization, noAccess } from './credentials.js';
import { openDispatcher } from './dispatcher.js';
import { collect, GitHttpClient, type HttpLimits, type Moved } from './http-client.js';
import { toProblem } from './http-problem.js';
import { missingObjects } from './missing-objects.js';
import {
  encodeFetch,
  encodePush,
  type PushReport,
  packIn,
  parseReport,
  pushResult,
} from './pack-protocol.js';
import { createPack } from './push-pack.js';

const defaultLimits: HttpLimits = { silenceMs: 30_000, totalMs: 600_000, maxBytes: 512 * 1024 * 1024 };
/** Each fetch leaves a pack; after this many, Git joins them. */
const manyPacks = 20;
const CONNECTIONS = { connections: 8, connectTimeoutMs: 15_000, measuresSilence: true };
/** Reasons of a remote for refusing a push that builds on missing objects. */
const LACKING = /missing necessary objects|unpacker error|bad pack/i;

export interface HttpRemoteOptions {
  /** The bare repository that follows the remote. */
  gitDir: string;
  /** Reads the objects of that repository. */
  objects?: ObjectReader | undefined;
  /** Used when the address has no credentials. */
  access?: AccessProvider | undefined;
  /** PEM certificates that are trusted besides the usual ones. */
  caFile?: string | undefined;
  limits?: Partial<HttpLimits> | undefined;
}

/** The options of each call of isomorphic-git. */
interface Exchange {
  http: GitHttpClient;
  headers: Record<string, string>;
  onAuth: () => object;
  onAuthFailure: () => object;
}

/** A remote over http: or https:, reached by isomorphic-git; the `git` program is not needed. */
export class HttpRemote implements Remote {
  readonly location: string;
  readonly local = undefined;
  readonly #url: string;
  readonly #access: AccessProvider;
  #dispatcher: Promise<Dispatcher> | undefined;
  readonly #objects: ObjectReader;
  /** The capabilities that the remote offers for a push, while pushes succeed. */
  #offered: ReadonlySet<string> | undefined;
  readonly #moved: Moved = {};
  #packs = 0;

  constructor(
    url: string,
    private readonly options: HttpRemoteOptions,
  ) {
    const { username, password, href } = new URL(url);
    this.location = withoutCredentials(href);
    this.#url = this.location.replace(/\/+$/, '');
    const inAddress = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
    const isInAddress = username !== '' || password !== '';
    this.#objects = options.objects ?? new InProcessReader(options.gitDir);
    this.#access = isInAddress ? async () => inAddress : (options.access ?? noAccess);
  }

  async list(signal?: AbortSignal): Promise<RemoteRefs> {
    // Protocol 1 returns the refs, HEAD's branch and the object format in one request.
    const { refs } = await this.#attempt('Reading the branches of', signal, (exchange) =>
      this.#advertisement(exchange, false),
    );
    const branches = new Map<string, string>();
    let head: string | undefined;
    for (const { ref, oid, target } of refs) {
      if (ref === 'HEAD') head = target;
      if (ref.startsWith('refs/heads/')) branches.set(ref.slice('refs/heads/'.length), oid);
    }
    return { head: head?.replace(/^refs\/heads\//, ''), branches };
  }

  async fetch({ branches }: RemoteRefs, signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const { gitDir } = this.options;
    const haves = [
      ...(await listRefs(gitDir, HEADS)).values(),
      ...(await listRefs(gitDir, MIRRORED)).values(),
    ];
    const haveIds = new Set(haves);
    const tips = new Set([...branches].filter(([name]) => isBranchName(name)).map(([, id]) => id));
    const wants: string[] = [];
    for (const id of tips) if (!haveIds.has(id) && !(await this.#has(id))) wants.push(id);
    if (wants.length === 0) return branches;
    await this.#attempt('Fetching from', signal, async (exchange) => {
      const body = await this.#post(exchange, 'git-upload-pack', encodeFetch(wants, [...haveIds]));
      const pack = await collect(packIn(body));
      if (exchange.http.brokenBy) throw exchange.http.brokenBy.cause;
      await storeFetchedPack(gitDir, pack);
    });
    if (++this.#packs % manyPacks === 0) {
      // Without the `git` program the packs stay as they are: more files, no other harm.
      await collectGarbage(manyPacks / 2, { gitDir, purpose: 'Joining packs' }).catch(() => undefined);
    }
    return branches;
  }

  async #has(id: string): Promise<boolean> {
    return this.#objects.read([id]).then(
      () => true,
      () => false,
    );
  }

  async push(updates: readonly RefUpdate[], signal?: AbortSignal): Promise<PushResult[]> {
    if (updates.length === 0) return [];
    return this.#attempt('Pushing to', signal, async (exchange) => {
      const said = await this.#pushAtOnce(exchange, updates);
      if (said) return said;
      const { refs, capabilities } = await this.#advertisement(exchange, true);
      const remoteIds = refs.map(({ oid }) => oid);
      const report = await this.#send(exchange, updates, remoteIds, capabilities);
      if (report.unpack !== 'ok') throw new Error(`the server could not take the objects: ${report.unpack}`);
      this.#offered = capabilities;
      return getResults(updates, report);
    });
  }

  /**
   * Pushes without listing the remote first, when the expected position of each ref is known: the remote has its objects, or
   * refuses. Beside others that push all the time, a listing would be outdated at once.
   * @returns undefined when the remote must be listed
   */
  async #pushAtOnce(exchange: Exchange, updates: readonly RefUpdate[]): Promise<PushResult[] | undefined> {
    const offered = this.#offered;
    const remoteIds = updates.flatMap(({ from }) => from ?? []);
    if (!offered || remoteIds.length < updates.length) return undefined;
    // Set again by a successful push only.
    this.#offered = undefined;
    const report = await this.#send(exchange, updates, remoteIds, offered);
    // The remote may have removed objects that it once had.
    const isLacking = [...report.refs.values()].some((reason) => LACKING.test(reason ?? ''));
    if (report.unpack !== 'ok' || isLacking) return undefined;
    this.#offered = offered;
    return getResults(updates, report);
  }

  async #send(
    exchange: Exchange,
    updates: readonly RefUpdate[],
    remoteIds: readonly string[],
    offered: ReadonlySet<string>,
  ): Promise<PushReport> {
    const pack = await this.#packFor(updates, remoteIds, !offered.has('no-thin'));
    const body = await this.#post(exchange, 'git-receive-pack', encodePush(updates, pack, offered));
    return parseReport(await collect(body), offered.has('side-band-64k'));
  }

  /** Returns the body of the answer. */
  async #post(
    { http, headers }: Exchange,
    service: 'git-upload-pack' | 'git-receive-pack',
    body: Uint8Array,
  ): Promise<AsyncIterable<Uint8Array> | Uint8Array[]> {
    const response = await http.request({
      url: `${this.#url}/${service}`,
      method: 'POST',
      headers: {
        ...headers,
        'content-type': `application/x-${service}-request`,
        accept: `application/x-${service}-result`,
      },
      body: [body],
    });
    if (response.statusCode === 401) throw new Errors.UserCanceledError();
    if (response.statusCode === 200) return response.body ?? [];
    throw new Errors.HttpError(response.statusCode, response.statusMessage, '');
  }

  /** Returns the pack that the remote lacks; undefined when the updates only delete. */
  async #packFor(
    updates: readonly RefUpdate[],
    theirs: readonly string[],
    isThin: boolean,
  ): Promise<Uint8Array | undefined> {
    const wantedIds = updates.flatMap(({ to }) => (to === null ? [] : [to]));
    if (wantedIds.length === 0) return undefined;
    const missing = await missingObjects(this.#objects, wantedIds, [...new Set(theirs)]);
    return createPack(this.#objects, missing, { isThin });
  }

  async #advertisement(exchange: Exchange, forPush: boolean) {
    const info = await git.getRemoteInfo2({ ...exchange, url: this.#url, forPush, protocolVersion: 1 });
    const capabilities = new Map(Object.entries(info.capabilities as Record<string, unknown>));
    if (capabilities.get('object-format') === 'sha256') throw sha256Problem(this.location);
    return { refs: info.refs ?? [], capabilities: new Set(capabilities.keys()) };
  }

  async #attempt<T>(
    what: string,
    signal: AbortSignal | undefined,
    work: (exchange: Exchange) => Promise<T>,
  ): Promise<T> {
    let http: GitHttpClient | undefined;
    try {
      this.#dispatcher ??= openDispatcher(this.options.caFile, CONNECTIONS);
      const limits = { ...defaultLimits, ...this.options.limits };
      http = new GitHttpClient(await this.#dispatcher, limits, signal, this.#moved);
      // Sent with the first request: waiting for the server to ask would take one more.
      const headers = basicAuthorization(await this.#access());
      const cancel = () => ({ cancel: true });
      const done = await work({ http, headers, onAuth: cancel, onAuthFailure: cancel });
      if (http.brokenBy) throw http.brokenBy.cause;
      return done;
    } catch (cause) {
      throw toProblem(http?.brokenBy ? http.brokenBy.cause : cause, `${what} ${this.location}`);
    }
  }
}

function getResults(updates: readonly RefUpdate[], { refs, messages }: PushReport): PushResult[] {
  return updates.map(({ ref }) =>
    pushResult(ref, refs.has(ref) ? refs.get(ref) : 'no answer given', messages),
  );
}
