import { isUtf8 } from 'node:buffer';
import { type BigIntStats, constants } from 'node:fs';
import { open, readdir, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { entryName } from '../../git/index.js';
import { Problem } from '../../problems/index.js';

export interface FolderEntry {
  name: string;
  isFolder: boolean;
  /** True when the name is not UTF-8: `name` is then Git's notation, which opens no file. */
  isMisnamed: boolean;
}

/** Lists a folder; a folder that is gone has no entries. @throws Problem directory_failed, also when the root is gone */
export async function getEntries(folder: string, isRoot: boolean): Promise<FolderEntry[]> {
  const entries = await readEntries(folder).catch((cause: NodeJS.ErrnoException) => {
    // A missing root must not count as an empty folder.
    if (isRoot) throw directoryFailed(folder, cause);
    return ifVanished(cause);
  });
  return entries ?? [];
}

async function readEntries(folder: string): Promise<FolderEntry[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  if (!entries.some(({ name }) => mayBeMisnamed(name))) {
    return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory(), isMisnamed: false }));
  }
  const raw = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  return raw.map((entry) => {
    const { name } = entry;
    const isMisnamed = !isUtf8(name);
    const text = isMisnamed ? entryName(name, 0, name.length) : name.toString();
    return { name: text, isFolder: entry.isDirectory(), isMisnamed };
  });
}

/** True when Node may have replaced bytes of a name that is not UTF-8. */
export function mayBeMisnamed(name: string): boolean {
  return name.includes('\ufffd');
}

/** Returns a text that changes with the place, the size, the times and the inode of a file. */
export function fileIdentity(place: string, { ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${place}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}

/** Reads a plain file; undefined when it is gone. A link that replaced the file is not followed. */
export async function readPlain(path: string): Promise<Uint8Array | undefined> {
  const noFollow = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, noFollow).catch(ifVanished);
  try {
    return await handle?.readFile();
  } catch (cause) {
    throw directoryFailed(path, cause);
  } finally {
    await handle?.close();
  }
}

/** Resolves the links of a path; undefined when they lead out of the folder, or nowhere. */
export async function getInner(root: string, path: string): Promise<string | undefined> {
  const target = await realpath(path).catch(ifVanished);
  return target?.startsWith(root.endsWith(sep) ? root : root + sep) ? target : undefined;
}

/** Returns undefined for the error of a missing file. @throws Problem directory_failed for any other error */
export function ifVanished(cause: NodeJS.ErrnoException): undefined {
  if (cause.code === 'ENOENT' || cause.code === 'ELOOP' || cause.code === 'ENOTDIR') return undefined;
  throw directoryFailed(cause.path ?? 'A file', cause);
}

export function directoryFailed(path: string, cause: unknown): Problem {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Problem('directory_failed', `${path} cannot be read: ${reason}`, { cause });
}
