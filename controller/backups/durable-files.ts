import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Gives a file that is on the disk its name; durable when it resolves. */
export async function publish(from: string, to: string): Promise<void> {
  await rename(from, to);
  await syncFolder(dirname(to));
}

/** Takes a file away, if it is there; durable when it resolves. */
export async function withdraw(path: string): Promise<void> {
  await rm(path, { force: true });
  await syncFolder(dirname(path));
}

async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders; NTFS keeps names in its own journal.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
