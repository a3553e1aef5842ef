import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '../../problems/index.js';
import { blobId } from '../../repository/index.js';
import { safePath } from './safe-path.js';

export interface FileWrite {
  /** From the folder, with forward slashes. */
  path: string;
  /** The blob the file holds right before; null for none. */
  base: string | null;
  /** Null takes the file away. */
  content: Uint8Array | null;
}

/** Somebody else changed a file meanwhile. */
export class FileMoved extends Error {}

interface Staged extends FileWrite {
  target: string;
  /** The new content, on the disk. */
  temporary: string | undefined;
  /** What was there. */
  before: Buffer | undefined;
}

/**
 * Writes files of a folder, each in one step and on the disk when it resolves: readers see the one version or the other.
 * When one cannot be written, those before it get their content back. Runs one at a time for a folder.
 * @param isOverlay what is not in the folder may be in what it is laid over
 * @throws FileMoved, Problem directory_failed, name_taken, entity_invalid
 */
export async function writeFiles(
  folder: string,
  writes: readonly FileWrite[],
  isOverlay: boolean,
): Promise<void> {
  const staged: Staged[] = [];
  const done: Staged[] = [];
  try {
    for (const write of writes) staged.push(await stage(folder, write, isOverlay));
    for (const one of staged) {
      await put(one);
      done.push(one);
    }
    for (const parent of new Set(staged.map(({ target }) => dirname(target)))) await syncFolder(parent);
  } catch (cause) {
    for (const one of done.reverse()) await putBack(one);
    if (cause instanceof FileMoved || cause instanceof Problem) throw cause;
    const { code = 'unknown' } = cause as NodeJS.ErrnoException;
    throw new Problem('directory_failed', `The folder of the entity files cannot be written (${code}).`, {
      hints: ['Check the free space, and that the user svc runs as may write the folder.'],
      cause,
    });
  } finally {
    for (const { temporary } of staged) if (temporary !== undefined) await rm(temporary, { force: true });
  }
}

async function stage(folder: string, write: FileWrite, isOverlay: boolean): Promise<Staged> {
  const target = await safePath(folder, write.path);
  const before = await readFile(target).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw cause;
  });
  const isBelow = isOverlay && !before && write.base !== null;
  if (isBelow && write.content === null) throw onlyBelow(write.path);
  if (!isBelow && (before ? blobId(before) : null) !== write.base) throw new FileMoved();
  if (write.content === null) return { ...write, target, before, temporary: undefined };
  await mkdir(dirname(target), { recursive: true });
  return { ...write, target, before, temporary: await writeBeside(target, write.content) };
}

/** A file of its own with this content, on the disk; or none, when it cannot be written. */
async function writeBeside(target: string, content: Uint8Array): Promise<string> {
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

async function put({ target, temporary, before }: Staged): Promise<void> {
  if (temporary === undefined) await rm(target);
  else if (before) await rename(temporary, target);
  else {
    // Never over a file that has come meanwhile.
    await link(temporary, target).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'EEXIST') throw new FileMoved();
      return rename(temporary, target);
    });
  }
}

async function putBack({ target, before }: Staged): Promise<void> {
  if (!before) await rm(target, { force: true });
  else await rename(await writeBeside(target, before), target);
}

function onlyBelow(path: string): Problem {
  return new Problem(
    'entity_file_unreadable',
    `\`${path}\` is not in the overlay, and cannot be taken away there.`,
    {
      hints: ['An overlay adds and replaces: delete the entity on the production branch.'],
    },
  );
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
