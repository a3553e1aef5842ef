import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WorkTree } from '../../controller/repository/git-fixture.js';
import type { GitService } from '../changes/git-service.js';

/** Lets somebody with a clone of the repository change a branch and push it. */
export function outside(git: GitService, change: (tree: WorkTree) => void, branch = 'main'): void {
  const tree = new WorkTree(join(git.folder, 'clone'));
  if (!existsSync(tree.dir)) new WorkTree(git.folder).git('clone', '--quiet', git.gitDir, tree.dir);
  tree.git('fetch', '--quiet', '--prune');
  tree.git('checkout', '--quiet', '-B', branch, `origin/${branch}`);
  change(tree);
  tree.git('push', '--quiet', 'origin', branch);
}
