import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WorkTree } from '../../../controller/git/git-fixture.js';
import type { GitService } from '../entities/writes/git-service.js';

/** Changes a branch in another clone of the repository and pushes it. */
export function outside(git: GitService, change: (tree: WorkTree) => void, branch = 'main'): void {
  const tree = new WorkTree(join(git.folder, 'clone'));
  if (!existsSync(tree.dir)) new WorkTree(git.folder).git('clone', '--quiet', git.gitDir, tree.dir);
  tree.git('fetch', '--quiet', '--prune');
  tree.git('checkout', '--quiet', '-B', branch, `origin/${branch}`);
  change(tree);
  tree.git('push', '--quiet', 'origin', branch);
}
