import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../problems/index.js';
import { isOwnerDead, ownedName, syncFolder } from '../program/git-program.js';

const stagingFolder = 'svc-claims';
const waitMs = 1_000;
const retryMs = 10;
/** Git holds a lock for milliseconds; one of this age was left by a killed process. */
const abandonedMs = 60_000;
/** Errors of file systems without hard links. */
const noLinks: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EXDEV',
]);

/** Git's own lock on a file: `<file>.lock`, created exclusively. */
interface FileLock {
  /** Replaces the file by the staged content, or by `content`. */
  replace(content?: string): Promise<void>;
}

/**
 * New content for a file of the repository, on the disk under a name that tells its owner. A hard link to it takes the
 * lock and fills it in one step, so that the lock is held as briefly as possible and a lock of a dead owner is recognised.
 */
export class StagedContent {
  private constructor(
    private readonly gitDir: string,
    private readonly path: string,
  ) {}

  /** @throws Problem git_failed */
  static async write(gitDir: string, content: string): Promise<StagedContent> {
    const folder = join(gitDir, stagingFolder);
    const path = join(folder, ownedName());
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const handle = await open(path, 'wx', 0o644);
      try {
        await handle.writeFile(content);
        if (content !== '') await handle.sync();
      } finally {
        await handle.close();
      }
    } catch (cause) {
      throw notWritable(gitDir, cause);
    }
    return new StagedContent(gitDir, path);
  }

  /**
   * Runs `work` with the lock on `name` (`refs/heads/main`) held. A replaced file is on the disk when this resolves.
   * @throws Problem git_failed when another process holds the lock for more than a second
   */
  async withLock<T>(name: string, work: (lock: FileLock) => Promise<T>): Promise<T> {
    const file = join(this.gitDir, name);
    const path = `${file}.lock`;
    await this.#acquire(path);
    let isReplaced = false;
    try {
      return await work({
        async replace(content) {
          try {
            if (content !== undefined) await writeFile(path, content, { flush: true });
            await rename(path, file);
            isReplaced = true;
            await syncFolder(dirname(file));
          } catch (cause) {
            throw notWritable(file, cause);
          }
        },
      });
    } finally {
      if (!isReplaced) await rm(path, { force: true });
    }
  }

  async discard(): Promise<void> {
    await rm(this.path, { force: true });
  }

  async #acquire(lock: string): Promise<void> {
    const deadline = Date.now() + waitMs;
    for (;;) {
      const failure = await this.#link(lock);
      if (!failure) return;
      if (failure.code === 'ENOENT' && Date.now() <= deadline) {
        await makeFolder(this.gitDir, dirname(lock));
        continue;
      }
      if (failure.code !== 'EEXIST') throw notWritable(lock, failure);
      if ((await breakDeadLock(this.gitDir, lock)) || (await breakAbandoned(lock))) continue;
      if (Date.now() > deadline) {
        throw new Problem('git_failed', `Another process holds the lock ${lock}.`, {
          hints: [`If no Git command is running, remove ${lock}.`],
        });
      }
      await delay(retryMs);
    }
  }

  /** Takes the lock. Returns the error when that fails. */
  async #link(lock: string): Promise<NodeJS.ErrnoException | undefined> {
    try {
      await link(this.path, lock).catch((cause: NodeJS.ErrnoException) => {
        if (!noLinks.has(cause.code)) throw cause;
        return copySynced(this.path, lock);
      });
      return undefined;
    } catch (cause) {
      return cause as NodeJS.ErrnoException;
    }
  }
}

/** Runs `work` with the lock on a file held: a `git push` or `git gc` waits. @throws as `StagedContent.withLock` */
export async function withFileLock<T>(
  gitDir: string,
  name: string,
  work: (lock: FileLock) => Promise<T>,
): Promise<T> {
  const staged = await StagedContent.write(gitDir, '');
  try {
    return await staged.withLock(name, work);
  } finally {
    await staged.discard();
  }
}

/** Removes the locks and the staged contents of processes that have ended, so that a `git push` works too. */
export async function removeDeadLocks(gitDir: string): Promise<void> {
  const folder = join(gitDir, stagingFolder);
  const dead = (await readdir(folder).catch((): string[] => [])).filter(isOwnerDead);
  if (dead.length === 0) return;
  const refs = await readdir(join(gitDir, 'refs'), { recursive: true, withFileTypes: true });
  const locks = refs
    .filter((entry) => entry.isFile() && entry.name.endsWith('.lock'))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const lock of [join(gitDir, 'HEAD.lock'), join(gitDir, 'packed-refs.lock'), ...locks]) {
    await breakDeadLock(gitDir, lock);
  }
  for (const name of dead) await rm(join(folder, name), { force: true });
}

/**
 * Removes a lock that a dead process took: its staged content is the same file under a name that tells the owner. True
 * when the lock is gone.
 */
async function breakDeadLock(gitDir: string, path: string): Promise<boolean> {
  const folder = join(gitDir, stagingFolder);
  const lock = await stat(path, { bigint: true }).catch(() => undefined);
  if (lock === undefined) return true;
  if (lock.nlink < 2n) return false;
  for (const name of await readdir(folder).catch((): string[] => [])) {
    if (!isOwnerDead(name)) continue;
    const staged = await stat(join(folder, name), { bigint: true }).catch(() => undefined);
    if (staged?.ino !== lock.ino || staged.dev !== lock.dev) continue;
    if (await removeInode(path, lock.ino)) await rm(join(folder, name), { force: true });
    return true;
  }
  return false;
}

async function breakAbandoned(path: string): Promise<boolean> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  if (stats === undefined || Date.now() - Number(stats.mtimeMs) <= abandonedMs) return false;
  return removeInode(path, stats.ino);
}

/** Removes the file `path` if it still has that inode; a lock that another process took meanwhile is put back. */
async function removeInode(path: string, inode: bigint): Promise<boolean> {
  const aside = `${path}~${randomUUID()}.lock`;
  try {
    await rename(path, aside);
  } catch {
    return false;
  }
  const moved = await stat(aside, { bigint: true });
  if (moved.ino !== inode) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
  return moved.ino === inode;
}

async function copySynced(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  const handle = await open(to, 'r+');
  await handle.sync().finally(() => handle.close());
}

async function makeFolder(gitDir: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw notWritable(folder, cause);
  });
  for (let above = dirname(folder); above.length >= gitDir.length; above = dirname(above)) {
    await syncFolder(above).catch(() => undefined);
  }
}

function notWritable(path: string, cause: unknown): Problem {
  if (cause instanceof Problem) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Problem('git_failed', `${path} cannot be written: ${reason}`, {
    hints: ['Check the free space and that the user svc runs as may write the data directory.'],
    cause,
  });
}
