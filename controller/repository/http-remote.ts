import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import git, { Errors, type HttpClient } from 'isomorphic-git';
import { Problem } from '../problems/index.js';
import type { Remote, RemoteRefs } from './contract.js';
import { runGit, withoutCredentials } from './git-program.js';
import { PatientHttpClient } from './http-client.js';
import { INCOMING, INCOMING_REMOTE } from './ref-names.js';
import { sha256Problem } from './refs.js';

const SILENCE_MS = 30_000;
/** Each fetch leaves a pack of its own; after so many, Git is asked to join them. */
const PACKS_TO_TIDY = 20;

export interface Credentials {
  username: string;
  password: string;
}

export interface HttpRemoteOptions {
  /** The bare repository that follows the remote. */
  gitDir: string;
  /** Asked for when the server wants them and the address has none. */
  credentials?: (() => Credentials | undefined) | undefined;
  /** A server that says nothing for so long is given up on. */
  silenceMs?: number | undefined;
}

/** A remote over http: or https:, reached by isomorphic-git; the `git` program is not needed. */
export class HttpRemote implements Remote {
  readonly location: string;
  readonly local = undefined;
  readonly #url: string;
  #packs = 0;
  readonly #credentials: () => Credentials | undefined;

  constructor(
    url: string,
    private readonly options: HttpRemoteOptions,
  ) {
    const { username, password, href } = new URL(url);
    this.location = withoutCredentials(href);
    this.#url = this.location;
    const inAddress = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
    this.#credentials = () => (username === '' && password === '' ? options.credentials?.() : inAddress);
  }

  async list(signal?: AbortSignal): Promise<RemoteRefs> {
    // Protocol 1 answers with the refs, HEAD's branch and the object format in one request.
    const info = await this.#attempt('Reading the branches of', signal, (access) =>
      git.getRemoteInfo2({ ...access, url: this.#url, protocolVersion: 1 }),
    );
    if (isSha256(info.capabilities)) throw sha256Problem(this.location);
    const branches = new Map<string, string>();
    let head: string | undefined;
    for (const { ref, oid, target } of info.refs ?? []) {
      if (ref === 'HEAD') head = target;
      if (ref.startsWith('refs/heads/')) branches.set(ref.slice('refs/heads/'.length), oid);
    }
    return { head: head?.replace(/^refs\/heads\//, ''), branches };
  }

  async fetch(signal?: AbortSignal): Promise<void> {
    const { gitDir } = this.options;
    await this.#attempt('Fetching from', signal, async (access) => {
      // isomorphic-git cannot write a ref `a` where the folder of a former `a/b` stands.
      await rm(join(gitDir, INCOMING), { recursive: true, force: true });
      const fetched = await git.fetch({
        ...access,
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

  async #attempt<T>(
    what: string,
    signal: AbortSignal | undefined,
    work: (access: { http: HttpClient; onAuth: () => object; onAuthFailure: () => object }) => Promise<T>,
  ): Promise<T> {
    const http = new PatientHttpClient(this.options.silenceMs ?? SILENCE_MS, signal);
    try {
      const done = await work({
        http,
        onAuth: () => this.#credentials() ?? { cancel: true },
        onAuthFailure: () => ({ cancel: true }),
      });
      http.throwIfBroken();
      return done;
    } catch (cause) {
      throw problemOf(cause, `${what} ${this.location}`);
    }
  }
}

function isSha256(capabilities: object): boolean {
  return (capabilities as Record<string, unknown>)['object-format'] === 'sha256';
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
  return { detail: withoutCredentials(cause instanceof Error ? cause.message : String(cause)), hint: AGAIN };
}

const AGAIN =
  'Check the address in `Git.Remote` and the network; svc goes on with what it has and tries again.';
const CREDENTIALS =
  'Check the user and the token for `Git.Remote`: they must be allowed to read the repository.';
const NOT_THERE = 'Check `Git.Remote`: it must be the address `git clone` takes.';
