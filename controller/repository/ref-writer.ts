import { readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileLock, stageContent, withFileLock } from './ref-lock.js';
import { readRef } from './refs.js';
import { syncFolder } from './writes/durable.js';

/**
 * Moves a ref from one commit to another under Git's own lock; undefined stands for "no such ref".
 * False, and nothing changed, when the ref was not at `from`. On the disk when it resolves.
 */
export async function updateRef(
  gitDir: string,
  ref: string,
  from: string | undefined,
  to: string | undefined,
): Promise<boolean> {
  const staged = await stageRef(gitDir, to);
  try {
    return await staged.move(ref, from);
  } finally {
    await staged.discard();
  }
}

/** A ref's next value, written while the objects it leads to still are on their way to the disk. */
export interface StagedRef {
  /** As `updateRef`. */
  move(ref: string, from: string | undefined): Promise<boolean>;
  discard(): Promise<void>;
}

export async function stageRef(gitDir: string, to: string | undefined): Promise<StagedRef> {
  const staged = await stageContent(gitDir, to === undefined ? '' : `${to}\n`);
  return {
    discard: () => staged.discard(),
    async move(ref, from) {
      const moved = await staged.withLock(ref, (lock) => moveLocked(gitDir, ref, from, to, lock));
      if (moved && to === undefined) await removeEmptyFolders(dirname(join(gitDir, ref)), gitDir, 'parents');
      return moved;
    },
  };
}

async function moveLocked(
  gitDir: string,
  ref: string,
  from: string | undefined,
  to: string | undefined,
  lock: FileLock,
): Promise<boolean> {
  const file = join(gitDir, ref);
  if ((await readRef(gitDir, ref)) !== from) return false;
  if (to === undefined) {
    // Packed before loose, or a reader in between would see an old value come back.
    await removePacked(gitDir, ref);
    await rm(file, { force: true });
    await syncFolder(dirname(file));
  } else {
    await removeEmptyFolders(file, gitDir, 'itself');
    await lock.replace();
  }
  return true;
}

/** Points HEAD at a branch, which need not exist yet. */
export async function setHead(gitDir: string, branch: string): Promise<void> {
  await withFileLock(gitDir, 'HEAD', (lock) => lock.replace(`ref: refs/heads/${branch}\n`));
}

async function removePacked(gitDir: string, ref: string): Promise<void> {
  const path = join(gitDir, 'packed-refs');
  await withFileLock(gitDir, 'packed-refs', async (lock) => {
    const lines = await readFile(path, 'utf8').then(
      (text) => text.split('\n'),
      () => [],
    );
    const at = lines.findIndex((line) => line.endsWith(` ${ref}`) && !line.startsWith('#'));
    if (at < 0) return;
    // A line with `^` belongs to the one above it.
    lines.splice(at, lines[at + 1]?.startsWith('^') ? 2 : 1);
    await lock.replace(lines.join('\n'));
  });
}

/** A deleted branch `a/b` leaves the folder `a`, which stands in the way of a branch `a`. */
async function removeEmptyFolders(path: string, gitDir: string, which: 'itself' | 'parents'): Promise<void> {
  const keep = join(gitDir, 'refs', 'heads').length;
  for (let folder = path; folder.length > keep; folder = dirname(folder)) {
    const removed = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!removed || which === 'itself') return;
  }
}
