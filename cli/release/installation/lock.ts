import { mkdir, rm, rmdir } from 'node:fs/promises';
import { Problem } from '../../../controller/problems/index.js';
import { openSqlite, type SqliteDatabase } from '../../../controller/storage/sqlite/sqlite-engine.js';
import type { Installation } from './layout.js';

/**
 * Runs a change of an installation while no other process changes it. The lock is one on an open file, so it ends with the
 * process, however the process ends. @throws Problem release_busy, release_folder_unusable
 */
export async function withLock<Result>(
  { dir, lock }: Installation,
  work: () => Promise<Result>,
): Promise<Result> {
  const { file, made: isNew } = await openLock(dir, lock);
  let isDone = false;
  try {
    try {
      file.exec('pragma busy_timeout = 200; pragma locking_mode = exclusive; begin exclusive');
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      if (!/locked|busy/i.test(reason)) throw cause;
      throw new Problem('release_busy', `Another command changes the installation in ${dir}`, { cause });
    }
    const result = await work().catch((error) => asProblem(dir, error));
    isDone = true;
    return result;
  } finally {
    file.close();
    // A folder that was made for a command that failed goes with it, unless there is something in it.
    if (isNew && !isDone) await rm(lock, { force: true }).then(() => rmdir(dir).catch(() => undefined));
  }
}

/** Opens the lock; `made` is true where the folder did not exist. */
async function openLock(dir: string, lock: string): Promise<{ file: SqliteDatabase; made: boolean }> {
  try {
    const isNew = (await mkdir(dir, { recursive: true })) !== undefined;
    return { file: openSqlite(lock), made: isNew };
  } catch (cause) {
    throw unusable(dir, cause);
  }
}

/** Reports an error of the file system as a problem of the folder; all other errors stay. */
function asProblem(dir: string, error: unknown): never {
  const { code, errno, syscall, message } = error as NodeJS.ErrnoException;
  if (errno === undefined || syscall === undefined) throw error;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    const hints = ['Free some space, and enter the command again.'];
    throw new Problem('release_space_missing', `The disk of ${dir} is full: ${message}`, {
      hints,
      cause: error,
    });
  }
  throw unusable(dir, error);
}

function unusable(dir: string, cause: unknown): Problem {
  const detail = `The installation in ${dir} cannot be changed: ${(cause as Error).message}`;
  return new Problem('release_folder_unusable', detail, { cause });
}
