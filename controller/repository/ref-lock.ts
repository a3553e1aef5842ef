import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../problems/index.js';
import { breakDeadLock, type Claim, linkClaim, takeAway, writeClaim } from './ref-claim.js';
import { syncFolder } from './writes/durable.js';

const WAIT_MS = 1_000;
const RETRY_MS = 10;
/** Git holds a ref's lock for milliseconds; one this old is what a killed process left behind. */
const ABANDONED_MS = 60_000;

/** Git's own lock on a file: `<file>.lock`, created exclusively. */
export interface FileLock {
  /** Moves the new content into place: what the lock was taken with, unless another is given. */
  replace(content?: string): Promise<void>;
}

/** New content for a file, on the disk already, so that the lock is held for as short as can be. */
export interface StagedContent {
  /**
   * Runs `work` with the lock on `name` (`refs/heads/main`) held. What it replaces is on the disk when this resolves.
   * @throws Problem git_failed when someone else holds the lock for more than a second
   */
  withLock<T>(name: string, work: (lock: FileLock) => Promise<T>): Promise<T>;
  discard(): Promise<void>;
}

/** @throws Problem git_failed */
export async function stageContent(gitDir: string, content: string): Promise<StagedContent> {
  const claim = await writeClaim(gitDir, content).catch((cause: unknown) => {
    throw notWritable(gitDir, cause);
  });
  return {
    withLock: (name, work) => holdLock(gitDir, claim, name, work),
    discard: () => claim.remove(),
  };
}

/**
 * Runs `work` with the lock on a file of the repository (`HEAD`, `packed-refs`) held, so that a `git push` or `git gc`
 * next door waits, and the other way round. The new content is on the disk before it takes the file's place.
 *
 * @throws Problem git_failed when someone else holds the lock for more than a second
 */
export async function withFileLock<T>(
  gitDir: string,
  name: string,
  work: (lock: FileLock) => Promise<T>,
): Promise<T> {
  const staged = await stageContent(gitDir, '');
  try {
    return await staged.withLock(name, work);
  } finally {
    await staged.discard();
  }
}

async function holdLock<T>(
  gitDir: string,
  claim: Claim,
  name: string,
  work: (lock: FileLock) => Promise<T>,
): Promise<T> {
  const file = join(gitDir, name);
  const path = `${file}.lock`;
  await acquire(gitDir, claim, path);
  let moved = false;
  try {
    return await work({
      async replace(content) {
        try {
          if (content !== undefined) await writeFile(path, content, { flush: true });
          await rename(path, file);
          moved = true;
          await syncFolder(dirname(file));
        } catch (cause) {
          throw notWritable(file, cause);
        }
      },
    });
  } finally {
    if (!moved) await rm(path, { force: true });
  }
}

async function acquire(gitDir: string, claim: Claim, path: string): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    try {
      if (await linkClaim(claim, path)) return;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT' || Date.now() > deadline) {
        throw notWritable(path, cause);
      }
      await makeFolder(gitDir, dirname(path));
      continue;
    }
    if ((await breakDeadLock(gitDir, path)) || (await breakAbandoned(path))) continue;
    if (Date.now() > deadline) {
      throw new Problem('git_failed', `Another process holds the lock ${path}.`, {
        hints: [`If no Git command is running, remove ${path}.`],
      });
    }
    await delay(RETRY_MS);
  }
}

async function makeFolder(gitDir: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((cause: unknown) => {
    throw notWritable(folder, cause);
  });
  for (let above = dirname(folder); above.length >= gitDir.length; above = dirname(above)) {
    await syncFolder(above).catch(() => undefined);
  }
}

async function breakAbandoned(path: string): Promise<boolean> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  if (found === undefined || Date.now() - Number(found.mtimeMs) <= ABANDONED_MS) return false;
  return takeAway(path, found.ino);
}

function notWritable(path: string, cause: unknown): Problem {
  if (cause instanceof Problem) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Problem('git_failed', `${path} cannot be written: ${reason}`, {
    hints: ['Check the free space and that the user svc runs as may write the data directory.'],
    cause,
  });
}
