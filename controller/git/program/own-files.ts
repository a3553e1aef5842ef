import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import { hostname } from 'node:os';

/** Tells this process apart from an earlier one with the same number, as after the restart of a container. */
const PROCESS = randomUUID().slice(0, 8);
const HOST = hostname().replaceAll(/[^A-Za-z0-9.-]/g, '_');

/** Returns a new file name that names this process as its owner. */
export function ownedName(): string {
  return `${HOST}~${process.pid}~${PROCESS}~${randomUUID()}`;
}

/** True when the owner in an `ownedName` has ended; false for a process of another host, which cannot be checked. */
export function isOwnerDead(name: string): boolean {
  const [host, pid, which] = name.split('~');
  if (host !== HOST) return false;
  if (Number(pid) === process.pid) return which !== PROCESS;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** Writes a new file and waits until its bytes are on the disk; its name is durable only after `syncFolder`. */
export async function writeSynced(path: string, parts: readonly Uint8Array[], mode = 0o600): Promise<void> {
  const handle = await open(path, 'wx', mode);
  try {
    await handle.writeFile(Buffer.concat(parts));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Waits until the created, renamed and deleted names of a folder are on the disk. */
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
