import { randomUUID } from 'node:crypto';
import { chmod, opendir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';

/*
 * Names of files that foreign code leaves need not be text: they are held as strings with one character for each byte
 * (`latin1`), which the file system gets back unchanged.
 */

export function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Returns bytes as text; those that are none become U+FFFD. */
export function fromBytes(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Returns a path for the file system. @param parts names, as bytes */
export function toPath(folder: string, parts: readonly string[]): Buffer {
  return Buffer.from([toBytes(folder), ...parts].join(sep), 'latin1');
}

/**
 * Removes a folder that foreign code wrote to, whatever the names, the depth and the permissions in it are.
 * @throws for what belongs to another user
 */
export async function removeWorkFolder(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch {
    await dismantle(folder);
  }
}

/** Removes folders one by one. Each is first moved up beside the others, so that no path is too long. */
async function dismantle(folder: string): Promise<void> {
  const beside = dirname(folder);
  const left = [folder];
  for (let next = left.at(-1); next !== undefined; next = left.at(-1)) {
    await chmod(next, 0o700);
    const inner: string[] = [];
    for await (const entry of await opendir(next, { encoding: 'latin1' })) {
      const path = toPath(next, [entry.name]);
      if (!entry.isDirectory()) {
        await unlink(path);
        continue;
      }
      const moved = join(beside, randomUUID());
      // A folder without permissions cannot be moved.
      await chmod(path, 0o700);
      await rename(path, moved);
      inner.push(moved);
    }
    left.splice(-1, 1, ...inner);
    await rmdir(next);
  }
}
