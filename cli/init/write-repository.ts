import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { misuse } from '../contract/failure.js';
import type { EditorFile } from '../editor/schema-files.js';
import { getErrorReason, withSlashes } from '../validate/read-file.js';
import { initialFiles } from './files.js';
import { templateFiles } from './template-files.js';

/** The files of a first repository, and those that exist already. */
export interface RepositoryPlan {
  /** The top of the repository. */
  top: string;
  /** svc's folder from the top; `''` for the whole repository. */
  folder: string;
  /** True when the folder is in no repository yet. */
  isNew: boolean;
  created: EditorFile[];
  /** The paths of existing files, which stay as they are. */
  kept: string[];
}

/**
 * Plans a first repository in a folder, which need not exist.
 * @param apps whose connection and flow it has
 * @throws Failure for a file in the place of the folder, and for an app without a preset
 */
export function planRepository(folder: string, apps: readonly string[] = []): RepositoryPlan {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory()) {
    throw misuse(`${folder} is a file`, 'Name a folder: `svc init automations`.');
  }
  const top = findTop(folder);
  const path = top === undefined ? '' : withSlashes(relative(top, realPath(folder)));
  if (path.split('/').some((part) => part === 'node_modules' || (part.startsWith('.') && part !== ''))) {
    throw misuse(
      `${path} is a hidden folder, or in one`,
      'Files in hidden folders hold no entities: choose another folder.',
    );
  }
  const at = top ?? folder;
  const isThere = ({ path: file }: EditorFile) => existsSync(join(at, file));
  const prefix = path === '' ? '' : `${path}/`;
  const all = [...initialFiles(prefix), ...apps.flatMap((app) => templateFiles(app, prefix))];
  const hasOwnFlow = all.some((file) => file.path.endsWith('flows/greet.yaml') && isThere(file));
  // The test of the example knows nothing of another flow in its place.
  const files = all.filter((file) => !hasOwnFlow || isThere(file) || !file.path.includes('flow-tests/'));
  return {
    top: at,
    folder: path,
    isNew: top === undefined,
    created: files.filter((file) => !isThere(file)),
    kept: files.filter(isThere).map(({ path: file }) => file),
  };
}

/** Writes the files of a plan, and makes the folder a repository. Never replaces a file. @returns false without `git` */
export function writeRepository({ top, isNew, created }: RepositoryPlan): boolean {
  for (const { path, content } of created) {
    try {
      // `.svc` holds the keys of a service.
      const mode = path.startsWith('.svc/') ? 0o700 : 0o777;
      mkdirSync(dirname(join(top, path)), { recursive: true, mode });
      writeFileSync(join(top, path), content, { flag: 'wx' });
    } catch (error) {
      throw misuse(
        `${path} cannot be written: ${getErrorReason(error)}`,
        'Correct this and run `svc init` again: it leaves alone the files that exist.',
      );
    }
  }
  if (!isNew) return true;
  return (
    spawnSync('git', ['init', '--quiet', '--initial-branch=main', top], { stdio: 'ignore' }).status === 0
  );
}

/** True when commits in the repository have an author: Git knows a name and an address, or cannot be asked. */
export function hasGitIdentity({ top }: RepositoryPlan): boolean {
  const folder = nearestFolder(top);
  const result = spawnSync('git', ['-C', folder, 'var', 'GIT_AUTHOR_IDENT'], { stdio: 'ignore' });
  return result.status === 0 || result.error !== undefined;
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}

/** Returns the top of the work tree around a folder. */
function findTop(folder: string): string | undefined {
  for (let at = realPath(folder); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (at === dirname(at)) return undefined;
  }
}

/** Resolves the links of the part of a path that exists. */
function realPath(folder: string): string {
  if (existsSync(folder)) return realpathSync(folder);
  return join(realPath(dirname(folder)), relative(dirname(folder), folder));
}
