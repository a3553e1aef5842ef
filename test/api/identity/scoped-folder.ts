import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkTree } from '../../work-tree.js';

/** Returns the folder of a service over a repository of its own, which has one commit on `main`. */
export function openGitFolder(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-scopes-'));
  const tree = WorkTree.create(join(folder, 'seed'));
  tree.commit(files, 'first');
  mkdirSync(join(folder, 'data'));
  const gitDir = join(folder, 'data', 'repository.git');
  tree.git('clone', '--quiet', '--bare', tree.dir, gitDir);
  tree.git('-C', gitDir, 'remote', 'remove', 'origin');
  writeFileSync(join(folder, 'svc.yaml'), 'DataDirectory: data\nGit: { Enabled: true, Branch: main }\n');
  return folder;
}
