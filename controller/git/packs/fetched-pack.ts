import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { ownedName } from '../program/git-program.js';
import { placePack, temporaryPack } from './pack-store.js';

/** Adds a fetched pack, with its index, to the repository. A truncated pack leaves nothing behind. */
export async function storeFetchedPack(gitDir: string, pack: Buffer): Promise<void> {
  const sum = pack.subarray(-20);
  const isWhole = pack.length > 32 && createHash('sha1').update(pack.subarray(0, -20)).digest().equals(sum);
  if (!isWhole) throw new Error('the pack was damaged on the way');
  const folder = join(gitDir, 'objects', 'pack');
  // Indexed in a folder that Git ignores: isomorphic-git writes the index piece by piece.
  const temporary = join(folder, temporaryPack + ownedName());
  try {
    await mkdir(temporary, { recursive: true });
    await writeFile(join(temporary, 'new.pack'), pack);
    await git.indexPack({ fs, dir: temporary, gitdir: gitDir, filepath: 'new.pack' });
    const paths = { pack: join(temporary, 'new.pack'), idx: join(temporary, 'new.idx') };
    await placePack(join(folder, `pack-${sum.toString('hex')}`), paths);
  } finally {
    await rm(temporary, { force: true, recursive: true });
  }
}
