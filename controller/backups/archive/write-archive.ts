import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { syncFile } from '../../storage/index.js';
import type { Category } from './categories.js';
import { type Manifest, type ManifestEntry, manifestName, toJsonParts } from './manifest.js';

export interface ArchiveEntry {
  name: string;
  content: Uint8Array;
  categories?: readonly Category[];
}

/**
 * Writes a `.tar.gz` of the entries, one at a time, and of the manifest as the last entry. On disk when it resolves.
 * @param manifest receives the list of the entries
 */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<ArchiveEntry>,
  manifest: (entries: readonly ManifestEntry[]) => Promise<Manifest>,
): Promise<void> {
  const archive = pack();
  const finished = pipeline(archive, createGzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  const filled = fill(archive, entries, manifest, new Date()).catch((error) => {
    archive.destroy(error);
    throw error;
  });
  const outcomes = await Promise.allSettled([filled, finished]);
  // A failure to write is the cause of a failure to fill the archive, so it is reported first.
  for (const outcome of outcomes.reverse()) if (outcome.status === 'rejected') throw outcome.reason;
  await syncFile(path);
}

async function fill(
  archive: ReturnType<typeof pack>,
  entries: AsyncIterable<ArchiveEntry>,
  manifest: (entries: readonly ManifestEntry[]) => Promise<Manifest>,
  mtime: Date,
): Promise<void> {
  const header = { mode: 0o600, uid: 0, gid: 0, mtime };
  const add = (name: string, content: Uint8Array): Promise<void> =>
    new Promise((resolve, reject) => {
      archive.once('error', reject);
      archive.once('close', onClose);
      archive.entry({ ...header, name, size: content.byteLength }, Buffer.from(content), (error) => {
        archive.off('error', reject);
        archive.off('close', onClose);
        if (error) reject(error);
        else resolve();
      });
      function onClose(): void {
        reject(new Error('The archive was closed before its end'));
      }
    });
  const list: ManifestEntry[] = [];
  for await (const { name, content, categories } of entries) {
    await add(name, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    list.push({ name, size: content.byteLength, sha256, ...(categories ? { categories } : {}) });
  }
  const parts: Buffer[] = [];
  for await (const part of toJsonParts(await manifest(list))) parts.push(Buffer.from(part));
  parts.push(Buffer.from('\n'));
  const size = parts.reduce((sum, { length }) => sum + length, 0);
  await pipeline(parts, archive.entry({ ...header, name: manifestName, size }));
  archive.finalize();
}
