import { join } from 'node:path';
import {
  type AccessProvider,
  type CommitSigner,
  EMPTY_TREE,
  FileProbe,
  type GitDirectories,
  keepCommit,
  keptCommit,
  Mirror,
  openRemote,
  openRepository,
  type PathScope,
  type Remote,
  type RepairObserver,
  type Repository,
  RepositoryRepair,
  shareWatch,
  type Watch,
  watchRefs,
} from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import type { Storage } from '../../storage/index.js';
import {
  branchNotFound,
  isAddressable,
  LIVE,
  LOCAL,
  overlayDisabled,
  productionGone,
} from '../source/branch-names.js';
import type { Source, SourceFile, TreeChange } from '../source/source.js';
import type { BranchInfo, LowerBranches } from './branch-sources.js';

/** The longest wait for the remote's HEAD at the start. */
const askHeadMs = 5_000;

/** The branches of the repository in the data directory, which follows `Git.Remote` if that is set. */
class GitBranches implements LowerBranches {
  readonly git: Pick<GitSourceOptions, 'repository' | 'mirror'>;
  readonly production: string;
  readonly #options: GitSourceOptions;

  constructor(options: Omit<GitSourceOptions, 'watches'>) {
    const { repository, mirror, production } = options;
    const starts: Watch[] = [(notify) => watchRefs(repository.directories, notify)];
    if (mirror) starts.push((notify) => watchRemote(mirror, notify));
    this.git = { repository, mirror };
    this.production = production;
    this.#options = { ...options, watches: starts.map(shareWatch) };
  }

