import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

const FOLDER = 'svc-claims';
/** What file systems without hard links say. */
const NO_LINKS: ReadonlySet<string | undefined> = new Set([
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EXDEV',
]);
/** Tells this process from one of the same number before it, as after a restart in a container. */
const PROCESS = randomUUID().slice(0, 8);
const HOST = hostname().replaceAll(/[^A-Za-z0-9.-]/g, '_');

/** A name for a file that tells which process it belongs to. */
export function ownedName(): string {
  return `${HOST}~${process.pid}~${PROCESS}~${randomUUID()}`;
}

/** Whether the process that `ownedName` named is gone; false for one on another host, which nobody can tell. */
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

/** The new content of a file, on the disk under a name of its own: hard-linking it takes the lock and fills it. */
export interface Claim {
  readonly path: string;
  remove(): Promise<void>;
}

/** Writes `content` to the disk, ready to become a lock. The file's name says who made it. */
export async function writeClaim(gitDir: string, content: string): Promise<Claim> {
  const folder = join(gitDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, ownedName());
  const handle = await open(path, 'wx', 0o644);
  try {
    await handle.writeFile(content);
    if (content !== '') await handle.sync();
  } finally {
    await handle.close();
  }
  return { path, remove: () => rm(path, { force: true }) };
}

/** Takes the lock `path` with a claim; false when someone else holds it. */
export async function linkClaim(claim: Claim, path: string): Promise<boolean> {
  try {
    await link(claim.path, path).catch((cause: NodeJS.ErrnoException) => {
      if (!NO_LINKS.has(cause.code)) throw cause;
      return copyClaim(claim, path);
    });
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cause;
  }
}

async function copyClaim(claim: Claim, path: string): Promise<void> {
  await copyFile(claim.path, path, constants.COPYFILE_EXCL);
  const handle = await open(path, 'r+');
  await handle.sync().finally(() => handle.close());
}

/**
 * Takes away the lock `path` when a process of ours made it and is gone: its claim is the same file under a name that
 * tells the process. True when the lock is out of the way.
 */
export async function breakDeadLock(gitDir: string, path: string): Promise<boolean> {
  const folder = join(gitDir, FOLDER);
  const lock = await stat(path, { bigint: true }).catch(() => undefined);
  if (lock === undefined) return true;
  if (lock.nlink < 2n) return false;
  for (const name of await readdir(folder).catch((): string[] => [])) {
    if (!isOwnerDead(name)) continue;
    const claim = await stat(join(folder, name), { bigint: true }).catch(() => undefined);
    if (claim?.ino !== lock.ino || claim.dev !== lock.dev) continue;
    if (await takeAway(path, lock.ino)) await rm(join(folder, name), { force: true });
    return true;
  }
  return false;
}

/** Removes what dead processes left: their locks, so that a `git push` gets through too, then the claims to them. */
export async function removeDeadClaims(gitDir: string): Promise<void> {
  const folder = join(gitDir, FOLDER);
  const dead = (await readdir(folder).catch((): string[] => [])).filter(isOwnerDead);
  if (dead.length === 0) return;
  for (const lock of await locksOf(gitDir)) await breakDeadLock(gitDir, lock);
  for (const name of dead) await rm(join(folder, name), { force: true });
}

async function locksOf(gitDir: string): Promise<string[]> {
  const refs = await readdir(join(gitDir, 'refs'), { recursive: true, withFileTypes: true });
  const below = refs.filter((entry) => entry.isFile() && entry.name.endsWith('.lock'));
  return [
    ...['HEAD.lock', 'packed-refs.lock'].map((name) => join(gitDir, name)),
    ...below.map((entry) => join(entry.parentPath, entry.name)),
  ];
}

/**
 * Removes the file `path` if it is still the one with that inode: another process may have broken the lock and taken
 * it anew meanwhile. Then it is put back.
 */
export async function takeAway(path: string, inode: bigint): Promise<boolean> {
  const aside = `${path}~${randomUUID()}.lock`;
  try {
    await rename(path, aside);
  } catch {
    return false;
  }
  const taken = await stat(aside, { bigint: true });
  if (taken.ino !== inode) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
  return taken.ino === inode;
}
