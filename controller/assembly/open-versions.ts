import type { KindDefinition } from '../catalog/contract.js';
import { createVersions, type Versions } from '../changes/index.js';
import { Problem } from '../problems/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { Settings } from '../settings/index.js';
import { type BranchSources, LOCAL } from '../sources/index.js';

interface Rooms {
  settings: Settings;
  branches: BranchSources;
  reconciler: Reconciler;
  kinds: readonly KindDefinition[];
}

/** The versions of entities, where a repository keeps them. */
export function openVersions({ settings, branches, reconciler, kinds }: Rooms): Versions {
  const { git, production } = branches;
  if (!git) {
    const refuse = async () => {
      throw new Problem('git_versioning_disabled', 'Git versioning is off: only the files of now are known.');
    };
    return { history: refuse, diff: refuse, at: refuse, restoration: refuse };
  }
  const { YamlDepth: depth, YamlAliases: aliases } = settings.Limits;
  return createVersions({
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
