import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { blobId, isEntityFolder } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import type { FileContent } from '../edits/file-edit.js';
import { safePath } from './safe-path.js';

interface StagedFile extends FileContent {
  target: string;
  /** The file with the new content, on the disk. */
  temporary: string | undefined;
  before: Buffer | undefined;
}

/**
 * Writes files of a directory. Each is replaced in one step and is on the disk when the promise resolves, so a reader
 * sees the old version or the new one. If a file cannot be written, those before it get their old content again. Must not
 * run twice at a time for a directory.
 * @param isOverlay files that are not in the directory may be in the branch below it
 * @returns `moved`, without a change, if a file does not hold its `base`
 * @throws Problem directory_failed, name_taken, entity_invalid
 */
export async function writeFiles(
  directory: string,
  files: readonly FileContent[],
  isOverlay: boolean,
): Promise<'written' | 'moved'> {
  const staged: StagedFile[] = [];
  const replaced: StagedFile[] = [];
  let result: 'written' | 'moved' = 'written';
  try {
    for (const file of files) {
      const one = await stage(directory, file, isOverlay);
      if (one === 'moved') return 'moved';
      staged.push(one);
    }
    for (const file of staged) {
      result = await replace(file);
      if (result === 'moved') break;
      replaced.push(file);
    }
    if (result === 'moved') for (const file of replaced.reverse()) await restore(file);
    else for (const parent of new Set(staged.map(({ target }) => dirname(target)))) await syncFolder(parent);
    return result;
  } catch (cause) {
    for (const file of replaced.reverse()) await restore(file);
    if (cause instanceof Problem) throw cause;
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new Problem('directory_failed', `The directory of the entity files cannot be written (${code}).`, {
      hints: ['Check the free space, and that the user svc runs as may write the directory.'],
      cause,
    });
  } finally {
    for (const { temporary } of staged) if (temporary !== undefined) await rm(temporary, { force: true });
  }
}

async function stage(
  directory: string,
  file: FileContent,
  isOverlay: boolean,
): Promise<StagedFile | 'moved'> {
  const target = await safePath(directory, file.path);
  const before = await readFile(target).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw cause;
  });
  const isBelow = isOverlay && !before && file.base !== null;
  if (isBelow && file.content === null) throw notInOverlay(file.path);
  if (!isBelow && (before ? blobId(before) : null) !== file.base) return 'moved';
  if (file.content === null) return { ...file, target, before, temporary: undefined };
  await mkdir(dirname(target), { recursive: true });
  return { ...file, target, before, temporary: await writeTemporary(target, file.content) };
}

/** Writes a temporary file beside the target and syncs it to the disk; leaves nothing behind if that fails. */
async function writeTemporary(target: string, content: Uint8Array): Promise<string> {
  const temporary = join(dirname(target), `.svc-${randomUUID()}.tmp`);
  const handle = await open(temporary, 'wx', 0o644);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw cause;
  } finally {
    await handle.close();
  }
  return temporary;
}

async function replace({ target, temporary, before }: StagedFile): Promise<'written' | 'moved'> {
  if (temporary === undefined) await rm(target);
  else if (before) await rename(temporary, target);
  else {
    // A link, unlike a rename, does not replace a file that was created meanwhile.
    const failed = await link(temporary, target).then(
      () => undefined,
      (cause: NodeJS.ErrnoException) => cause,
    );
    if (failed?.code === 'EEXIST') return 'moved';
    if (failed) await rename(temporary, target);
  }
  return 'written';
}

async function restore({ target, before }: StagedFile): Promise<void> {
  if (!before) await rm(target, { force: true });
  else await rename(await writeTemporary(target, before), target);
}

function notInOverlay(path: string): Problem {
  const detail = `\`${path}\` is not in the overlay, and cannot be deleted there.`;
  return new Problem('entity_file_unreadable', detail, {
    hints: ['An overlay adds and replaces files: delete the entity on the production branch.'],
  });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

const temporary = /^\.svc-[0-9a-f-]{36}\.tmp$/;

/**
 * Removes the temporary files that a killed process left in a directory.
 * @param before ms since the epoch: younger files may be in use
 */
export async function removeLeftovers(directory: string, before: number): Promise<void> {
  const folders = [directory];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    // A folder that was deleted meanwhile has no leftovers.
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      const path = join(at, entry.name);
      if (entry.isDirectory() && isEntityFolder(entry.name)) folders.push(path);
      if (!entry.isFile() || !temporary.test(entry.name)) continue;
      const stats = await stat(path).catch(() => undefined);
      if (stats && stats.mtimeMs < before) await rm(path, { force: true });
    }
  }
}
