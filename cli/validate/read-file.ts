import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The most bytes to read into memory: far more than an entity file or a text beside one has. */
export const maxBytes = 16 * 2 ** 20;

/** Returns the bytes of a regular file of at most `maxBytes`, without waiting for a writer of a pipe. @throws Error */
export function readRegularFile(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(stats.isDirectory() ? 'it is a folder' : 'it is no regular file');
    if (stats.size > maxBytes)
      throw new Error(`it has ${stats.size} bytes, far more than an entity file may have`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Returns the paths of the files below a folder, from it and with `/`, without hidden folders, `node_modules` and links.
 * @param onError called for a folder that cannot be read; the walk continues if it returns
 * @param isSkipped true for a folder that is not entered
 * @param onLink called with the path of each link
 */
export function filesBelow(
  root: string,
  onError: (folder: string, error: unknown) => void,
  isSkipped: (folder: string) => boolean = () => false,
  onLink: (path: string) => void = () => undefined,
): string[] {
  const paths: string[] = [];
  const pending = [root];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
    let entries: Dirent[] = [];
    try {
      entries = readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      onError(folder, error);
    }
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const isEntered = entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules';
      if (isEntered && !isSkipped(path)) pending.push(path);
      else if (entry.isFile()) paths.push(withSlashes(relative(root, path)));
      else if (entry.isSymbolicLink()) onLink(withSlashes(relative(root, path)));
    }
  }
  return paths;
}

/** Replaces the separators of the operating system with `/`. */
export function withSlashes(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

/** Returns the reason of a system error in words, or the message of another error. */
export function getErrorReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'it does not exist',
  ELOOP: 'its link leads to itself',
  ENAMETOOLONG: 'its name is too long',
  ENOTDIR: 'a part of its path is not a folder',
  ENXIO: 'it is no regular file',
  EISDIR: 'it is a folder',
};
