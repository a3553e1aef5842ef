import { join } from 'node:path';
import { findFolderRepository } from '../../folders/repository.js';
import { Problem } from '../../problems/index.js';
import { DirectorySource } from '../directory/directory-source.js';
import { OverlaySource } from '../overlay/overlay-source.js';
import { isWorkTree } from '../overlay/work-tree.js';
import { LOCAL } from '../source/branch-names.js';
import type { Source } from '../source/source.js';
import type { BranchInfo, BranchSources, LowerBranches } from './branch-sources.js';
import { DirectoryBranches } from './directory-branches.js';
import { type GitBranchOptions, type GitBranchSettings, openGitBranches } from './git-branches.js';

/** The settings that name the branches. */
export interface BranchSettings extends GitBranchSettings {
  Git: GitBranchSettings['Git'] & { Enabled: boolean; Directory?: string | undefined };
  LocalOverlay: { Enabled: boolean; Directory?: string | undefined };
}

/**
 * Opens the repository of the settings with its branches, or a plain folder, and the overlay.
 * @throws Problem git_failed, settings_invalid
 */
export async function openBranches(
  settings: BranchSettings,
  options: GitBranchOptions = {},
): Promise<BranchSources> {
  const overlay = findOverlay(settings);
  const { Git } = settings;
  const branches = Git.Enabled
    ? await openGitBranches(settings, options)
    : new DirectoryBranches(Git.Directory ?? process.cwd(), Git.Path);
  return overlay ? new BranchesWithOverlay(branches, overlay) : branches;
}

interface Overlay {
  path: string;
  /** The folder of `Git.Path` below it. */
  below: string | undefined;
  /** Paths and addresses of the repository below. */
  addresses: readonly string[];
}

function findOverlay({ DataDirectory, Git, LocalOverlay }: BranchSettings): Overlay | undefined {
  if (!LocalOverlay.Enabled) return undefined;
  if (LocalOverlay.Directory === undefined) {
    const detail = '`LocalOverlay.Enabled` is true, but `LocalOverlay.Directory` is not set.';
    throw new Problem('settings_invalid', detail, {
      hints: ['Name the folder to lay over production, or set `LocalOverlay.Enabled: false`.'],
    });
  }
  const own = join(DataDirectory, 'repository.git');
  const addresses = Git.Enabled ? [own, ...(Git.Remote === undefined ? [] : [Git.Remote])] : [];
  return { path: LocalOverlay.Directory, below: Git.Path, addresses };
}

/** The branches of an installation and `local`, the folder of the overlay laid over production. */
class BranchesWithOverlay implements BranchSources {
  readonly production: string;
  /** The source in use: past revisions exist in its memory only. Collected when no reader follows the branch. */
  #source: WeakRef<Source> | undefined;

  constructor(
    private readonly branches: LowerBranches,
    private readonly overlay: Overlay,
  ) {
    this.production = branches.production;
  }

  sourceFor(branch: string): Source | undefined {
    if (branch !== LOCAL) return this.branches.sourceFor(branch);
    const source = this.#source?.deref() ?? this.#newSource(this.overlay);
    this.#source = new WeakRef(source);
    return source;
  }

  get git() {
    return this.branches.git;
  }

  async resolve(segment: string): Promise<string> {
    return segment === LOCAL ? segment : this.branches.resolve(segment);
  }

  async list(): Promise<BranchInfo[]> {
    return [...(await this.branches.list()), { name: LOCAL, production: false, revision: null }];
  }

  refresh(): Promise<void> {
    return this.branches.refresh();
  }

  close(): Promise<void> {
    return this.branches.close();
  }

  #newSource({ path, below, addresses }: Overlay): Source {
    return new OverlaySource({
      below: this.branches.newSource(),
      folder: new DirectorySource(LOCAL, path, {
        keepsFirst: false,
        path: below,
        isWorkTree: findFolderRepository(path)?.isWorkTree === true,
      }),
      path,
      isWorkTree: () => isWorkTree(path, addresses),
    });
  }
}
