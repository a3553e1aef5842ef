import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { MetaFile, TargetFile } from '@tufjs/models';
import { type Archive, type ReleaseFacts, readArchive } from './archive-facts.js';
import type { KeySet } from './keys.js';
import { metadataFolder, type RepositoryMetadata, readMetadata } from './metadata-files.js';
import {
  lifetimes,
  type Signing,
  writeRoot,
  writeSnapshot,
  writeTargets,
  writeTimestamp,
} from './sign-roles.js';

export interface PublishOptions {
  /** Paths of `svc-<version>-<platform>.tar.gz`; none renews the metadata. */
  archives: readonly string[];
  /** The folder of the repository; made when it is missing. */
  repository: string;
  keys: KeySet;
  now: Date;
}

/** A release as the repository offers it. */
interface Published extends ReleaseFacts {
  name: string;
  length: number;
  sha256: string;
}

export interface Publication {
  releases: readonly Published[];
  /** SHA-256 of the first root metadata, for programs that pin it. */
  rootHash: string;
}

/**
 * Adds archives to a repository of The Update Framework with consistent snapshots. Every published file stays, so readers
 * of the metadata before see a whole repository until the last step, the new timestamp.
 * @throws an error when another archive of this version and platform is published already
 */
export async function publish({ archives, ...signing }: PublishOptions): Promise<Publication> {
  const { repository } = signing;
  const read = await Promise.all(archives.map(readArchive));
  const before = readMetadata(repository);
  if (before.root === undefined) writeRoot(signing);
  const files = { ...before.targets?.signed.targets };
  for (const archive of read) {
    const digest = files[archive.name];
    if (digest && digest.hashes['sha256'] !== archive.sha256)
      throw new Error(`${archive.name} is published with other bytes. Published releases never change.`);
    copyTarget(repository, archive);
    files[archive.name] = getTarget(archive);
  }
  if (read.length > 0 || before.targets === undefined) writeTargets(signing, before, files);
  else renew(signing, before);
  const [root] = [readFileSync(join(metadataFolder(repository), '1.root.json'))];
  return {
    releases: Object.entries(files).map(([name, file]) => getPublished(name, file)),
    rootHash: createHash('sha256').update(root).digest('hex'),
  };
}

/**
 * Renews a repository without new archives: the timestamp, and each other role that has less than half of its life left.
 */
function renew(signing: Signing, before: RepositoryMetadata): void {
  const { root, targets, snapshot, timestamp } = before;
  const { now, repository } = signing;
  const isOld = (role: 'root' | 'targets' | 'snapshot', expires = '') =>
    Date.parse(expires) - now.getTime() < (lifetimes[role] * 86_400_000) / 2;
  if (root && isOld('root', root.signed.expires)) writeRoot(signing, root, signing.keys);
  if (targets === undefined || isOld('targets', targets.signed.expires))
    writeTargets(signing, before, { ...targets?.signed.targets });
  else if (snapshot === undefined || isOld('snapshot', snapshot.signed.expires))
    writeSnapshot(signing, before, getMeta(repository, 'targets', targets.signed.version));
  else writeTimestamp(signing, timestamp, getMeta(repository, 'snapshot', snapshot.signed.version));
}

/**
 * Replaces the keys of a repository. The new root is signed by the keys before and by the new keys, so that programs that
 * trust the root before accept it; all other metadata is signed again.
 */
export function rotateRoot(signing: Omit<Signing, 'keys'>, former: KeySet, next: KeySet): number {
  const before = readMetadata(signing.repository);
  if (before.root === undefined) throw new Error(`${signing.repository} holds no root metadata.`);
  const renewed = { ...signing, keys: next };
  const root = writeRoot(renewed, before.root, former);
  writeTargets(renewed, before, { ...before.targets?.signed.targets });
  return root.signed.version;
}

function getMeta(repository: string, role: string, version: number): MetaFile {
  const bytes = readFileSync(join(metadataFolder(repository), `${version}.${role}.json`));
  const hashes = { sha256: createHash('sha256').update(bytes).digest('hex') };
  return new MetaFile({ version, length: bytes.length, hashes });
}

function copyTarget(repository: string, { path, sha256, name }: Archive): void {
  const folder = join(repository, 'targets');
  const target = join(folder, `${sha256}.${name}`);
  if (existsSync(target)) return;
  mkdirSync(folder, { recursive: true });
  copyFileSync(path, `${target}.tmp`);
  renameSync(`${target}.tmp`, target);
}

function getTarget({
  name,
  length,
  sha256,
  version,
  platform,
  minimumVersion,
  notes,
  databaseVersion,
}: Archive) {
  const custom = { version, platform, minimumVersion, notes, databaseVersion };
  return new TargetFile({ path: name, length, hashes: { sha256 }, unrecognizedFields: { custom } });
}

function getPublished(name: string, { length, hashes, custom }: TargetFile): Published {
  return { ...(custom as unknown as ReleaseFacts), name, length, sha256: hashes['sha256'] ?? '' };
}
