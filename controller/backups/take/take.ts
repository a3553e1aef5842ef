import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from 'kysely';
import type { Snapshot } from '../../catalog/index.js';
import type { Vault } from '../../security/vault/contract.js';
import type { Source } from '../../sources/source/source.js';
import type { Storage, Tables } from '../../storage/index.js';
import { type Category, isFileCategory, tableRules } from '../archive/categories.js';
import {
  formatVersion,
  type Manifest,
  type ManifestEntry,
  settingsName,
  toJsonParts,
  type UnsignedManifest,
} from '../archive/manifest.js';
import { readArchive } from '../archive/read-archive.js';
import { type ArchiveEntry, writeArchive } from '../archive/write-archive.js';
import type { BackupContent, BackupProgress } from '../records/backup.js';
import type { Quarantine } from '../records/quarantine.js';
import { branchFiles } from './branch-files.js';
import { dumpTable } from './dump.js';

/** Blobs that are read, and held in memory, at a time. */
const batchSize = 200;

/** The installation that a backup is made of. */
export interface Installation {
  storage: Storage;
  vault: Vault;
  version: string;
  /** Has the id of the installation. */
  quarantine: Quarantine;
  /** svc's folder of the repository (`Git.Path`). */
  path?: string | undefined;
  /** The present state of the production branch, with a revision that is not pruned. */
  head(): Promise<Snapshot>;
  source(): Source;
  /** The settings that were changed at run time, as JSON. */
  changedSettings(): string;
}

/** A backup file that was read and found valid. */
export interface TakenBackup {
  size: number;
  sha256: string;
  content: BackupContent;
}

interface EntriesOptions {
  installation: Installation;
  snapshot: Snapshot;
  db: Kysely<Tables>;
  categories: readonly Category[];
}

/**
 * Writes a backup of one moment to `path`, reads it back and compares it with its manifest. On disk when it resolves.
 * @throws Problem backup_invalid when the file differs from what was written; the error of the disk
 */
export async function takeBackup(
  installation: Installation,
  path: string,
  { id, categories }: { id: string; categories: readonly Category[] },
  progress: BackupProgress,
): Promise<TakenBackup> {
  const { storage, vault, version, quarantine, path: folder } = installation;
  await storage.snapshot(async (db) => {
    const takenAt = new Date().toISOString();
    const snapshot = await installation.head();
    const rows: Record<string, number> = {};
    const textsKey = categories.includes('runs') ? await storedTextsKey(db) : null;
    const manifest = async (entries: readonly ManifestEntry[]): Promise<Manifest> => {
      const unsigned: UnsignedManifest = {
        format: 'svc-backup',
        formatVersion,
        id,
        installation: quarantine.installation,
        takenAt,
        svcVersion: version,
        categories,
        branch: snapshot.branch,
        revision: snapshot.revision,
        ...(folder === undefined ? {} : { path: folder }),
        rows,
        textsKey,
        entries,
      };
      const signature = await vault.masterKeys.signParts(toJsonParts(unsigned));
      return { ...unsigned, signature };
    };
    const entries = getEntries({ installation, snapshot, db, categories }, rows);
    await writeArchive(path, counted(entries, progress), manifest);
  });
  progress.step = 'verify';
  return inspect(path, Number.MAX_SAFE_INTEGER);
}

/** Reads a backup file from end to end. @throws Problem as `readArchive` */
export async function inspect(path: string, unpacked: number): Promise<TakenBackup & { manifest: Manifest }> {
  const manifest = await readArchive(path, unpacked);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const { svcVersion, takenAt, branch, revision, rows } = manifest;
  const files = manifest.entries.filter(({ name }) => name.startsWith('files/')).length;
  return {
    manifest,
    size: (await stat(path)).size,
    sha256: hash.digest('hex'),
    content: { svcVersion, takenAt, branch, revision, files, rows, keyId: manifest.signature.keyId },
  };
}

/** @param rows receives the number of rows by table */
async function* getEntries(
  { installation, snapshot, db, categories }: EntriesOptions,
  rows: Record<string, number>,
): AsyncGenerator<ArchiveEntry> {
  if (categories.some(isFileCategory)) yield* fileEntries(installation.source(), snapshot, categories);
  if (categories.includes('settings'))
    yield { name: settingsName, content: Buffer.from(installation.changedSettings()) };
  for (const { table, category } of tableRules) {
    if (categories.includes(category)) rows[table] = yield* dumpTable(db, table);
  }
}

async function* fileEntries(
  source: Source,
  snapshot: Snapshot,
  selected: readonly Category[],
): AsyncGenerator<ArchiveEntry> {
  const all = await branchFiles(snapshot, source);
  const files = all.filter(({ categories }) => categories.some((category) => selected.includes(category)));
  for (let at = 0; at < files.length; at += batchSize) {
    const batch = files.slice(at, at + batchSize);
    const blobs = await source.read(batch.map(({ blobId }) => blobId));
    for (const { path, blobId, categories } of batch)
      yield { name: `files/${path}`, content: blobs.get(blobId) ?? new Uint8Array(), categories };
  }
}

async function* counted(
  entries: AsyncIterable<ArchiveEntry>,
  progress: BackupProgress,
): AsyncGenerator<ArchiveEntry> {
  for await (const entry of entries) {
    yield entry;
    progress.step = entry.name.startsWith('files/') ? 'files' : 'database';
    progress.entries += 1;
    progress.bytes += entry.content.byteLength;
  }
}

async function storedTextsKey(db: Kysely<Tables>): Promise<Manifest['textsKey']> {
  const row = await db.selectFrom('data_keys').selectAll().where('name', '=', 'texts').executeTakeFirst();
  return row ? { wrappedKey: Buffer.from(row.wrapped_key).toString('base64'), keyId: row.key_id } : null;
}
