import { Problem } from '../problems/index.js';
import { LIVE } from './branch-names.js';
import type { BranchSources } from './branch-sources.js';
import type { Source } from './contract.js';
import { DirectorySource } from './directory-source.js';

/** With Git off: one branch, `live`, which is a plain folder. */
export class DirectoryBranches implements BranchSources {
  readonly production = LIVE;
  /** Given out first: the one production is followed by. */
  #source: Source | undefined;

  constructor(private readonly folder: string) {}

  sourceFor(branch: string): Source | undefined {
    if (branch !== LIVE) return undefined;
    const source = new DirectorySource(LIVE, this.folder);
    this.#source ??= source;
    return source;
  }

  async resolve(segment: string): Promise<string> {
    if (segment === LIVE) return segment;
    throw new Problem('branch_not_found', `There is no branch \`${segment}\`: Git versioning is off.`, {
      hints: ['Use `live`, which is the only branch while `Git.Enabled` is false.'],
    });
  }

  async list(): Promise<{ name: string; production: boolean; revision: string | null }[]> {
    return [{ name: LIVE, production: true, revision: (await this.#source?.known()) ?? null }];
  }

  async refresh(): Promise<void> {}

  async close(): Promise<void> {}
}
