import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Waits until the content of a file is on disk. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync().finally(() => handle.close());
}

/** Waits until all files that were created, renamed or removed in a folder are so on disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows does not open folders; NTFS keeps names in its own journal.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Renames a file that is on disk; durable when it resolves. */
export async function publishFile(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Removes a file if it exists; durable when it resolves. */
export async function removeFile(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncFolder(dirname(path));
}
