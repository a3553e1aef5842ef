import { type Dirent, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';
import { isEntityFile } from '../../controller/catalog/index.js';
import type { Io } from '../command.js';
import { exitCodes, Failure } from '../failure.js';
import { readAllBytes } from '../read-all.js';
import type { GivenFile } from './given-file.js';
import { mostBytes, readRegularFile, reasonOf } from './read-file.js';
import { type RootOf, rootFinder } from './surroundings.js';

export interface Collected {
  files: GivenFile[];
  /** Whether a folder or a pattern was named, so that the files are meant to belong together. */
  belongTogether: boolean;
  rootOf: RootOf;
}

/**
 * The files that the arguments name: files, folders with all entity files in them, patterns, `-` for standard input.
 * @param kind of what standard input holds
 * @throws Failure for a path where there is nothing
 */
export async function collectFiles(io: Io, args: readonly string[], kind?: string): Promise<Collected> {
  const files = new Map<string, GivenFile>();
  const rootOf = rootFinder();
  let belongTogether = false;
  for (const argument of args) {
    if (argument === '-') {
      files.set('-', await standardInput(io, kind));
      continue;
    }
    const root = resolve(io.cwd, argument);
    const found = statsOf(root, argument);
    if (!found?.isFile()) belongTogether = true;
    const paths = found ? entityFilesAt(root, argument, found.isDirectory()) : await matches(io, argument);
    for (const absolute of paths) files.set(absolute, readGiven(io.cwd, root, absolute, rootOf));
  }
  return { files: [...files.values()].sort((a, b) => order(a.shown, b.shown)), belongTogether, rootOf };
}

/** Every entity file below a folder, sorted; hidden folders, `node_modules` and links are passed over. */
export function entityFilesIn(folder: string): string[] {
  const found: string[] = [];
  const pending = [folder];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    for (const entry of entriesOf(current)) {
      const path = join(current, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
        pending.push(path);
      else if (entry.isFile() && isEntityFile(forward(relative(folder, path)))) found.push(path);
    }
  }
  return found.sort();
}

/** A folder that cannot be looked into is no empty folder. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw unreadable('The folder', folder, error);
  }
}

function statsOf(path: string, shown: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw unreadable('', shown, error);
  }
}

function unreadable(what: string, path: string, error: unknown): Failure {
  return new Failure(exitCodes.usage, `${what} ${path} cannot be read: ${reasonOf(error)}`.trim(), [
    'Mend its permissions or its link, or name other files and folders.',
  ]);
}

/** The file as it is on disk. One that cannot be read is given without bytes and with the reason. */
export function readGiven(cwd: string, root: string, absolute: string, rootOf: RootOf): GivenFile {
  const near = forward(relative(cwd, absolute));
  const shown = near.startsWith('../') ? forward(absolute) : near;
  // A hidden folder on the way to what was named does not hide it.
  const path = isEntityFile(shown) ? shown : forward(relative(root, absolute) || basename(absolute));
  const top = rootOf(absolute) ?? (absolute.startsWith(root + sep) ? root : undefined);
  const place = {
    inBranch: top === undefined ? null : forward(relative(top, absolute)),
    ...(top && { top }),
  };
  try {
    return { path, shown, absolute, ...place, content: readRegularFile(absolute) };
  } catch (error) {
    return { path, shown, absolute, ...place, content: new Uint8Array(), unreadable: reasonOf(error) };
  }
}

async function standardInput(io: Io, kind: string | undefined): Promise<GivenFile> {
  const place = { path: 'stdin.yaml', shown: '<stdin>', inBranch: null };
  const content = await readAllBytes(io.stdin, mostBytes);
  if (content) return { ...place, content, ...(kind && { kind }) };
  return { ...place, content: new Uint8Array(), unreadable: `it has more than ${mostBytes} bytes` };
}

function entityFilesAt(path: string, shown: string, isFolder: boolean): string[] {
  if (isFolder) return entityFilesIn(path);
  const name = basename(path);
  // A hook hands over all that changed; settings are checked when the service starts.
  if (name === 'svc.yaml') return [];
  if (/\.(ya?ml|json)$/i.test(name)) return [path];
  throw new Failure(exitCodes.usage, `${shown} is not an entity file`, [
    'Entity files end in `.yaml`, `.yml` or `.json`; settings are checked when the service starts.',
  ]);
}

/** What a pattern in quotes matches, which no shell has resolved. */
async function matches(io: Io, argument: string): Promise<string[]> {
  if (!/[*?[\]{}!]/.test(argument))
    throw new Failure(exitCodes.usage, `There is no file or folder ${argument}`, [
      `It was looked for from ${io.cwd}; \`svc validate .\` checks all there is.`,
    ]);
  const { glob } = await import('tinyglobby');
  const found = await glob(forward(argument), {
    cwd: io.cwd,
    absolute: true,
    ignore: ['**/node_modules/**'],
  });
  const paths = found.filter((path) => isEntityFile(basename(path))).sort();
  if (paths.length > 0) return paths;
  throw new Failure(exitCodes.usage, `No entity file matches ${argument}`, [
    'Entity files end in `.yaml`, `.yml` or `.json`.',
  ]);
}

function forward(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
