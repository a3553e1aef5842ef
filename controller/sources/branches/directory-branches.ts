import { Problem } from '../../problems/index.js';
import { DirectorySource } from '../directory/directory-source.js';
import { LIVE, LOCAL, overlayDisabled } from '../source/branch-names.js';
import type { Source } from '../source/source.js';
import type { BranchInfo, LowerBranches } from './branch-sources.js';

/** The branches with Git off: one, `live`, which is a plain folder. */
export class DirectoryBranches implements LowerBranches {
  readonly production = LIVE;
  /** One source for all readers: past revisions exist in its memory only. */
  readonly #source: Source;

  /** @param path the folder of `Git.Path` below it */
  constructor(
    private readonly folder: string,
    private readonly path?: string,
  ) {
    this.#source = this.newSource();
  }

  sourceFor(branch: string): Source | undefined {
    return branch === LIVE ? this.#source : undefined;
  }

  newSource(): Source {
    return new DirectorySource(LIVE, this.folder, { path: this.path });
  }

  async resolve(segment: string): Promise<string> {
    if (segment === LIVE) return segment;
    if (segment === LOCAL) throw overlayDisabled();
    throw new Problem('branch_not_found', `There is no branch \`${segment}\`: Git versioning is off.`, {
      hints: ['Use `live`, which is the only branch while `Git.Enabled` is false.'],
    });
  }

  async list(): Promise<BranchInfo[]> {
    return [{ name: LIVE, production: true, revision: (await this.#source.readKnownRevision()) ?? null }];
  }

  async refresh(): Promise<void> {}

  async close(): Promise<void> {}
}
