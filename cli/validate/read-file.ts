import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Bytes. No entity file or text beside one comes near; more is not read into memory. */
export const mostBytes = 16 * 2 ** 20;

/**
 * The bytes of a regular file of at most `mostBytes`. Waits for nobody to write into a pipe.
 * @throws Error whose message, or whose `code`, says why there are none
 */
export function readRegularFile(path: string): Buffer {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error(stats.isDirectory() ? 'it is a folder' : 'it is no regular file');
    if (stats.size > mostBytes)
      throw new Error(`it has ${stats.size} bytes, far more than an entity file may have`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The reason in words, where the code of a system error has some. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'it is gone',
  ELOOP: 'its link leads to itself',
  ENAMETOOLONG: 'its name is too long',
  ENOTDIR: 'what should be a folder on the way is none',
  ENXIO: 'it is no regular file',
  EISDIR: 'it is a folder',
};
