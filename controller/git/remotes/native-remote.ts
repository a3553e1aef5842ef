import { type GitDirectories, isPartial } from '../../folders/repository.js';
import { isObjectId } from '../objects/commit-object.js';
import { type GitProgramOptions, runGit, tryGit, withoutCredentials } from '../program/git-program.js';
import { gitDirectories } from '../refs/local-repository.js';
import { headBranch, INCOMING, listRefs } from '../refs/refs.js';
import type { PushResult, RefUpdate, Remote, RemoteRefs } from './contract.js';
import { type AccessProvider, noAccess, withSsh } from './credentials.js';
import { plain, pushResult } from './pack-protocol.js';

/** A checked-out branch moves with its files if they are unchanged; else the push is declined. */
const updateWorkTree = 'git -c receive.denyCurrentBranch=updateInstead receive-pack';

export interface NativeRemoteOptions {
  /** The address for `git`. */
  url: string;
  /** The bare repository that follows the remote. */
  gitDir: string;
  /** The present or future path of a repository on this machine. */
  path?: string | undefined;
  access?: AccessProvider | undefined;
  /** The longest duration of one command in milliseconds. */
  totalMs?: number | undefined;
}

/** A remote that the `git` program reaches: a path, `file:`, `ssh:`, or `user@host:path`. */
export class NativeRemote implements Remote {
  readonly location: string;

  private constructor(
    private readonly options: NativeRemoteOptions,
    public local: GitDirectories | undefined,
  ) {
    this.location = withoutCredentials(options.url);
  }

  static async open(options: NativeRemoteOptions): Promise<NativeRemote> {
    const local = options.path === undefined ? undefined : gitDirectories(options.path);
    return new NativeRemote(options, local);
  }

  async list(signal?: AbortSignal): Promise<RemoteRefs> {
    // The files of a repository on this machine give the same answer without a process. A removed repository is left to
    // the program, which reports the error.
    const { path } = this.options;
    const local = path === undefined ? undefined : gitDirectories(path);
    if (local) {
      this.local = local;
      const { gitDir, commonDir } = local;
      const [head, branches] = await Promise.all([headBranch(gitDir), listRefs(commonDir, 'refs/heads/')]);
      return { head, branches };
    }
    const args = ['ls-remote', '--symref', '--quiet', '--', this.options.url, 'HEAD', 'refs/heads/*'];
    return parseListing(await this.#git(runGit, args, 'Reading the branches of', signal));
  }

  async fetch(_: RemoteRefs, signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const args = ['fetch', '--quiet', '--no-tags', '--prune', '--force', '--no-write-fetch-head'];
    // A shallow remote has all that its branches need; only their history ends early.
    args.push('--no-recurse-submodules', '--update-shallow');
    const branches = ['--', this.options.url, `+refs/heads/*:${INCOMING}*`];
    const run = (more: readonly string[]) =>
      this.#git(runGit, [...args, ...more, ...branches], 'Fetching from', signal);
    await run([]).catch((cause) => {
      // A partial clone has the files of what was checked out, and not those of the commits before.
      if (!this.local || !isPartial(this.local)) throw cause;
      return run(['--depth=1']);
    });
    return listRefs(this.options.gitDir, INCOMING);
  }

  async push(updates: readonly RefUpdate[], signal?: AbortSignal): Promise<PushResult[]> {
    if (updates.length === 0) return [];
    const args = ['push', '--porcelain', '--no-verify', '--no-follow-tags', '--recurse-submodules=no'];
    if (updates.length > 1) args.push('--atomic');
    if (this.options.path !== undefined) args.push(`--receive-pack=${updateWorkTree}`);
    args.push(...updates.map(({ ref, from }) => `--force-with-lease=${ref}:${from ?? ''}`));
    args.push('--', this.options.url, ...updates.map(({ ref, to }) => `${to ?? ''}:${ref}`));
    const { stdout, stderr, failure } = await this.#git(tryGit, args, 'Pushing to', signal);
    const results = parsePorcelain(updates, stdout, stderr);
    // Without a result per ref no ref was moved.
    if (results === undefined) throw failure ?? new Error('git push reported no result');
    return results;
  }

  async #git<T>(
    run: (args: readonly string[], options: GitProgramOptions) => Promise<T>,
    args: readonly string[],
    what: string,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const { gitDir, access = noAccess, totalMs: timeoutMs, path } = this.options;
    const purpose = `${what} ${this.location}`;
    const options = { gitDir, purpose, signal, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
    if (path !== undefined) return run(args, options);
    return withSsh(await access(), (variables) => run(args, { ...options, variables }));
  }
}

/** Parses lines of `ls-remote --symref`: `ref: refs/heads/main\tHEAD`, `<id>\tHEAD`, `<id>\trefs/heads/main`. */
function parseListing(text: string): RemoteRefs {
  const branches = new Map<string, string>();
  let head: string | undefined;
  for (const line of text.split('\n')) {
    const [value, name] = line.split('\t');
    if (value === undefined || name === undefined) continue;
    if (name === 'HEAD') head ??= /^ref: refs\/heads\/(.+)$/.exec(value)?.[1];
    else if (name.startsWith('refs/heads/') && isObjectId(value)) branches.set(name.slice(11), value);
  }
  return { head, branches };
}

/**
 * Parses the output of `git push --porcelain`: a line `<flag>\t<from>:<to>\t<summary> (<reason>)` per ref, with `!` for
 * refused ones. Undefined when the output lacks a ref.
 */
function parsePorcelain(
  updates: readonly RefUpdate[],
  stdout: string,
  stderr: string,
): PushResult[] | undefined {
  const reasons = new Map<string, string | undefined>();
  for (const line of stdout.split('\n')) {
    const [, flag, ref, summary = ''] = /^([ +\-*!=])\t[^\t]*:([^\t:]+)\t(.*)$/.exec(line) ?? [];
    if (flag === undefined || ref === undefined) continue;
    reasons.set(ref, flag === '!' ? (/\((.*)\)$/.exec(summary)?.[1] ?? summary) : undefined);
  }
  if (!updates.every(({ ref }) => reasons.has(ref))) return undefined;
  const messages = plain(
    stderr
      .split('\n')
      .flatMap((line) => /^remote: (.*)$/.exec(line)?.[1] ?? [])
      .join('\n'),
  );
  return updates.map(({ ref }) => pushResult(ref, reasons.get(ref), messages));
}
