import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../../../controller/storage/durable-files.js';

/** Writes a file: complete and on disk when it resolves, or unchanged after a crash. */
export async function writeAtomically(
  path: string,
  content: string | Uint8Array,
  mode = 0o644,
): Promise<void> {
  const temporary = `${path}.tmp`;
  const file = await open(temporary, 'w', mode);
  try {
    await file.writeFile(content);
    // The umask must not hide the file from the user of the service.
    await file.chmod(mode);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

/** Reads a file; undefined when it does not exist. */
export async function readIfPresent(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