  newSource(): Source {
    return new GitSource(this.production, this.#options);
  }

  sourceFor(branch: string): Source | undefined {
    return isAddressable(branch) ? new GitSource(branch, this.#options) : undefined;
  }

  async resolve(segment: string): Promise<string> {
    if (segment === this.production) return segment;
    if (segment === LOCAL) throw overlayDisabled();
    if (segment === LIVE) {
      throw new Problem('branch_not_found', 'There is no branch `live`: Git versioning is on.', {
        hints: [`Use the production branch, \`${this.production}\`.`],
      });
    }
    if (isAddressable(segment) && (await this.#exists(segment))) return segment;
    throw branchNotFound(segment, (await this.git.repository.listBranches()).keys(), this.production);
  }

  async list(): Promise<BranchInfo[]> {
    const tips = await this.git.repository.listBranches();
    const names = new Set([this.production, ...tips.keys()]);
    return [...names]
      .filter(isAddressable)
      .sort()
      .map((name) => ({ name, production: name === this.production, revision: tips.get(name) ?? null }));
  }

  async refresh(): Promise<void> {
    await this.git.mirror?.refresh();
  }

  async close(): Promise<void> {
    this.git.mirror?.close();
    await this.git.repository.close();
  }

  async #exists(branch: string): Promise<boolean> {
    if ((await this.git.repository.resolveRef(branch)) !== undefined) return true;
    if (!this.git.mirror?.remote.local) return false;
    // A branch made a moment ago counts, and a remote on this machine is cheap to read. The reconciler reports a remote
    // that cannot be read.
    await this.git.mirror.refresh().catch(() => undefined);
    return (await this.git.repository.resolveRef(branch)) !== undefined;
  }
}

/** Watches the refs of a remote on this machine as soon as it exists. */
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

/** The settings that name the repository. */
export interface GitBranchSettings {
  DataDirectory: string;
  Git: {
    Remote?: string | undefined;
    Branch?: string | undefined;
    CaFile?: string | undefined;
    /** svc's folder; by default the whole repository. */
    Path?: string | undefined;
    /** Seconds of silence after which a remote counts as away. */
    Timeout: number;
  };
  /** `GitTransfer`: bytes of one transfer. */
  Limits: { GitTransfer: number };
}

export interface GitBranchOptions {
  access?: AccessProvider | undefined;
  storage?: Storage | undefined;
  /** Gets to know what a repair of the local repository does. */
  onRepair?: RepairObserver | undefined;
  /** Signs svc's commits; by default they are not signed. */
  signer?: CommitSigner | undefined;
}

/** @throws Problem git_failed, settings_invalid */
export async function openGitBranches(
  settings: GitBranchSettings,
  { access, storage, onRepair, signer }: GitBranchOptions = {},
): Promise<LowerBranches> {
  const { Remote: address, Branch: branch, CaFile: caFile, Timeout } = settings.Git;
  if (branch !== undefined && !isAddressable(branch)) {
    throw new Problem('settings_invalid', `\`Git.Branch\` cannot be \`${branch}\`.`, {
      hints: ['Name a Git branch; `live`, `local` and names that start with `platform` are taken.'],
    });
  }
  const gitDir = join(settings.DataDirectory, 'repository.git');
  const repository = await openRepository(gitDir, {
    storage,
    signer,
    path: settings.Git.Path,
    isRepaired: address !== undefined,
  });
  const limits = { silenceMs: Timeout * 1_000, maxBytes: settings.Limits.GitTransfer };
  const { objects } = repository;
  const options = { gitDir, objects, baseDir: process.cwd(), access, caFile, limits };
  const remote = address === undefined ? undefined : await openRemote(address, options);
  const production = branch ?? (await defaultBranch(repository, remote));
  let repair: RepositoryRepair | undefined;
  if (address !== undefined && remote) {
    repair = new RepositoryRepair({
      repository,
      location: remote.location,
      openRemote: (folder, objects) => openRemote(address, { ...options, gitDir: folder, objects }),
      observer: onRepair,
    });
    await repair.begin();
  }
  const mirror = remote && new Mirror(repository, remote, repair);
  return new GitBranches({ repository, mirror, production, isProductionNamed: branch !== undefined });
}

/**
 * Returns the branch that the remote's HEAD names; while the remote is away, the one that HEAD named last. A followed branch
 * that is gone stays production until HEAD names an existing branch: no other branch takes its place by chance.
 */
async function defaultBranch(repository: Repository, remote: Remote | undefined): Promise<string> {
  // The reconciler asks again and reports why the remote does not answer.
  const refs = await remote?.list(AbortSignal.timeout(askHeadMs)).catch(() => undefined);
  if (refs?.head !== undefined) await repository.setDefaultBranch(refs.head);
  const head = (await repository.defaultBranch()) ?? 'main';
  const names = [...(refs?.branches ?? (await repository.listBranches())).keys()].filter(isAddressable);
  if (names.includes(head) || names.length === 0) return isAddressable(head) ? head : 'main';
  if (await wasFollowed(repository, head)) return head;
  // HEAD names no branch that ever existed (it is detached, or was never set): the usual names, then any.
  return ['main', 'master'].find((name) => names.includes(name)) ?? names.sort()[0] ?? 'main';
}

/** True when a branch was fetched before, or was in service when it was deleted. */
async function wasFollowed(repository: Repository, branch: string): Promise<boolean> {
  if ((await repository.mirroredTip(branch)) !== undefined) return true;
  return (await keptCommit(repository.dir, branch)) !== undefined;
}

export interface GitSourceOptions {
  repository: Repository;
  /** Undefined when the repository follows no remote. */
  mirror: Mirror | undefined;
  /** Watches on the refs of the repository and of a remote on this machine. */
  watches: readonly Watch[];
  /**
   * The production branch counts as existing and empty while the repository has no commit at all; with a remote, only
   * once the remote has listed no branches.
   */
  production: string;
  /** True when the settings name it (`Git.Branch`). */
  isProductionNamed?: boolean;
}

/** One branch of the repository in the data directory. */
export class GitSource implements Source {
  /** The ref files of a remote on this machine; no files, so never moved, for other remotes. */
  #theirs: FileProbe;
  #isTheirsKnown: boolean;
  /** The ref files of our own repository, which accepts pushes. */
  readonly #ours: FileProbe;
  /** The revision of the last `keep`; null for none. */
  #kept: string | null | undefined;

  constructor(
    readonly branch: string,
    private readonly options: GitSourceOptions,
  ) {
    const local = options.mirror?.remote.local;
    this.#theirs = new FileProbe(local ? refFiles(local, branch) : []);
    this.#isTheirsKnown = local !== undefined;
    this.#ours = new FileProbe(refFiles(options.repository.directories, branch));
  }

  async observe(signal?: AbortSignal): Promise<string> {
    // Marked before the fetch, so that changes during it count as new.
    this.#theirs.mark();
    try {
      await this.#refresh(signal);
      this.#noticeLocal();
    } finally {
      this.#ours.mark();
    }
    return this.#tip();
  }

  /** Waits for no repair that is under way: the status has to name the damage meanwhile. `watch` tells of its end. */
  async #refresh(signal: AbortSignal | undefined): Promise<void> {
    const { mirror } = this.options;
    const refreshed = mirror?.refresh(signal);
    const repair = mirror?.repair;
    if (!repair) return refreshed;
    let stop = () => {};
    const damaged = new Promise<void>((resolve) => {
      const resolveIfNew = () => {
        const { state } = repair;
        if (state.phase === 'damaged' && state.problem === undefined) resolve();
      };
      stop = repair.onChange(resolveIfNew);
      resolveIfNew();
    });
    await Promise.race([refreshed, damaged]).finally(stop);
  }

  /** The damage of the local repository, until it is repaired. */
  get trouble(): Problem | undefined {
    return this.options.mirror?.repair?.problem;
  }

  async observeHere(): Promise<string> {
    this.#ours.mark();
    return this.#tip();
  }

  /** @throws Problem branch_not_found */
  async #tip(): Promise<string> {
    const tip = await this.options.repository.resolveRef(this.branch);
    if (tip !== undefined) return tip;
    const names = (await this.options.repository.listBranches()).keys();
    const { production } = this.options;
    if (this.branch !== production) throw branchNotFound(this.branch, names, production);
    // During a fetch a renamed branch may be under neither name.
    if (this.options.mirror?.isEmpty !== false && (await this.#isEmpty())) return EMPTY_TREE;
    throw productionGone({
      name: production,
      names,
      head: await this.options.repository.defaultBranch(),
      isNamed: this.options.isProductionNamed ?? false,
    });
  }

  /** Probes the files of a remote on this machine that appeared after the start. */
  #noticeLocal(): void {
    const local = this.options.mirror?.remote.local;
    if (this.#isTheirsKnown || !local) return;
    // Not marked: changes since the fetch count as new.
    this.#theirs = new FileProbe(refFiles(local, this.branch));
    this.#isTheirsKnown = true;
  }

  async readKnownRevision(): Promise<string | undefined> {
    const tip = await this.options.repository.resolveRef(this.branch);
    if (tip !== undefined || this.branch !== this.options.production) return tip;
    // An empty repository counts only after the remote has listed its branches.
    const isNamed = this.options.mirror === undefined || this.options.mirror.isEmpty === true;
    return isNamed && (await this.#isEmpty()) ? EMPTY_TREE : undefined;
  }

  async #isEmpty(): Promise<boolean> {
    return (await this.options.repository.listBranches()).size === 0;
  }

  async files(revision: string): Promise<SourceFile[]> {
    return this.#reading((repository) => repository.files(revision, { withNonFiles: true }));
  }

  async changes(from: string, to: string): Promise<TreeChange[]> {
    return this.#reading((repository) => repository.diffTrees(from, to, { withNonFiles: true }));
  }

  async scope(revision: string): Promise<PathScope> {
    return this.#reading((repository) => repository.scopeAt(revision));
  }

  async hasSameFiles(earlier: string, revision: string): Promise<boolean> {
    return this.#reading((repository) => repository.isSameFolder(earlier, revision));
  }

  getCommit(revision: string): string {
    return revision;
  }

  async read(blobIds: readonly string[]): Promise<Map<string, Uint8Array>> {
    return this.#reading((repository) => repository.readBlobs(blobIds));
  }

  /** A revision of ours that cannot be read is a sign of damage, also where an object is just missing. */
  async #reading<T>(read: (repository: Repository) => Promise<T>): Promise<T> {
    try {
      return await read(this.options.repository);
    } catch (cause) {
      const repair = this.options.mirror?.repair;
      repair?.suspect(cause);
      throw repair?.problem ?? cause;
    }
  }

  async keep(revision: string | undefined): Promise<void> {
    if (this.#kept === (revision ?? null)) return;
    await keepCommit(this.options.repository.dir, this.branch, revision);
    this.#kept = revision ?? null;
  }

  watch(notify: (isHere?: boolean) => void): () => void {
    // Events concern all branches, and also our own writes.
    const notifyIfMoved = () => {
      const isHere = this.#ours.movedNow();
      // Without files of the remote its movement cannot be seen.
      const isElsewhere = this.#isTheirsKnown && this.#theirs.movedNow();
      if (isHere || isElsewhere) notify(isHere && !isElsewhere);
    };
    const stops = this.options.watches.map((watch) => watch(notifyIfMoved));
    const { repair } = this.options.mirror ?? {};
    // The status has to name a damage; once it is repaired, the branch is read again.
    if (repair) stops.push(repair.onChange(() => notify(repair.problem !== undefined)));
    return () => {
      for (const stop of stops) stop();
    };
  }

  mayHaveMoved(): boolean {
    return this.#theirs.moved() || this.#ours.moved();
  }
}

function refFiles({ commonDir }: GitDirectories, branch: string): string[] {
  return [join(commonDir, 'refs', 'heads', branch), join(commonDir, 'packed-refs')];
}
