import { type BranchWork, type BranchWorkOptions, GitBranchWork } from '../changes/index.js';
import { Problem } from '../problems/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { BranchSources } from '../sources/index.js';

interface Rooms {
  branches: BranchSources;
  reconciler: Pick<Reconciler, 'status'>;
}

type Tools = Omit<BranchWorkOptions, 'production' | 'branches' | 'conditions'>;

/** What can be done to branches; without Git there is one, and nothing to be done to it. */
export function openBranchWork({ branches, reconciler }: Rooms, tools?: Tools): BranchWork {
  const conditions = (branch: string) => reconciler.status(branch)?.conditions ?? [];
  if (tools) {
    const { production } = branches;
    return new GitBranchWork({ ...tools, production, branches: () => branches.list(), conditions });
  }
  const refuse = async () => {
    throw new Problem('git_versioning_disabled', 'Git versioning is off: there is one branch, the folder.');
  };
  return {
    async list() {
      const found = await branches.list();
      return found.map(({ name, production, revision }) => {
        return { name, production, revision, ahead: null, behind: null, conditions: conditions(name) };
      });
    },
    create: refuse,
    remove: refuse,
    compare: refuse,
    merge: refuse,
  };
}
