import type { KindDefinition } from '../catalog/index.js';
import { Problem } from '../problems/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { Settings } from '../settings/index.js';
import { type BranchSources, LOCAL } from '../sources/index.js';
import { GitVersions, type Versions } from '../writes/index.js';

interface Parts {
  settings: Settings;
  branches: BranchSources;
  reconciler: Reconciler;
  kinds: readonly KindDefinition[];
}

/** Opens the earlier versions of entities; without Git every call is refused. */
export function openVersions({ settings, branches, reconciler, kinds }: Parts): Versions {
  const { git, production } = branches;
  if (!git) {
    const refuse = async () => {
      const detail = 'Git versioning is off: only the current files are known.';
      throw new Problem('git_versioning_disabled', detail);
    };
    return { history: refuse, diff: refuse, at: refuse, restoration: refuse };
  }
  const { YamlDepth: depth, YamlAliases: aliases } = settings.Limits;
  return new GitVersions({
    repository: git.repository,
    kinds: new Map(kinds.map((kind) => [kind.kind, kind])),
    limits: { depth, aliases },
    async head(branch) {
      if (branch !== LOCAL) return reconciler.head(branch);
      throw new Problem('git_versioning_disabled', '`local` is a folder: its files have no versions.', {
        hints: [`Ask for the versions on the production branch, \`${production}\`.`],
      });
    },
  });
}
