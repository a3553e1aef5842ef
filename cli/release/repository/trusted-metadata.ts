import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TargetFile } from 'tuf-js';
import { Problem } from '../../../controller/problems/index.js';
import { readIfPresent, writeAtomically } from '../installation/whole-file.js';
import { MetadataFetcher } from './metadata-fetcher.js';
import { metadataProblem } from './metadata-problem.js';
import { type Offer, offersIn } from './offers.js';
import type { ReleaseSource } from './source.js';

/** In the order in which they are trusted. */
const names = ['root.json', 'timestamp.json', 'snapshot.json', 'targets.json'] as const;

export interface Verification {
  /** The address of the repository, with a slash at its end. */
  base: URL;
  source: ReleaseSource;
  /** The folder with the metadata that this installation trusts. */
  folder: string;
  /** The root of trust for a folder without one. */
  root(): Buffer;
  /** Metadata is checked as if it were this time; now when left out. */
  asOf?: Date | undefined;
}

export interface VerifiedRepository {
  offers: readonly Offer[];
  /** Returns the length and hashes of a target. */
  target(path: string): Promise<TargetFile>;
}

/**
 * Reads and verifies the metadata of a release repository (The Update Framework, specification 1.0, section 5). Metadata that
 * was verified is stored, also when a later step is refused, so that no older metadata is accepted afterwards.
 * @throws Problem release_signature_invalid, release_metadata_expired, release_rolled_back, release_inconsistent,
 *   release_incomplete, release_oversized, release_altered, release_unreachable, release_redirect_refused
 */
export async function verifyRepository(verification: Verification): Promise<VerifiedRepository> {
  const { base, source, folder, root, asOf } = verification;
  // tuf-js writes in place, which a crash could leave half done, so it works on a copy.
  const scratch = await mkdtemp(join(tmpdir(), 'svc-tuf-'));
  const files = new Map<string, Buffer>();
  try {
    for (const name of names) {
      const content = await readIfPresent(join(folder, name));
      const bytes = content ?? (name === 'root.json' ? root() : undefined);
      if (bytes === undefined) continue;
      files.set(name, bytes);
      await writeFile(join(scratch, name), bytes);
    }
    const fetcher = new MetadataFetcher(source);
    try {
      const { Updater } = await import('tuf-js');
      const updater = new Updater({
        metadataDir: scratch,
        metadataBaseUrl: new URL('metadata/', base).href,
        fetcher,
      });
      // tuf-js takes its time from the system and has no option for another.
      if (asOf) Object.assign(updater['trustedSet'], { referenceTime: asOf });
      await updater.refresh();
      files.clear();
      const text = await readFile(join(scratch, 'targets.json'), 'utf8');
      return {
        offers: offersIn(JSON.parse(text).signed.targets),
        async target(path) {
          const target = await updater.getTargetInfo(path);
          if (target) return target;
          throw new Problem('release_not_found', `There is no target ${path} at ${base}`);
        },
      };
    } catch (error) {
      throw fetcher.failure ?? metadataProblem(error, base);
    } finally {
      await store(scratch, folder, files);
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** @param files the files as they were before; those that did not change are not stored */
async function store(scratch: string, folder: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const name of names) {
    const bytes = await readIfPresent(join(scratch, name));
    const path = join(folder, name);
    if (bytes === undefined || files.get(name)?.equals(bytes)) continue;
    if ((await readIfPresent(path))?.equals(bytes)) continue;
    await mkdir(folder, { recursive: true });
    await writeAtomically(path, bytes);
  }
}
