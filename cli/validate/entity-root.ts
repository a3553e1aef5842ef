import { existsSync, lstatSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { findFolderRepository } from '../../controller/folders/repository.js';
import {
  type IgnoredPaths,
  ignoreFile,
  noneIgnored,
  parseIgnored,
} from '../../controller/git/trees/ignored-paths.js';
import { notAFolder } from '../../controller/git/trees/svc-folder.js';
import { readSettingsFile } from '../../controller/settings/file.js';
import { readRegularFile, withSlashes } from './read-file.js';

/** The reason why a file is not svc's: `Git.Path` names another folder, or `.svcignore` names the file. */
export type Exclusion = 'outside' | 'ignored';

/** The folders whose entities belong together: svc's folder of a repository, or of a folder that was served. */
export interface Roots {
  /** Returns the repository or served folder around a file. */
  root(file: string): string | undefined;
  /** Returns svc's folder that holds a file; undefined outside of one. */
  of(file: string): string | undefined;
  /** Returns why a file is passed over. @param named the folder that the caller named, for files without a root */
  exclusion(file: string, named?: string): Exclusion | undefined;
  /** True for a file in a work tree, where links and other repositories count as Git has them: not at all. */
  isInWorkTree(file: string): boolean;
  /** Returns a function that is true for the folders below `named` that need not be entered. */
  skips(named: string): (folder: string) => boolean;
}

/** Any of these marks a folder as a repository or a folder that was served. */
const marks = ['svc.yaml', '.git', '.svc'];

/**
 * Finds the nearest marked folder above a file, and looks into each folder once.
 * @throws Problem settings_invalid; git_failed where `Git.Path` leads over a file or a link, which has no folder in a commit
 */
export function rootFinder(env: NodeJS.ProcessEnv): Roots {
  const roots = new Map<string, string | undefined>();
  const folders = new Map<string, string>();
  const rules = new Map<string, IgnoredPaths>();
  const workTrees = new Map<string, boolean>();
  const findRoot = (folder: string): string | undefined => {
    if (roots.has(folder)) return roots.get(folder);
    const above = dirname(folder);
    const isRoot = marks.some((mark) => existsSync(join(folder, mark)));
    const root = isRoot ? folder : above === folder ? undefined : findRoot(above);
    roots.set(folder, root);
    return root;
  };
  const isWorkTree = (root: string | undefined): boolean => {
    if (root === undefined) return false;
    const isOne = workTrees.get(root) ?? findFolderRepository(root)?.isWorkTree === true;
    workTrees.set(root, isOne);
    return isOne;
  };
  /** Returns svc's folder of the repository around a folder. */
  const around = (folder: string): string | undefined => {
    const root = findRoot(folder);
    if (root === undefined) return undefined;
    const cached = folders.get(root);
    if (cached !== undefined) return cached;
    const prefix = getPrefix(root, env);
    if (isWorkTree(root)) requireFolders(root, prefix);
    const top = join(root, prefix, '.');
    folders.set(root, top);
    return top;
  };
  const getRules = (folder: string): IgnoredPaths => {
    const rulesOfFolder = rules.get(folder) ?? rulesIn(join(folder, ignoreFile));
    rules.set(folder, rulesOfFolder);
    return rulesOfFolder;
  };
  const of = (file: string) => {
    const folder = around(dirname(file));
    return folder !== undefined && isBelow(folder, file) ? folder : undefined;
  };
  return {
    root: (file) => findRoot(dirname(file)),
    of,
    exclusion(file, named) {
      const folder = around(dirname(file)) ?? named;
      if (folder === undefined) return undefined;
      if (!isBelow(folder, file)) return 'outside';
      return getRules(folder).has(withSlashes(relative(folder, file))) ? 'ignored' : undefined;
    },
    isInWorkTree: (file) => isWorkTree(findRoot(dirname(file))),
    skips(named) {
      const root = findRoot(named);
      return (folder) => {
        // The files of a repository inside of another one are not in a commit of the outer one.
        if (isWorkTree(root) && existsSync(join(folder, '.git'))) return true;
        const top = around(folder) ?? named;
        return isBelow(top, folder) && getRules(top).hasFolder(withSlashes(relative(top, folder)));
      };
    },
  };
}

/** Returns `Git.Path` of the settings of a folder with a slash at its end; `''` without one. @throws Problem settings_invalid */
export function getPrefix(root: string, env: NodeJS.ProcessEnv): string {
  const path = env['SVC_Git__Path'] ?? statedPath(join(root, 'svc.yaml'));
  return path === undefined ? '' : `${path}/`;
}

/** @throws Problem git_failed */
function requireFolders(root: string, prefix: string): void {
  const names = prefix.split('/').slice(0, -1);
  for (const [index] of names.entries()) {
    const name = names.slice(0, index + 1).join('/');
    const stats = lstatSync(join(root, name), { throwIfNoEntry: false });
    if (stats && !stats.isDirectory()) throw notAFolder(names.join('/'), name);
  }
}

function statedPath(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const { Git: git } = readSettingsFile(file).value as { Git?: { Path?: unknown } | null };
  const path = git?.Path;
  return typeof path === 'string' ? path : undefined;
}

/** Returns the rules of an ignore file. @throws Problem git_failed for one that costs too much to apply */
function rulesIn(file: string): IgnoredPaths {
  const content = readIfPresent(file);
  return content ? parseIgnored(content, file) : noneIgnored;
}

function readIfPresent(file: string): Uint8Array | undefined {
  try {
    return readRegularFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isBelow(folder: string, path: string): boolean {
  const relativePath = withSlashes(relative(folder, path));
  return relativePath !== '' && relativePath !== '..' && !relativePath.startsWith('../');
}
