import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { isEntityFile } from '../../controller/catalog/index.js';
import { isEntityFolder } from '../../controller/git/trees/names.js';
import { exitCodes, Failure, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { type Exclusion, type Roots, rootFinder } from './entity-root.js';
import { findSubmodules } from './git-trees.js';
import type { GivenFile } from './given-file.js';
import { filesBelow, getErrorReason, maxBytes, readRegularFile, withSlashes } from './read-file.js';

const nameHint = 'The name of an entity file ends in `.yaml`, `.yml` or `.json`.';

export interface CollectedFiles {
  files: GivenFile[];
  /** True when a folder or a pattern was named, so that the files are meant to belong together. */
  belongTogether: boolean;
  roots: Roots;
  /** Files that were found and are not svc's, by their shown names. */
  excluded: ReadonlyMap<string, Exclusion>;
}

/**
 * Reads the entity files that the arguments name: files, whole folders, patterns, and `-` for standard input.
 * @param kind the kind of the entity on standard input
 * @throws Failure for a path that does not exist
 */
export async function collectFiles(io: Io, args: readonly string[], kind?: string): Promise<CollectedFiles> {
  const files = new Map<string, GivenFile>();
  const excluded = new Map<string, Exclusion>();
  const roots = rootFinder(io.env);
  let belongTogether = false;
  for (const argument of args) {
    if (argument === '-') {
      files.set('-', await standardInput(io, kind));
      continue;
    }
    const root = resolve(io.cwd, argument);
    const stats = findStats(root, argument) ?? findLink(root);
    if (!stats?.isFile() && !stats?.isSymbolicLink()) belongTogether = true;
    const isFolder = stats?.isDirectory() ?? false;
    const paths = stats
      ? entityFilesAt(root, argument, isFolder ? roots : undefined)
      : await matches(io, argument);
    for (const absolute of paths) {
      const reason = roots.exclusion(absolute, isFolder ? root : undefined);
      if (reason) excluded.set(shownFrom(io.cwd, absolute), reason);
      else files.set(absolute, readGiven(io.cwd, root, absolute, roots));
    }
    if (isFolder) for (const file of submodulesBelow(io.cwd, root, roots)) files.set(file.shown, file);
  }
  const sorted = [...files.values()].sort(({ shown: a }, { shown: b }) => (a < b ? -1 : a > b ? 1 : 0));
  return { files: sorted, belongTogether, roots, excluded };
}

/** Returns every entity file of svc below a folder, sorted. @throws Failure for a folder that cannot be read */
export function entityFilesIn(folder: string, roots: Roots): string[] {
  const files = allEntityFilesIn(folder, roots);
  return files.filter((path) => roots.exclusion(path, folder) === undefined);
}

function allEntityFilesIn(folder: string, roots: Roots): string[] {
  const onError = (closed: string, error: unknown) => {
    throw unreadable(`The folder ${closed}`, error);
  };
  const links: string[] = [];
  const names = filesBelow(folder, onError, roots.skips(folder), (path) => links.push(path));
  const files = [...names, ...links.filter((path) => countsAsFile(folder, path, roots))];
  return files
    .filter(isEntityFile)
    .map((path) => join(folder, path))
    .sort();
}

/** A link in a work tree is reported; elsewhere, one that leads to a file inside of the folder counts as that file. */
function countsAsFile(folder: string, path: string, roots: Roots): boolean {
  const absolute = join(folder, path);
  if (roots.isInWorkTree(absolute)) return true;
  try {
    return realpathSync(absolute).startsWith(realpathSync(folder) + sep) && statSync(absolute).isFile();
  } catch {
    // A link that leads nowhere is no file, as for the service.
    return false;
  }
}

/** Returns the submodules of the work tree around a folder, as far as they are below it and in svc's folder. */
function submodulesBelow(cwd: string, folder: string, roots: Roots): GivenFile[] {
  const inside = join(folder, '.');
  const repository = roots.root(join(inside, 'x'));
  const top = roots.of(join(inside, 'x')) ?? repository;
  if (repository === undefined || top === undefined || !roots.isInWorkTree(join(inside, 'x'))) return [];
  return findSubmodules(repository).flatMap((path): GivenFile[] => {
    const absolute = join(repository, path);
    const isBelow = absolute.startsWith(inside === sep ? inside : inside + sep);
    if (!isBelow || !absolute.startsWith(top + sep) || roots.exclusion(absolute)) return [];
    const inBranch = withSlashes(relative(top, absolute));
    const shown = shownFrom(cwd, absolute);
    if (!inBranch.split('/').every(isEntityFolder)) return [];
    return [{ path: shown, shown, top, inBranch, content: new Uint8Array(), nonFile: 'submodule' }];
  });
}

function findStats(path: string, shown: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw unreadable(shown, error);
  }
}

