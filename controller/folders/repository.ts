import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';

export interface GitDirectories {
  /** Holds HEAD; a linked work tree has its own. */
  gitDir: string;
  /** Holds `refs/`, `packed-refs` and the objects. */
  commonDir: string;
}

/** The repository that a folder stands for. */
export interface FolderRepository extends GitDirectories {
  /** False for a bare repository, and for the folder around one whose branches have work trees of their own. */
  readonly isWorkTree: boolean;
  /** The path at which Git finds the branches, and the HEAD of this folder. */
  readonly address: string;
}

/** Returns the repository of the top folder of a work tree, of a linked work tree or a submodule, or a bare one. */
export function findFolderRepository(folder: string): FolderRepository | undefined {
  const directories = findGitDirectories(folder);
  if (!directories) return undefined;
  const { gitDir, commonDir } = directories;
  const isLinked = gitDir !== commonDir;
  const isWorkTree = gitDir !== folder && (isLinked || !isBare(gitDir));
  // The repository of a linked work tree has another HEAD.
  return { gitDir, commonDir, isWorkTree, address: isLinked ? folder : gitDir };
}

/** Finds the directories of the repository at a path; undefined when there is none (gitrepository-layout). */
export function findGitDirectories(path: string): GitDirectories | undefined {
  const dotGit = join(path, '.git');
  const kind = findKind(dotGit);
  if (kind === 'folder') return findDirectories(dotGit);
  if (kind === 'file') {
    const target = /^gitdir: (.+)$/m.exec(readFileSync(dotGit, 'utf8'))?.[1];
    return target === undefined ? undefined : findDirectories(resolve(path, target.trim()));
  }
  return findDirectories(path);
}

function findDirectories(gitDir: string): GitDirectories | undefined {
  if (findKind(join(gitDir, 'HEAD')) === undefined) return undefined;
  const common = readIfPresent(join(gitDir, 'commondir'))?.trim() ?? '.';
  const commonDir = isAbsolute(common) ? common : join(gitDir, common);
  return findKind(join(commonDir, 'objects')) === 'folder' ? { gitDir, commonDir } : undefined;
}

/** True for a repository whose refs are not in files: only `git` reads it. */
export function hasReftable({ commonDir }: GitDirectories): boolean {
  return existsSync(join(commonDir, 'reftable'));
}

/** True for a repository that gets objects from a remote when they are needed (`git clone --filter`). */
export function isPartial({ commonDir }: GitDirectories): boolean {
  return /^\s*(promisor\s*=\s*true|partialclone\s*=)/im.test(readIfPresent(join(commonDir, 'config')) ?? '');
}

function isBare(gitDir: string): boolean {
  const files = [join(gitDir, 'config'), join(gitDir, 'config.worktree')];
  return files.some((file) => /^\s*bare\s*=\s*true\s*$/im.test(readIfPresent(file) ?? ''));
}

function findKind(path: string): 'folder' | 'file' | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  return stats.isDirectory() ? 'folder' : 'file';
}

function readIfPresent(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
