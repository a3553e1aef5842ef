import { open } from 'node:fs/promises';

/** Writes a new file and waits until its bytes are on the disk; its name is only after `syncFolder`. */
export async function writeSynced(path: string, parts: readonly Uint8Array[], mode = 0o600): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.writeFile(Buffer.concat(parts));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits until what was created, renamed or deleted in a folder is on the disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folders; NTFS keeps names in its own journal.
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
