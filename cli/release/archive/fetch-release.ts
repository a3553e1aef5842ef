import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../../controller/problems/index.js';
import { syncFolder } from '../../../controller/storage/durable-files.js';
import { type Installation, programIn, releaseFolder } from '../installation/layout.js';
import { unfinished } from '../installation/prune.js';
import type { Offer } from '../repository/offers.js';
import type { ReleaseSource } from '../repository/source.js';
import type { VerifiedRepository } from '../repository/trusted-metadata.js';
import { requireSpace } from './disk-space.js';
import { download } from './download.js';
import { requireProgram } from './run-program.js';
import { unpack } from './unpack.js';

const partial = '.partial';

export interface Fetch {
  installation: Installation;
  base: URL;
  source: ReleaseSource;
  repository: VerifiedRepository;
  offer: Offer;
  onProgress?(bytes: number): void;
}

/**
 * Brings a release to its folder and resolves with false when it is there already. The folder appears whole, after its
 * program has answered `--version`; the caller holds the lock.
 * @throws Problem release_space_missing, release_altered, release_oversized, release_incomplete, release_unreachable,
 *   release_archive_unsafe, release_broken
 */
export async function fetchRelease({
  installation,
  base,
  source,
  repository,
  offer,
  onProgress,
}: Fetch): Promise<boolean> {
  const { releases } = installation;
  const { version, path, sha256, length } = offer;
  const folder = releaseFolder(installation, version);
  if (existsSync(programIn(folder))) return false;
  const target = await repository.target(path);
  await mkdir(releases, { recursive: true });
  await chmod(releases, 0o755);
  const archive = join(releases, `${unfinished}${sha256}${partial}`);
  await requireSpace(releases, length, archive);
  const url = new URL(`targets/${sha256}.${path}`, base);
  await download({ source, url, target, path: archive, ...(onProgress ? { onProgress } : {}) });
  const temporary = await mkdtemp(join(releases, unfinished));
  try {
    await chmod(temporary, 0o755);
    await unpack(archive, temporary, path.replace(/\.tar\.gz$/, ''));
    await requireProgram(temporary, version);
    await rename(temporary, folder);
    await syncFolder(releases);
  } catch (error) {
    // A full disk is the only fault after which the same archive can be used again.
    if (error instanceof Problem) await rm(archive, { force: true });
    throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  await rm(archive, { force: true });
  return true;
}

/** Removes what stopped commands left, except the part of the archive that is wanted now. Call it under the lock. */
export async function removeLeftovers({ releases }: Installation, offer?: Offer): Promise<void> {
  const kept = offer && `${unfinished}${offer.sha256}${partial}`;
  for (const name of await readdir(releases).catch(() => []))
    if (name.startsWith(unfinished) && name !== kept)
      await rm(join(releases, name), { recursive: true, force: true });
}
