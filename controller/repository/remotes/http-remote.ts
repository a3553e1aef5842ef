import git, { Errors, type GitHttpResponse } from 'isomorphic-git';
import type { Dispatcher } from 'undici';
import { isBranchName } from '../branch-name.js';
import type { ObjectReader, PushResult, RefUpdate, Remote, RemoteRefs } from '../contract.js';
import { withoutCredentials } from '../git-program.js';
import { IsoObjectReader } from '../iso-object-reader.js';
import { HEADS, MIRRORED } from '../ref-names.js';
import { listRefs, sha256Problem } from '../refs.js';
import { type AccessProvider, basicAuthorization, noAccess } from './access.js';
import { type HttpLimits, type Moved, openDispatcher, PatientHttpClient } from './http-client.js';
import { problemOf } from './http-problem.js';
import { missingObjects } from './missing-objects.js';
import { packOf } from './push-pack.js';
import { encodePush, type PushReport, parseReport, pushResult } from './receive-pack.js';
import { packsToTidy, storePack, tidy } from './store-pack.js';
import { encodeFetch, packIn } from './upload-pack.js';

const DEFAULT_LIMITS: HttpLimits = { silenceMs: 30_000, totalMs: 600_000, maxBytes: 512 * 1024 * 1024 };
/** Why a remote refuses a push that builds on what it has not. */
const LACKING = /missing necessary objects|unpacker error|bad pack/i;

export interface HttpRemoteOptions {
  /** The bare repository that follows the remote. */
  gitDir: string;
  /** Reads the objects of that repository. */
  objects?: ObjectReader | undefined;
  /** Asked when the address itself has no credentials. */
  access?: AccessProvider | undefined;
  /** PEM certificates that are trusted besides the usual ones. */
  caFile?: string | undefined;
  limits?: Partial<HttpLimits> | undefined;
}

/** What isomorphic-git takes with each call. */
interface Exchange {
  http: PatientHttpClient;
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
  /** What the remote offers to those who push, while nothing speaks against it. */
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
    this.#objects = options.objects ?? new IsoObjectReader(options.gitDir);
    this.#access = isInAddress ? async () => inAddress : (options.access ?? noAccess);
  }

  async list(signal?: AbortSignal): Promise<RemoteRefs> {
    // Protocol 1 answers with the refs, HEAD's branch and the object format in one request.
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
    const known = new Set(haves);
    const tips = new Set([...branches].filter(([name]) => isBranchName(name)).map(([, id]) => id));
    const wants: string[] = [];
    for (const id of tips) if (!known.has(id) && !(await this.#has(id))) wants.push(id);
    if (wants.length === 0) return branches;
    await this.#attempt('Fetching from', signal, async ({ http, headers }) => {
      const response = await this.#post(http, headers, 'git-upload-pack', encodeFetch(wants, [...known]));
      const parts: Buffer[] = [];
      for await (const part of packIn(response.body ?? [])) parts.push(part);
      if (http.brokenBy) throw http.brokenBy.cause;
      await storePack(gitDir, Buffer.concat(parts));
    });
    if (++this.#packs % packsToTidy === 0) await tidy(gitDir);
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
      const known = refs.map(({ oid }) => oid);
      const report = await this.#send(exchange, updates, known, capabilities);
      if (report.unpack !== 'ok') throw new Error(`the server could not take the objects: ${report.unpack}`);
      this.#offered = capabilities;
      return resultsOf(updates, report);
    });
  }

  /**
   * Pushes without asking first where the remote is, when all that is moved is believed to be somewhere: the remote
   * has what leads there, or it refuses. Who pushes beside others that do so on and on has no time to ask.
   * @returns undefined when it has to be asked
   */
  async #pushAtOnce(exchange: Exchange, updates: readonly RefUpdate[]): Promise<PushResult[] | undefined> {
    const offered = this.#offered;
    const known = updates.flatMap(({ from }) => from ?? []);
    if (!offered || known.length < updates.length) return undefined;
    // Kept only by a push that went well.
    this.#offered = undefined;
    const report = await this.#send(exchange, updates, known, offered);
    // The remote may have collected what it once had.
    const isLacking = [...report.refs.values()].some((reason) => LACKING.test(reason ?? ''));
    if (report.unpack !== 'ok' || isLacking) return undefined;
    this.#offered = offered;
    return resultsOf(updates, report);
  }

  async #send(
    exchange: Exchange,
    updates: readonly RefUpdate[],
    known: readonly string[],
    offered: ReadonlySet<string>,
  ): Promise<PushReport> {
    const pack = await this.#packFor(updates, known, !offered.has('no-thin'));
    const { http, headers } = exchange;
    const response = await this.#post(http, headers, 'git-receive-pack', encodePush(updates, pack, offered));
    const answer = await collect(response.body ?? []);
    return parseReport(answer, offered.has('side-band-64k'));
  }

  async #post(
    http: PatientHttpClient,
    headers: Record<string, string>,
    service: 'git-upload-pack' | 'git-receive-pack',
    body: Uint8Array,
  ): Promise<GitHttpResponse> {
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
    if (response.statusCode === 200) return response;
    throw new Errors.HttpError(response.statusCode, response.statusMessage, '');
  }

  /** The pack of what the remote lacks; undefined when the updates only delete. */
  async #packFor(
    updates: readonly RefUpdate[],
    theirs: readonly string[],
    isThin: boolean,
  ): Promise<Uint8Array | undefined> {
    const wanted = updates.flatMap(({ to }) => (to === null ? [] : [to]));
    if (wanted.length === 0) return undefined;
    const missing = await missingObjects(this.#objects, wanted, [...new Set(theirs)]);
    return packOf(this.#objects, missing, { isThin });
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
    let http: PatientHttpClient | undefined;
    try {
      this.#dispatcher ??= openDispatcher(this.options.caFile);
      const limits = { ...DEFAULT_LIMITS, ...this.options.limits };
      http = new PatientHttpClient(await this.#dispatcher, limits, signal, this.#moved);
      // Sent at once: who is asked for credentials only then takes a request more.
      const headers = basicAuthorization(await this.#access());
      const cancel = () => ({ cancel: true });
      const done = await work({ http, headers, onAuth: cancel, onAuthFailure: cancel });
      if (http.brokenBy) throw http.brokenBy.cause;
      return done;
    } catch (cause) {
      throw problemOf(http?.brokenBy ? http.brokenBy.cause : cause, `${what} ${this.location}`);
    }
  }
}

function resultsOf(updates: readonly RefUpdate[], { refs, messages }: PushReport): PushResult[] {
  return updates.map(({ ref }) =>
    pushResult(ref, refs.has(ref) ? refs.get(ref) : 'no answer given', messages),
  );
}

async function collect(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
