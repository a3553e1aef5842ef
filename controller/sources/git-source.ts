import { join } from 'node:path';
import {
  EMPTY_TREE,
  FileProbe,
  type GitDirectories,
  keepCommit,
  type Mirror,
  type Repository,
  type Watch,
} from '../repository/index.js';
import { branchNotFound, productionGone } from './branch-names.js';
import type { Source, SourceFile, TreeChange } from './contract.js';

export interface GitSourceOptions {
  repository: Repository;
  /** Undefined when our repository follows no other. */
  mirror: Mirror | undefined;
  /** Tell that something happened to the refs here or at a remote on this machine. */
  watches: readonly Watch[];
  /**
   * The production branch counts as there, and empty, as long as the repository has no commit at all; if it follows
   * another, only when that one has said so.
   */
  production: string;
  /** Whether the settings name it (`Git.Branch`). */
  isProductionNamed?: boolean;
}

/** One branch of the repository in the data directory, fed by the remote if there is one. */
export class GitSource implements Source {
  readonly #repository: Repository;
  readonly #mirror: Mirror | undefined;
  /** The branch at a remote on this machine; no files, hence never moved, for others. */
  #theirs: FileProbe;
  #isTheirsKnown: boolean;
  /** The branch in our own repository: someone may push into it. */
  readonly #ours: FileProbe;

  /** What `keep` was told last; null for nothing. */
  #kept: string | null | undefined;

  constructor(
    readonly branch: string,
    private readonly options: GitSourceOptions,
  ) {
    this.#repository = options.repository;
    this.#mirror = options.mirror;
    const local = options.mirror?.remote.local;
    this.#theirs = new FileProbe(local ? refFiles(local, branch) : []);
    this.#isTheirsKnown = local !== undefined;
    this.#ours = new FileProbe(refFiles(options.repository.directories, branch));
  }

  async observe(signal?: AbortSignal): Promise<string> {
    // Marked before looking, so that what happens meanwhile counts as new.
    this.#theirs.mark();
    try {
      await this.#mirror?.refresh(signal);
      this.#noticeLocal();
    } finally {
      this.#ours.mark();
    }
    return this.#tip();
  }

  async observeHere(): Promise<string> {
    this.#ours.mark();
    return this.#tip();
  }

  /** @throws Problem branch_not_found */
  async #tip(): Promise<string> {
    const tip = await this.#repository.resolveRef(this.branch);
    if (tip !== undefined) return tip;
    const names = (await this.#repository.listBranches()).keys();
    const { production } = this.options;
    if (this.branch !== production) throw branchNotFound(this.branch, names, production);
    // While a remote's branches are being moved here, a renamed one may be under neither name.
    if (this.#mirror?.isEmpty !== false && (await this.#isEmpty())) return EMPTY_TREE;
    throw productionGone({
      name: production,
      known: names,
      head: await this.#repository.defaultBranch(),
      isNamed: this.options.isProductionNamed ?? false,
    });
  }

  /** A remote on this machine may appear late: from then on its files tell. */
  #noticeLocal(): void {
    const local = this.#mirror?.remote.local;
    if (this.#isTheirsKnown || !local) return;
    // Not marked: what has happened since the look counts as new.
    this.#theirs = new FileProbe(refFiles(local, this.branch));
    this.#isTheirsKnown = true;
  }

  async known(): Promise<string | undefined> {
    const tip = await this.#repository.resolveRef(this.branch);
    if (tip !== undefined || this.branch !== this.options.production) return tip;
    // Before a remote has been asked, that nothing came from it means nothing.
    const isTold = this.#mirror === undefined || this.#mirror.isEmpty === true;
    return isTold && (await this.#isEmpty()) ? EMPTY_TREE : undefined;
  }

  async #isEmpty(): Promise<boolean> {
    return (await this.#repository.listBranches()).size === 0;
  }

  async files(revision: string): Promise<SourceFile[]> {
    return this.#repository.files(revision, { standIns: true });
  }

  async changes(from: string, to: string): Promise<TreeChange[]> {
    return this.#repository.diffTrees(from, to, { standIns: true });
  }

  async read(blobIds: readonly string[]): Promise<Map<string, Uint8Array>> {
    return this.#repository.readBlobs(blobIds);
  }

  async keep(revision: string | undefined): Promise<void> {
    if (this.#kept === (revision ?? null)) return;
    await keepCommit(this.#repository.dir, this.branch, revision);
    this.#kept = revision ?? null;
  }

  watch(notify: (isHere?: boolean) => void): () => void {
    // Events tell of all branches, and of what we do ourselves.
    const notifyIfMoved = () => {
      const isHere = this.#ours.movedNow();
      // Without files of the remote's there is nothing to tell from.
      const isElsewhere = this.#isTheirsKnown && this.#theirs.movedNow();
      if (isHere || isElsewhere) notify(isHere && !isElsewhere);
    };
    const stops = this.options.watches.map((watch) => watch(notifyIfMoved));
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
