import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { Problem } from '../../../controller/problems/index.js';
import type { Served } from './served.js';

/**
 * Writes the files of the production branch to an empty folder, and resolves with the folder of svc in it. Resolves with
 * undefined when the repository has no commit.
 * @throws Problem git_failed
 */
export async function exportBranch(served: Served, folder: string): Promise<string | undefined> {
  const { dataDirectory, branch, path = '' } = served;
  const gitDir = join(dataDirectory, 'repository.git');
  if (!existsSync(gitDir)) return undefined;
  const index = join(folder, '.index');
  const files = join(folder, 'files');
  const git = (...args: string[]) =>
    execa('git', ['-c', 'core.hooksPath=/dev/null', `--git-dir=${gitDir}`, `--work-tree=${files}`, ...args], {
      env: { GIT_INDEX_FILE: index },
      reject: false,
    });
  await mkdir(files);
  const name = branch === undefined ? 'HEAD' : `refs/heads/${branch}`;
  const tip = await git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  if (tip.exitCode === 1) return undefined;
  for (const step of [
    ['read-tree', tip.stdout],
    ['checkout-index', '--all', '--force'],
  ]) {
    const { exitCode, stderr, shortMessage } = tip.exitCode === 0 ? await git(...step) : tip;
    if (exitCode === 0) continue;
    throw new Problem('git_failed', `The production branch cannot be read: ${stderr || shortMessage}`);
  }
  await rm(index, { force: true });
  return join(files, path);
}
