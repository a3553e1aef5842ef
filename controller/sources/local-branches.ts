import { Problem } from '../problems/index.js';
import { LOCAL } from './branch-names.js';
import type { BranchSources, LowerBranches } from './branch-sources.js';
import type { Source } from './contract.js';
import { DirectorySource } from './directory-source.js';
import { OverlaySource } from './overlay-source.js';
import { isWorkTreeOf } from './work-tree.js';

/** The folder of the overlay, and where the repository below it is. */
export interface Overlay {
  path: string;
  addresses: readonly string[];
}

/** The branches of an installation, and `local`: the folder of the overlay laid over production, when there is one. */
export class LocalBranches implements BranchSources {
  readonly production: string;
  /** The one in use, for it alone knows the states that were; gone when nobody follows the branch any more. */
  #source: WeakRef<Source> | undefined;

  constructor(
    private readonly branches: LowerBranches,
    private readonly overlay: Overlay | undefined,
  ) {
    this.production = branches.production;
  }

  sourceFor(branch: string): Source | undefined {
    if (branch !== LOCAL) return this.branches.sourceFor(branch);
    if (!this.overlay) return undefined;
    const source = this.#source?.deref() ?? this.#newSource(this.overlay);
    this.#source = new WeakRef(source);
    return source;
  }

  get git() {
    return this.branches.git;
  }

  async resolve(segment: string): Promise<string> {
    if (segment !== LOCAL) return this.branches.resolve(segment);
    if (this.overlay) return segment;
    throw new Problem('overlay_disabled', 'The branch `local` is the overlay, which is not enabled.');
  }

  #newSource({ path, addresses }: Overlay): Source {
    return new OverlaySource({
      below: this.branches.newSource(),
      folder: new DirectorySource(LOCAL, path, { keepsFirst: false }),
      path,
      isWorkTree: () => isWorkTreeOf(path, addresses),
    });
  }

  async list(): Promise<{ name: string; production: boolean; revision: string | null }[]> {
    const branches = await this.branches.list();
    return this.overlay ? [...branches, { name: LOCAL, production: false, revision: null }] : branches;
  }

  refresh(): Promise<void> {
    return this.branches.refresh();
  }

  close(): Promise<void> {
    return this.branches.close();
  }
}
