import type { GitDirectories, PushResult, RefUpdate, Remote, RemoteRefs } from '../contract.js';
import { gitDirectories } from '../git-directories.js';
import { type GitProgramOptions, runGit, tryGit, withoutCredentials } from '../git-program.js';
import { isObjectId } from '../object-id.js';
import { INCOMING } from '../ref-names.js';
import { headBranch, listRefs } from '../refs.js';
import { type AccessProvider, noAccess } from './access.js';
import { parsePorcelain } from './porcelain.js';
import { withSsh } from './ssh-command.js';

/** A branch that is checked out there moves with its files, if nobody has changed them; else the push is declined. */
const UPDATE_WORK_TREE = 'git -c receive.denyCurrentBranch=updateInstead receive-pack';

export interface NativeRemoteOptions {
  /** What `git` takes for the remote. */
  url: string;
  /** The bare repository that follows the remote. */
  gitDir: string;
  /** Set for a repository on this machine: where it is, or will be. */
  path?: string | undefined;
  access?: AccessProvider | undefined;
  /** How long one command may take, in milliseconds. */
  totalMs?: number | undefined;
}

/** A remote the `git` program reaches: a path, `file:`, `ssh:`, or `user@host:path`. */
export class NativeRemote implements Remote {
  readonly location: string;
  #local: GitDirectories | undefined;

  private constructor(
    private readonly options: NativeRemoteOptions,
    local: GitDirectories | undefined,
  ) {
    this.location = withoutCredentials(options.url);
    this.#local = local;
  }

  static async open(options: NativeRemoteOptions): Promise<NativeRemote> {
    return new NativeRemote(
      options,
      options.path === undefined ? undefined : await gitDirectories(options.path),
    );
  }

  get local(): GitDirectories | undefined {
    return this.#local;
  }

  async list(signal?: AbortSignal): Promise<RemoteRefs> {
    // On this machine its files tell the same as the program, without a process. A repository that has been removed
    // has no files either: the program says so, where they would tell of no branches.
    const { path } = this.options;
    const local = path === undefined ? undefined : await gitDirectories(path);
    if (local) {
      this.#local = local;
      const { gitDir, commonDir } = local;
      const [head, branches] = await Promise.all([headBranch(gitDir), listRefs(commonDir, 'refs/heads/')]);
      return { head, branches };
    }
    const args = ['ls-remote', '--symref', '--quiet', '--', this.options.url, 'HEAD', 'refs/heads/*'];
    return parseListing(await this.#git(runGit, args, 'Reading the branches of', signal));
  }

  async fetch(_: RemoteRefs, signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
    const args = ['fetch', '--quiet', '--no-tags', '--prune', '--force', '--no-write-fetch-head'];
    args.push('--no-recurse-submodules');
    args.push('--', this.options.url, `+refs/heads/*:${INCOMING}*`);
    await this.#git(runGit, args, 'Fetching from', signal);
    return listRefs(this.options.gitDir, INCOMING);
  }

  async push(updates: readonly RefUpdate[], signal?: AbortSignal): Promise<PushResult[]> {
    if (updates.length === 0) return [];
    const args = ['push', '--porcelain', '--no-verify', '--no-follow-tags', '--recurse-submodules=no'];
    if (updates.length > 1) args.push('--atomic');
    if (this.options.path !== undefined) args.push(`--receive-pack=${UPDATE_WORK_TREE}`);
    args.push(...updates.map(({ ref, from }) => `--force-with-lease=${ref}:${from ?? ''}`));
    args.push('--', this.options.url, ...updates.map(({ ref, to }) => `${to ?? ''}:${ref}`));
    const { stdout, stderr, failure } = await this.#git(tryGit, args, 'Pushing to', signal);
    const results = parsePorcelain(updates, stdout, stderr);
    // Without a word on any ref nothing has come of it.
    if (results === undefined) throw failure ?? new Error('git push said nothing');
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

/** Lines of `ls-remote --symref`: `ref: refs/heads/main\tHEAD`, `<id>\tHEAD`, `<id>\trefs/heads/main`. */
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
