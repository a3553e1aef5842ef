import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { runGit } from '../git-program.js';
import { ownedName } from '../ref-claim.js';
import { TEMPORARY_PACK } from '../writes/pack-store.js';

/** Each fetch leaves a pack of its own; after so many, Git is asked to join them. */
export const packsToTidy = 20;

/** Puts a pack among the others, with its index. One that was cut off leaves nothing. */
export async function storePack(gitDir: string, pack: Buffer): Promise<void> {
  const sum = pack.subarray(-20);
  const isWhole = pack.length > 32 && createHash('sha1').update(pack.subarray(0, -20)).digest().equals(sum);
  if (!isWhole) throw new Error('the pack was damaged on the way');
  const folder = join(gitDir, 'objects', 'pack');
  // A folder of its own, where Git does not look: the index is written piece by piece.
  const temporary = join(folder, TEMPORARY_PACK + ownedName());
  try {
    await mkdir(temporary, { recursive: true });
    await writeFile(join(temporary, 'new.pack'), pack);
    await git.indexPack({ fs, dir: temporary, gitdir: gitDir, filepath: 'new.pack' });
    // The index last: what has one is complete.
    for (const end of ['pack', 'idx'])
      await rename(join(temporary, `new.${end}`), join(folder, `pack-${sum.toString('hex')}.${end}`));
  } finally {
    await rm(temporary, { force: true, recursive: true });
  }
}

/** Without the `git` program the packs stay as they are: more files, nothing worse. */
export async function tidy(gitDir: string): Promise<void> {
  const args = [
    '-c',
    'gc.autoDetach=false',
    '-c',
    `gc.autoPackLimit=${packsToTidy / 2}`,
    'gc',
    '--auto',
    '--quiet',
  ];
  await runGit(args, { gitDir, purpose: 'Joining packs' }).catch(() => undefined);
}
