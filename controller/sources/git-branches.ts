import { join } from 'node:path';
import { Problem } from '../problems/index.js';
import {
  type AccessProvider,
  keptCommit,
  Mirror,
  openRemote,
  openRepository,
  type Remote,
  type Repository,
  shareWatch,
  type Watch,
  watchRefs,
} from '../repository/index.js';
import type { Settings } from '../settings/index.js';
import type { Storage } from '../storage/index.js';
import { branchNotFound, isAddressable, LIVE } from './branch-names.js';
import type { LowerBranches } from './branch-sources.js';
import type { Source } from './contract.js';
import { GitSource } from './git-source.js';

/** At start-up the remote is asked for its HEAD; one that takes longer is not waited for. */
const ASK_HEAD_MS = 5_000;

/** The branches of the repository in the data directory, which follows `Git.Remote` where that is set. */
export class GitBranches implements LowerBranches {
  readonly #watches: readonly Watch[];

  constructor(
    private readonly repository: Repository,
    private readonly mirror: Mirror | undefined,
    readonly production: string,
    private readonly isProductionNamed = false,
  ) {
    const starts: Watch[] = [(notify) => watchRefs(repository.directories, notify)];
    if (mirror) starts.push((notify) => watchRemote(mirror, notify));
    this.#watches = starts.map(shareWatch);
  }

  get git() {
    return { repository: this.repository, mirror: this.mirror };
  }

  newSource(): Source {
    return this.#sourceOf(this.production);
  }

  sourceFor(branch: string): Source | undefined {
    return isAddressable(branch) ? this.#sourceOf(branch) : undefined;
  }

  #sourceOf(branch: string): Source {
    return new GitSource(branch, {
      repository: this.repository,
      mirror: this.mirror,
      watches: this.#watches,
      production: this.production,
      isProductionNamed: this.isProductionNamed,
    });
  }

  async resolve(segment: string): Promise<string> {
    if (segment === this.production) return segment;
    if (segment === LIVE) {
      throw new Problem('branch_not_found', 'There is no branch `live`: Git versioning is on.', {
        hints: [`Use the production branch, \`${this.production}\`.`],
      });
    }
    if (isAddressable(segment) && (await this.#exists(segment))) return segment;
    throw branchNotFound(segment, (await this.repository.listBranches()).keys(), this.production);
  }

  async list(): Promise<{ name: string; production: boolean; revision: string | null }[]> {
    const tips = await this.repository.listBranches();
    const names = new Set([this.production, ...tips.keys()]);
    return [...names]
      .filter(isAddressable)
      .sort()
      .map((name) => ({ name, production: name === this.production, revision: tips.get(name) ?? null }));
  }

  async refresh(): Promise<void> {
    await this.mirror?.refresh();
  }

  async close(): Promise<void> {
    this.mirror?.close();
    await this.repository.close();
  }

  async #exists(branch: string): Promise<boolean> {
    if ((await this.repository.resolveRef(branch)) !== undefined) return true;
    if (!this.mirror?.remote.local) return false;
    // A branch made a moment ago counts, and looking at a remote on this machine costs nothing to speak of. That it
    // cannot be reached is what the reconciler reports.
    await this.mirror.refresh().catch(() => undefined);
    return (await this.repository.resolveRef(branch)) !== undefined;
  }
}

/** Watches the refs of a remote on this machine, from when it is there. */
function watchRemote(mirror: Mirror, notify: () => void): () => void {
  let stop = () => {};
  const forget = mirror.whenLocal((directories) => {
    stop = watchRefs(directories, notify);
  });
  return () => {
    forget();
    stop();
  };
}

/** @throws Problem git_failed, settings_invalid */
export async function openGitBranches(
  settings: Pick<Settings, 'DataDirectory' | 'Git' | 'Limits'>,
  access?: AccessProvider,
  storage?: Storage,
): Promise<GitBranches> {
  const { Remote: address, Branch: branch, CaFile: caFile, Timeout } = settings.Git;
  if (branch !== undefined && !isAddressable(branch)) {
    throw new Problem('settings_invalid', `\`Git.Branch\` cannot be \`${branch}\`.`, {
      hints: ['Name a Git branch; `live`, `local` and names that start with `platform` are taken.'],
    });
  }
  const gitDir = join(settings.DataDirectory, 'repository.git');
  const repository = await openRepository(gitDir, { storage });
  const limits = { silenceMs: Timeout * 1_000, maxBytes: settings.Limits.GitTransfer };
  const { objects } = repository;
  const options = { gitDir, objects, baseDir: process.cwd(), access, caFile, limits };
  const remote = address === undefined ? undefined : await openRemote(address, options);
  const production = branch ?? (await defaultBranch(repository, remote));
  return new GitBranches(
    repository,
    remote && new Mirror(repository, remote),
    production,
    branch !== undefined,
  );
}

/**
 * The branch the remote's HEAD names; while it cannot be asked, the one it named last. One that was followed and is gone
 * stays production, until HEAD names another that is there: no other branch takes its place by chance.
 */
async function defaultBranch(repository: Repository, remote: Remote | undefined): Promise<string> {
  // What keeps the remote from answering is told by the reconciler, which asks again.
  const refs = await remote?.list(AbortSignal.timeout(ASK_HEAD_MS)).catch(() => undefined);
  if (refs?.head !== undefined) await repository.setDefaultBranch(refs.head);
  const head = (await repository.defaultBranch()) ?? 'main';
  const names = [...(refs?.branches ?? (await repository.listBranches())).keys()].filter(isAddressable);
  if (names.includes(head) || names.length === 0) return isAddressable(head) ? head : 'main';
  if (await wasFollowed(repository, head)) return head;
  // HEAD names no branch that ever was (it is detached, or was never set): the usual names, then any.
  return ['main', 'master'].find((name) => names.includes(name)) ?? names.sort()[0] ?? 'main';
}

/** Whether a branch was brought in, or was in service when it went. */
async function wasFollowed(repository: Repository, branch: string): Promise<boolean> {
  if ((await repository.mirroredTip(branch)) !== undefined) return true;
  return (await keptCommit(repository.dir, branch)) !== undefined;
}
