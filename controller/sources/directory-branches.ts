import { Problem } from '../problems/index.js';
import { LIVE } from './branch-names.js';
import type { LowerBranches } from './branch-sources.js';
import type { Source } from './contract.js';
import { DirectorySource } from './directory-source.js';

/** With Git off: one branch, `live`, which is a plain folder. */
export class DirectoryBranches implements LowerBranches {
  readonly production = LIVE;
  /** The only one, for it alone knows the states that were. */
  readonly #source: Source;

  constructor(private readonly folder: string) {
    this.#source = this.newSource();
  }

  sourceFor(branch: string): Source | undefined {
    return branch === LIVE ? this.#source : undefined;
  }

  newSource(): Source {
    return new DirectorySource(LIVE, this.folder);
  }

  async resolve(segment: string): Promise<string> {
    if (segment === LIVE) return segment;
    throw new Problem('branch_not_found', `There is no branch \`${segment}\`: Git versioning is off.`, {
      hints: ['Use `live`, which is the only branch while `Git.Enabled` is false.'],
    });
  }

  async list(): Promise<{ name: string; production: boolean; revision: string | null }[]> {
    return [{ name: LIVE, production: true, revision: (await this.#source.known()) ?? null }];
  }

  async refresh(): Promise<void> {}

  async close(): Promise<void> {}
}
