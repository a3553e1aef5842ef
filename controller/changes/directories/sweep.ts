import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isEntityFolder } from '../../repository/index.js';

const temporary = /^\.svc-[0-9a-f-]{36}\.tmp$/;

/**
 * Takes away what a process that was killed while it wrote left beside the files of a folder.
 * @param before ms since the epoch: younger ones are being written
 */
export async function sweep(folder: string, before: number): Promise<void> {
  const below = [folder];
  for (let at = below.pop(); at !== undefined; at = below.pop()) {
    // A folder that goes meanwhile has nothing to take away.
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      const path = join(at, entry.name);
      if (entry.isDirectory() && isEntityFolder(entry.name)) below.push(path);
      if (!entry.isFile() || !temporary.test(entry.name)) continue;
      const found = await stat(path).catch(() => undefined);
      if (found && found.mtimeMs < before) await rm(path, { force: true });
    }
  }
}
