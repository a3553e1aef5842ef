import { Problem } from '../problems/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { BranchSources } from '../sources/index.js';
import { type BranchManager, GitBranchManager, type GitBranchManagerOptions } from '../writes/index.js';

interface Parts {
  branches: BranchSources;
  reconciler: Pick<Reconciler, 'status'>;
}

type Tools = Omit<GitBranchManagerOptions, 'production' | 'branches' | 'status'>;

/** Opens the operations on branches; without Git there is one branch, and every change of it is refused. */
export function openBranchManager({ branches, reconciler }: Parts, tools?: Tools): BranchManager {
  const status = reconciler.status.bind(reconciler);
  if (tools) {
    const { production } = branches;
    return new GitBranchManager({ ...tools, production, branches: branches.list.bind(branches), status });
  }
  const refuse = async () => {
    throw new Problem('git_versioning_disabled', 'Git versioning is off: there is one branch, the folder.');
  };
  return {
    async list() {
      const all = await branches.list();
      return all.map(({ name, production, revision }) => {
        const conditions = status(name)?.conditions ?? [];
        return { name, production, revision, ahead: null, behind: null, conditions };
      });
    },
    create: refuse,
    remove: refuse,
    compare: refuse,
    merge: refuse,
  };
}
