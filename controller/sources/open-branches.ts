import { Problem } from '../problems/index.js';
import type { AccessProvider } from '../repository/index.js';
import type { Settings } from '../settings/index.js';
import type { Storage } from '../storage/index.js';
import { LOCAL } from './branch-names.js';
import type { BranchSources } from './branch-sources.js';
import { DirectoryBranches } from './directory-branches.js';
import { openGitBranches } from './git-branches.js';

type BranchSettings = Pick<Settings, 'DataDirectory' | 'Git' | 'Limits' | 'LocalOverlay'>;

/** Opens what the settings name: a repository with its branches, or a plain folder. @throws Problem git_failed, settings_invalid */
export async function openBranches(
  settings: BranchSettings,
  access?: AccessProvider,
  storage?: Storage,
): Promise<BranchSources> {
  const { Git, LocalOverlay } = settings;
  const branches = Git.Enabled
    ? await openGitBranches(settings, access, storage)
    : new DirectoryBranches(Git.Directory ?? process.cwd());
  return withLocal(branches, LocalOverlay.Enabled);
}

/** Answers for `local`, which is a directory and no branch of either. */
function withLocal(branches: BranchSources, isEnabled: boolean): BranchSources {
  const { production, git } = branches;
  return {
    production,
    git,
    sourceFor: (branch) => branches.sourceFor(branch),
    list: () => branches.list(),
    refresh: () => branches.refresh(),
    close: () => branches.close(),
    async resolve(segment) {
      if (segment !== LOCAL) return branches.resolve(segment);
      if (!isEnabled) {
        throw new Problem('overlay_disabled', 'The branch `local` is the overlay, which is not enabled.');
      }
      throw new Problem('overlay_disabled', 'This version of svc does not lay a directory over production.', {
        hints: [`Use the production branch, \`${production}\`.`],
      });
    },
  };
}
