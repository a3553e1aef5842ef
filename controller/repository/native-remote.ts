import type { GitDirectories, Remote, RemoteRefs } from './contract.js';
import { gitDirectories } from './git-directories.js';
import { runGit, withoutCredentials } from './git-program.js';
import { isObjectId } from './object-id.js';
import { INCOMING } from './ref-names.js';
import { headBranch, listRefs } from './refs.js';

/** A remote the `git` program reaches: a path, `file:`, `ssh:`, or `user@host:path`. */
export class NativeRemote implements Remote {
  readonly location: string;

  constructor(
    private readonly url: string,
    /** The bare repository that follows the remote. */
    private readonly gitDir: string,
    readonly local: GitDirectories | undefined,
  ) {
    this.location = withoutCredentials(url);
  }

  async list(signal?: AbortSignal): Promise<RemoteRefs> {
    // On this machine its files tell the same as the program, without a process. A repository that has been removed
    // has no files either: the program says so, where they would tell of no branches.
    const local = this.local && (await gitDirectories(this.local.gitDir));
    if (local) {
      const { gitDir, commonDir } = local;
      const [head, branches] = await Promise.all([headBranch(gitDir), listRefs(commonDir, 'refs/heads/')]);
      return { head, branches };
    }
    const purpose = `Reading the branches of ${this.location}`;
    const args = ['ls-remote', '--symref', '--quiet', '--', this.url, 'HEAD', 'refs/heads/*'];
    return parseListing(await runGit(args, { gitDir: this.gitDir, purpose, signal }));
  }

  async fetch(signal?: AbortSignal): Promise<void> {
    const args = ['fetch', '--quiet', '--no-tags', '--prune', '--force', '--no-write-fetch-head'];
    args.push('--no-recurse-submodules');
    args.push('--', this.url, `+refs/heads/*:${INCOMING}*`);
    await runGit(args, { gitDir: this.gitDir, purpose: `Fetching from ${this.location}`, signal });
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
