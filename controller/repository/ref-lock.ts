import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../problems/index.js';

const WAIT_MS = 1_000;
const RETRY_MS = 10;
/** Git holds a ref's lock for milliseconds; one this old is what a killed process left behind. */
const ABANDONED_MS = 60_000;

/** Git's own lock on a file: `<file>.lock`, created exclusively. `replace` moves the new content into place. */
export interface FileLock {
  replace(content: string): Promise<void>;
}

/**
 * Runs `work` with the lock held, so that a `git push` or `git gc` next door waits, and the other way round.
 * The new content is on disk before it takes the file's place.
 *
 * @throws Problem git_failed when someone else holds the lock for more than a second
 */
export async function withFileLock<T>(file: string, work: (lock: FileLock) => Promise<T>): Promise<T> {
  const path = `${file}.lock`;
  const handle = await acquire(path);
  let moved = false;
  try {
    return await work({
      async replace(content) {
        try {
          await handle.writeFile(content);
          await handle.sync();
          await handle.close();
          await rename(path, file);
          moved = true;
        } catch (cause) {
          throw notWritable(file, cause);
        }
      },
    });
  } finally {
    if (!moved) {
      await handle.close();
      await rm(path, { force: true });
    }
  }
}

async function acquire(path: string): Promise<FileHandle> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    try {
      await mkdir(dirname(path), { recursive: true });
      return await open(path, 'wx');
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw notWritable(path, cause);
      if (await isAbandoned(path)) await rm(path, { force: true });
      else if (Date.now() > deadline) {
        throw new Problem('git_failed', `Another process holds the lock ${path}.`, {
          hints: [`If no Git command is running, remove ${path}.`],
          cause,
        });
      } else await delay(RETRY_MS);
    }
  }
}

function notWritable(path: string, cause: unknown): Problem {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Problem('git_failed', `${path} cannot be written: ${reason}`, {
    hints: ['Check the free space and that the user svc runs as may write the data directory.'],
    cause,
  });
}

async function isAbandoned(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS;
}
