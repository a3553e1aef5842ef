import { createReadStream } from 'node:fs';
import { chmod, mkdir, open, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { Problem } from '../../../controller/problems/index.js';
import { syncFolder } from '../../../controller/storage/durable-files.js';
import { EntryRules, type SafeEntry } from './entry-rules.js';

/**
 * Unpacks a release into an empty folder, without the top folder of the archive: plain files, folders and links within
 * the release, each once. Everything is on disk when it resolves.
 * @param top the name of the top folder
 * @throws Problem release_archive_unsafe
 */
export async function unpack(archive: string, folder: string, top: string): Promise<void> {
  const rules = new EntryRules(top);
  const entries = extract();
  const folders = new Set([folder]);
  const write = async (): Promise<void> => {
    for await (const stream of entries) {
      const entry = rules.check(stream.header);
      if (entry === undefined) stream.resume();
      else await place(entry, join(folder, entry.path), stream as AsyncIterable<Buffer>, folders);
    }
  };
  const writing = write().catch((error) => {
    entries.destroy(error);
    throw error;
  });
  const reading = pipeline(createReadStream(archive), createGunzip(), entries);
  const [outcomeOfWrite, read] = await Promise.allSettled([writing, reading]);
  // The writer knows best; the reader fails as well when the writer does.
  for (const outcome of [outcomeOfWrite, read]) {
    if (outcome.status === 'fulfilled') continue;
    if (outcome.reason instanceof Problem || isOfDisk(outcome.reason)) throw outcome.reason;
    const detail = `The archive cannot be unpacked: ${(outcome.reason as Error).message}`;
    throw new Problem('release_archive_unsafe', detail, { cause: outcome.reason });
  }
  for (const each of folders) await syncFolder(each);
}

async function place(
  { type, mode, linkname }: SafeEntry,
  path: string,
  content: AsyncIterable<Buffer>,
  folders: Set<string>,
): Promise<void> {
  const parent = type === 'directory' ? path : dirname(path);
  if (!folders.has(parent)) {
    await mkdir(parent, { recursive: true });
    folders.add(parent);
  }
  if (type === 'directory') await chmod(path, mode);
  if (type === 'symlink') await symlink(linkname, path);
  if (type !== 'file') {
    for await (const _ of content);
    return;
  }
  const file = await open(path, 'wx', mode);
  try {
    for await (const part of content) await file.writeFile(part);
    // The umask of an administrator must not hide the program from the user of the service.
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
}

function isOfDisk(error: unknown): boolean {
  return ['ENOSPC', 'EIO', 'EACCES', 'EROFS', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
}
