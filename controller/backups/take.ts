import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Kysely } from 'kysely';
import type { Snapshot } from '../catalog/contract.js';
import type { Source } from '../sources/contract.js';
import type { Storage, Tables } from '../storage/index.js';
import type { Vault } from '../vault/contract.js';
import {
  formatVersion,
  type Manifest,
  type ManifestEntry,
  settingsName,
  signedText,
} from './archive/manifest.js';
import { readArchive } from './archive/read-archive.js';
import { type ArchiveEntry, writeArchive } from './archive/write-archive.js';
import { branchFiles } from './branch-files.js';
import { type Category, isFileCategory, tableRules } from './categories.js';
import type { BackupContent, BackupProgress } from './contract.js';
import { dumpTable } from './tables/dump.js';

/** Blobs that are read, and held, at a time. */
const BATCH = 200;

/** What a backup is taken of. */
export interface Installation {
  storage: Storage;
  vault: Vault;
  version: string;
  /** The production branch as it is now, with a revision that is held back. */
  head(): Promise<Snapshot>;
  source(): Source;
  /** What was changed of the settings at run time, as JSON. */
  changedSettings(): string;
}

export interface Taken {
  size: number;
  sha256: string;
  content: BackupContent;
}

/**
 * Writes a backup of one moment to `path`, reads it back and compares it with its manifest. On disk when it resolves.
 * @throws Problem backup_invalid when what was read back is not what was written; the error of the disk
 */
export async function takeBackup(
  installation: Installation,
  path: string,
  request: { id: string; categories: readonly Category[] },
  progress: BackupProgress,
): Promise<Taken> {
  const { storage, vault, version } = installation;
  await storage.snapshot(async (db) => {
    const takenAt = new Date().toISOString();
    const snapshot = await installation.head();
    const rows: Record<string, number> = {};
    const textsKey = request.categories.includes('runs') ? await storedTextsKey(db) : null;
    const manifest = (entries: readonly ManifestEntry[]): Manifest => {
      const unsigned = {
        format: 'svc-backup' as const,
        formatVersion,
        id: request.id,
        takenAt,
        svcVersion: version,
        categories: request.categories,
        branch: snapshot.branch,
        revision: snapshot.revision,
        rows,
        textsKey,
        entries,
      };
      const text = signedText({ ...unsigned, signature: { keyId: '', mac: '' } });
      return { ...unsigned, signature: vault.sign(text) };
    };
    const entries = counted(entriesOf(installation, snapshot, db, request.categories, rows), progress);
    await writeArchive(path, entries, manifest);
  });
  progress.step = 'verify';
  return inspect(path, Number.MAX_SAFE_INTEGER);
}

/** Reads a backup file from end to end. @throws Problem as `readArchive` */
export async function inspect(path: string, unpacked: number): Promise<Taken & { manifest: Manifest }> {
  const manifest = await readArchive(path, { unpacked });
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return {
    manifest,
    size: (await stat(path)).size,
    sha256: hash.digest('hex'),
    content: {
      svcVersion: manifest.svcVersion,
      takenAt: manifest.takenAt,
      branch: manifest.branch,
      revision: manifest.revision,
      files: manifest.entries.filter(({ name }) => name.startsWith('files/')).length,
      rows: manifest.rows,
      keyId: manifest.signature.keyId,
    },
  };
}

async function* entriesOf(
  installation: Installation,
  snapshot: Snapshot,
  db: Kysely<Tables>,
  categories: readonly Category[],
  rows: Record<string, number>,
): AsyncGenerator<ArchiveEntry> {
  if (categories.some(isFileCategory)) yield* fileEntries(installation.source(), snapshot, categories);
  if (categories.includes('settings'))
    yield { name: settingsName, content: Buffer.from(installation.changedSettings()) };
  for (const { table, category } of tableRules) {
    if (!categories.includes(category)) continue;
    yield* dumpTable(db, table, (count) => {
      rows[table] = count;
    });
  }
}

async function* fileEntries(
  source: Source,
  snapshot: Snapshot,
  wanted: readonly Category[],
): AsyncGenerator<ArchiveEntry> {
  const all = await branchFiles(snapshot, source);
  const files = all.filter(({ categories }) => categories.some((category) => wanted.includes(category)));
  for (let at = 0; at < files.length; at += BATCH) {
    const batch = files.slice(at, at + BATCH);
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
