import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { GitDirectories } from './contract.js';

/**
 * Where the refs of the repository at `path` are: a bare one, a work tree, or a linked work tree (`.git` is a file).
 * Undefined when there is no repository, or one whose refs are in no files (reftable): only the `git` program reads it.
 */
export async function gitDirectories(path: string): Promise<GitDirectories | undefined> {
  const dotGit = join(path, '.git');
  const kind = await kindOf(dotGit);
  if (kind === 'folder') return directoriesOf(dotGit);
  if (kind === 'file') {
    const target = /^gitdir: (.+)$/m.exec(await readFile(dotGit, 'utf8'))?.[1];
    return target === undefined ? undefined : directoriesOf(resolve(path, target.trim()));
  }
  return directoriesOf(path);
}

async function directoriesOf(gitDir: string): Promise<GitDirectories | undefined> {
  if ((await kindOf(join(gitDir, 'HEAD'))) === undefined) return undefined;
  const common = await readFile(join(gitDir, 'commondir'), 'utf8').catch(() => '.');
  const target = common.trim();
  const commonDir = isAbsolute(target) ? target : join(gitDir, target);
  const isRepository = (await kindOf(join(commonDir, 'objects'))) === 'folder';
  const hasRefFiles = (await kindOf(join(commonDir, 'reftable'))) === undefined;
  return isRepository && hasRefFiles ? { gitDir, commonDir } : undefined;
}

async function kindOf(path: string): Promise<'folder' | 'file' | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  return found.isDirectory() ? 'folder' : 'file';
}
