import { join } from 'node:path';
import { Problem } from '../problems/index.js';
import type { AccessProvider } from '../repository/index.js';
import type { Settings } from '../settings/index.js';
import type { Storage } from '../storage/index.js';
import type { BranchSources } from './branch-sources.js';
import { DirectoryBranches } from './directory-branches.js';
import { openGitBranches } from './git-branches.js';
import { LocalBranches } from './local-branches.js';

type BranchSettings = Pick<Settings, 'DataDirectory' | 'Git' | 'Limits' | 'LocalOverlay'>;

/** Opens what the settings name: a repository with its branches, or a plain folder. @throws Problem git_failed, settings_invalid */
export async function openBranches(
  settings: BranchSettings,
  access?: AccessProvider,
  storage?: Storage,
): Promise<BranchSources> {
  const overlay = overlayOf(settings);
  const { Git } = settings;
  const branches = Git.Enabled
    ? await openGitBranches(settings, access, storage)
    : new DirectoryBranches(Git.Directory ?? process.cwd());
  return new LocalBranches(branches, overlay);
}

function overlayOf({ DataDirectory, Git, LocalOverlay }: BranchSettings) {
  if (!LocalOverlay.Enabled) return undefined;
  if (LocalOverlay.Directory === undefined) {
    throw new Problem(
      'settings_invalid',
      '`LocalOverlay.Enabled` is true, but `LocalOverlay.Directory` is not set.',
      {
        hints: ['Name the folder to lay over production, or set `LocalOverlay.Enabled: false`.'],
      },
    );
  }
  const own = join(DataDirectory, 'repository.git');
  const addresses = Git.Enabled ? [own, ...(Git.Remote === undefined ? [] : [Git.Remote])] : [];
  return { path: LocalOverlay.Directory, addresses };
}