/** Finds a link that leads nowhere. */
function findLink(path: string): Stats | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats?.isSymbolicLink() ? stats : undefined;
}

function unreadable(subject: string, error: unknown): Failure {
  const hint = 'Correct its permissions or its link, or name other files and folders.';
  return misuse(`${subject} cannot be read: ${getErrorReason(error)}`, hint);
}

/** Reads a file on disk. A file that cannot be read is returned without bytes and with the reason. */
export function readGiven(cwd: string, root: string, absolute: string, roots: Roots): GivenFile {
  const shown = shownFrom(cwd, absolute);
  // The engine skips files in hidden folders, but a file named by the caller is checked wherever it is.
  const path = isEntityFile(shown) ? shown : withSlashes(relative(root, absolute) || basename(absolute));
  const top = roots.of(absolute) ?? (absolute.startsWith(root + sep) ? root : undefined);
  const place = {
    inBranch: top === undefined ? null : withSlashes(relative(top, absolute)),
    ...(top && { top }),
  };
  const isFromWalk = absolute.startsWith(root + sep);
  if (top !== undefined && roots.isInWorkTree(absolute) && isLinked(top, absolute, isFromWalk))
    return { path, shown, absolute, ...place, content: new Uint8Array(), nonFile: 'link' };
  try {
    return { path, shown, absolute, ...place, content: readRegularFile(absolute) };
  } catch (error) {
    return { path, shown, absolute, ...place, content: new Uint8Array(), unreadable: getErrorReason(error) };
  }
}

/**
 * True for a link, and for a file in a folder that is one: Git has no file at such a path.
 * @param isFromWalk true for a file that was found from a folder on, which follows no links
 */
function isLinked(top: string, absolute: string, isFromWalk: boolean): boolean {
  try {
    if (lstatSync(absolute).isSymbolicLink()) return true;
    return !isFromWalk && realpathSync(absolute) !== join(realpathSync(top), relative(top, absolute));
  } catch {
    return false;
  }
}

function shownFrom(cwd: string, absolute: string): string {
  const near = withSlashes(relative(cwd, absolute));
  return near.startsWith('../') ? withSlashes(absolute) : near;
}

async function standardInput(io: Io, kind: string | undefined): Promise<GivenFile> {
  const place = { path: 'stdin.yaml', shown: '<stdin>', inBranch: null };
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of io.stdin) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) {
      return { ...place, content: new Uint8Array(), unreadable: `it has more than ${maxBytes} bytes` };
    }
    chunks.push(bytes);
  }
  return { ...place, content: Buffer.concat(chunks), ...(kind && { kind }) };
}

/** @param roots given for a folder */
function entityFilesAt(path: string, shown: string, roots: Roots | undefined): string[] {
  if (roots) return allEntityFilesIn(path, roots);
  const name = basename(path);
  // A hook passes every changed file; the service checks its settings at the start.
  if (name === 'svc.yaml') return [];
  if (/\.(ya?ml|json)$/i.test(name)) return [path];
  throw misuse(`${shown} is not an entity file`, nameHint);
}

/** Resolves a pattern that was in quotes, so that the shell has not resolved it. */
async function matches(io: Io, argument: string): Promise<string[]> {
  if (!/[*?[\]{}!]/.test(argument))
    throw new Failure(exitCodes.usage, `There is no file or folder ${argument}`, [
      `It was looked for from ${io.cwd}; \`svc validate .\` checks everything below that folder.`,
    ]);
  const { glob } = await import('tinyglobby');
  const matchingPaths = await glob(withSlashes(argument), {
    cwd: io.cwd,
    absolute: true,
    ignore: ['**/node_modules/**'],
  });
  const paths = matchingPaths.filter((path) => isEntityFile(basename(path))).sort();
  if (paths.length > 0) return paths;
  throw misuse(`No entity file matches ${argument}`, nameHint);
}
