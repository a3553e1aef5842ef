import { createHash } from 'node:crypto';
import { readFile, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { EMPTY_TREE } from '../objects/object-id.js';
import { syncFolder } from '../program/own-files.js';
import { type FileLock, StagedContent, withFileLock } from './lock-file.js';
import { APPLIED, readRef } from './refs.js';

const MAX_WORD = 200;

/**
 * Moves a ref from one commit to another under Git's own lock; undefined stands for "no such ref". Returns false, and
 * changes nothing, when the ref was not at `from`. On the disk when it resolves.
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

/** The next value of a ref, on the disk while the objects that it leads to are still being written. */
export interface StagedRef {
  /** As `updateRef`. */
  move(ref: string, from: string | undefined): Promise<boolean>;
  discard(): Promise<void>;
}

export async function stageRef(gitDir: string, to: string | undefined): Promise<StagedRef> {
  const staged = await StagedContent.write(gitDir, to === undefined ? '' : `${to}\n`);
  return {
    discard: () => staged.discard(),
    async move(ref, from) {
      const moved = await staged.withLock(ref, async (lock) => {
        if ((await readRef(gitDir, ref)) !== from) return false;
        await (to === undefined ? removeRef(gitDir, ref) : replaceRef(gitDir, ref, lock));
        return true;
      });
      if (moved && to === undefined) await removeEmptyFolders(dirname(join(gitDir, ref)), gitDir, 'parents');
      return moved;
    },
  };
}

/** Removes the packed ref before the loose one: a reader in between must not see the old packed value. */
async function removeRef(gitDir: string, ref: string): Promise<void> {
  const file = join(gitDir, ref);
  await removePacked(gitDir, ref);
  await rm(file, { force: true });
  await syncFolder(dirname(file));
}

async function replaceRef(gitDir: string, ref: string, lock: FileLock): Promise<void> {
  await removeEmptyFolders(join(gitDir, ref), gitDir, 'itself');
  await lock.replace();
}

/** Points HEAD at a branch, which need not exist yet. */
export async function setHead(gitDir: string, branch: string): Promise<void> {
  await withFileLock(gitDir, 'HEAD', (lock) => lock.replace(`ref: refs/heads/${branch}\n`));
}

/**
 * Keeps `git gc` from removing a commit that may be on no branch any more, in place of the commit kept for this branch
 * before; undefined keeps none. @throws Problem git_failed
 */
export async function keepCommit(gitDir: string, branch: string, commit: string | undefined): Promise<void> {
  const ref = APPLIED + refWord(branch);
  const wanted = commit === EMPTY_TREE ? undefined : commit;
  for (;;) {
    const kept = await readRef(gitDir, ref);
    if (kept === wanted || (await updateRef(gitDir, ref, kept, wanted))) return;
  }
}

/** Returns the commit of the last `keepCommit` for a branch. */
export async function keptCommit(gitDir: string, branch: string): Promise<string | undefined> {
  return readRef(gitDir, APPLIED + refWord(branch));
}

/** Encodes a branch name as one segment of a ref, so that the refs of `a` and `a/b` can both exist. */
function refWord(branch: string): string {
  const encoded = encodeURIComponent(branch);
  return encoded.length <= MAX_WORD ? encoded : createHash('sha256').update(branch).digest('hex');
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
    // A line with `^` belongs to the line above it.
    lines.splice(at, lines[at + 1]?.startsWith('^') ? 2 : 1);
    await lock.replace(lines.join('\n'));
  });
}

/** Removes the folder `a` that a deleted branch `a/b` leaves: it would prevent a branch `a`. */
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
