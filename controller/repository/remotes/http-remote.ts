import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import git, { Errors } from 'isomorphic-git';
import type { Dispatcher } from 'undici';
import { Problem } from '../../problems/index.js';
import type { PushResult, RefUpdate, Remote, RemoteRefs } from '../contract.js';
import { runGit, withoutCredentials } from '../git-program.js';
import { IsoObjectReader } from '../iso-object-reader.js';
import { INCOMING, INCOMING_REMOTE } from '../ref-names.js';
import { sha256Problem } from '../refs.js';
import { type AccessProvider, basicAuthorization, noAccess } from './access.js';
import { type HttpLimits, openDispatcher, PatientHttpClient } from './http-client.js';
import { missingObjects } from './missing-objects.js';
import { encodePush, parseReport, pushResult } from './receive-pack.js';

const DEFAULT_LIMITS: HttpLimits = { silenceMs: 30_000, totalMs: 600_000, maxBytes: 512 * 1024 * 1024 };
/** Each fetch leaves a pack of its own; after so many, Git is asked to join them. */
const PACKS_TO_TIDY = 20;

export interface HttpRemoteOptions {
  /** The bare repository that follows the remote. */
  gitDir: string;
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

  async fetch(signal?: AbortSignal): Promise<void> {
    const { gitDir } = this.options;
    await this.#attempt('Fetching from', signal, async (exchange) => {
      // isomorphic-git cannot write a ref `a` where the folder of a former `a/b` stands.
      await rm(join(gitDir, INCOMING), { recursive: true, force: true });
      const fetched = await git.fetch({
        ...exchange,
        fs,
        gitdir: gitDir,
        url: this.#url,
        remote: INCOMING_REMOTE,
        tags: false,
        prune: true,
      });
      const pack = (fetched as { packfile?: string }).packfile;
      if (pack === undefined) return;
      await checkPack(join(gitDir, pack));
      if (++this.#packs % PACKS_TO_TIDY === 0) await tidy(gitDir);
    });
  }

  async push(updates: readonly RefUpdate[], signal?: AbortSignal): Promise<PushResult[]> {
    if (updates.length === 0) return [];
    return this.#attempt('Pushing to', signal, async (exchange) => {
      const { refs, capabilities } = await this.#advertisement(exchange, true);
      const pack = await this.#packFor(
        updates,
        refs.map(({ oid }) => oid),
      );
      const response = await exchange.http.request({
        url: `${this.#url}/git-receive-pack`,
        method: 'POST',
        headers: {
          ...exchange.headers,
          'content-type': 'application/x-git-receive-pack-request',
          accept: 'application/x-git-receive-pack-result',
        },
        body: [encodePush(updates, pack, capabilities)],
      });
      if (response.statusCode !== 200) {
        throw new Errors.HttpError(response.statusCode, response.statusMessage, '');
      }
      const answer = await collect(response.body ?? []);
      const report = parseReport(answer, capabilities.has('side-band-64k'));
      if (report.unpack !== 'ok') throw new Error(`the server could not take the objects: ${report.unpack}`);
      return updates.map(({ ref }) =>
        pushResult(ref, report.refs.has(ref) ? report.refs.get(ref) : 'no answer given', report.messages),
      );
    });
  }

  /** The pack of what the remote lacks; undefined when the updates only delete. */
  async #packFor(updates: readonly RefUpdate[], theirs: readonly string[]): Promise<Uint8Array | undefined> {
    const wanted = updates.flatMap(({ to }) => (to === null ? [] : [to]));
    if (wanted.length === 0) return undefined;
    const { gitDir } = this.options;
    const oids = await missingObjects(new IsoObjectReader(gitDir), wanted, [...new Set(theirs)]);
    const { packfile } = await git.packObjects({ fs, gitdir: gitDir, oids, cache: {} });
    return packfile;
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
      http = new PatientHttpClient(await this.#dispatcher, limits, signal);
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

async function collect(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** isomorphic-git stores a pack as it came; one that was cut off must not stay, or it would never be asked for again. */
async function checkPack(path: string): Promise<void> {
  const bytes = await readFile(path);
  const sum = createHash('sha1').update(bytes.subarray(0, -20)).digest();
  if (sum.equals(bytes.subarray(-20))) return;
  await Promise.all([path, path.replace(/\.pack$/, '.idx')].map((file) => rm(file, { force: true })));
  throw new Error('the pack was damaged on the way');
}

/** Without the `git` program the packs stay as they are: more files, nothing worse. */
async function tidy(gitDir: string): Promise<void> {
  const args = [
    '-c',
    'gc.autoDetach=false',
    '-c',
    `gc.autoPackLimit=${PACKS_TO_TIDY / 2}`,
    'gc',
    '--auto',
    '--quiet',
  ];
  await runGit(args, { gitDir, purpose: 'Joining packs' }).catch(() => undefined);
}

function problemOf(cause: unknown, what: string): Problem {
  if (cause instanceof Problem) return cause;
  const { detail, hint } = explain(cause);
  return new Problem('git_failed', `${what} failed: ${detail}`, { hints: [hint], cause });
}

function explain(cause: unknown): { detail: string; hint: string } {
  if (cause instanceof Errors.UserCanceledError) {
    return { detail: 'the server refused the credentials, or wants some.', hint: CREDENTIALS };
  }
  if (cause instanceof Errors.HttpError) {
    const status = cause.data.statusCode;
    const hint = status === 401 || status === 403 ? CREDENTIALS : status === 404 ? NOT_THERE : AGAIN;
    return { detail: `the server answered ${status}.`, hint };
  }
  if (cause instanceof Errors.SmartHttpError) {
    return { detail: 'the server is no Git server.', hint: NOT_THERE };
  }
  if (cause instanceof Error && cause.name === 'AbortError') {
    return { detail: 'it was stopped.', hint: AGAIN };
  }
  if (cause instanceof Error && cause.name === 'TimeoutError') {
    return { detail: 'it took too long and was stopped.', hint: AGAIN };
  }
  if (cause instanceof Error && /certificate|self.signed/i.test(cause.message)) {
    return { detail: cause.message, hint: CERTIFICATE };
  }
  return { detail: withoutCredentials(cause instanceof Error ? cause.message : String(cause)), hint: AGAIN };
}

const AGAIN =
  'Check the address in `Git.Remote` and the network; svc goes on with what it has and tries again.';
const CREDENTIALS =
  'Check the user and the token for `Git.Remote`: they must be allowed to read the repository, and to write it where svc is to write.';
const CERTIFICATE = 'Name the certificate of the authority that signed it in `Git.CaFile`.';
const NOT_THERE = 'Check `Git.Remote`: it must be the address `git clone` takes.';
