import { readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withFileLock } from './ref-lock.js';
import { readRef } from './refs.js';

/**
 * Moves a ref from one commit to another under Git's own lock; undefined stands for "no such ref".
 * False, and nothing changed, when the ref was not at `from`.
 */
export async function updateRef(
  gitDir: string,
  ref: string,
  from: string | undefined,
  to: string | undefined,
): Promise<boolean> {
  const file = join(gitDir, ref);
  const moved = await withFileLock(file, async (lock) => {
    if ((await readRef(gitDir, ref)) !== from) return false;
    if (to === undefined) {
      // Packed before loose, or a reader in between would see an old value come back.
      await removePacked(gitDir, ref);
      await rm(file, { force: true });
    } else {
      await removeEmptyFolders(file, gitDir, 'itself');
      await lock.replace(`${to}\n`);
    }
    return true;
  });
  if (moved && to === undefined) await removeEmptyFolders(dirname(file), gitDir, 'parents');
  return moved;
}

/** Points HEAD at a branch, which need not exist yet. */
export async function setHead(gitDir: string, branch: string): Promise<void> {
  await withFileLock(join(gitDir, 'HEAD'), (lock) => lock.replace(`ref: refs/heads/${branch}\n`));
}

async function removePacked(gitDir: string, ref: string): Promise<void> {
  const path = join(gitDir, 'packed-refs');
  await withFileLock(path, async (lock) => {
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
