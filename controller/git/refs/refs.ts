import { createHash } from 'node:crypto';
import { readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Problem } from '../../problems/index.js';
import { emptyTree, isObjectId } from '../objects/commit-object.js';
import { syncFolder } from '../program/git-program.js';
import { StagedContent, withFileLock } from './lock-file.js';

/** The branches themselves: read by svc, and the target of a `git push` into the bare repository. */
export const HEADS = 'refs/heads/';
/** The remote's branches as of the last fetch, under the remote named `incoming`. */
export const incomingRemote = 'incoming';
export const INCOMING = `refs/remotes/${incomingRemote}/`;
/** The remote's branches as of the last time that ours were brought in line with them. */
export const MIRRORED = 'refs/remotes/mirrored/';
/** Commits that only our branch had when the remote's tip replaced it, named by their id, so that none is lost. */
export const DISPLACED = 'refs/displaced/';
/** Commits that had to leave their branch and are not reported yet: `<id>/<branch>`. */
export const DETACHED = 'refs/strays/';
/** The commit in service of each branch whose tip is held back, or that is gone. */
const APPLIED = 'refs/applied/';
const maxLength = 250;
// biome-ignore lint/suspicious/noControlCharactersInRegex: Git forbids them.
const FORBIDDEN = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|^[-./]|[./]$/;
const maxSymbolicSteps = 5;

/** Returns the commit of a ref, loose or packed; undefined when there is no such ref. Follows symbolic refs. */
export async function readRef(commonDir: string, ref: string): Promise<string | undefined> {
  let name = ref;
  for (let step = 0; step < maxSymbolicSteps; step++) {
    // Loose before packed: Git writes the packed file first and removes the loose one after.
    const loose = await readLoose(commonDir, name);
    if (loose?.target === undefined) {
      return loose?.id ?? (await readPacked(commonDir)).get(name);
    }
    name = loose.target;
  }
  return undefined;
}

/** Returns all refs below `prefix` (`refs/heads/`), named without it. */
export async function listRefs(commonDir: string, prefix: string): Promise<Map<string, string>> {
  const base = join(commonDir, prefix);
  const entries = await readdir(base, { recursive: true, withFileTypes: true }).catch(ifMissing);
  const loose = new Map<string, string>();
  for (const entry of entries ?? []) {
    if (!entry.isFile() || entry.name.endsWith('.lock')) continue;
    const name = join(entry.parentPath, entry.name).slice(base.length).replaceAll('\\', '/');
    const id = await readRef(commonDir, prefix + name);
    if (id !== undefined) loose.set(name, id);
  }
  const refs = new Map<string, string>();
  for (const [name, id] of await readPacked(commonDir)) {
    if (name.startsWith(prefix)) refs.set(name.slice(prefix.length), id);
  }
  for (const [name, id] of loose) refs.set(name, id);
  return refs;
}

/** Returns the refs whose files hold neither a commit nor the name of another ref, such as empty files after a crash. */
export async function listDamagedRefs(commonDir: string): Promise<string[]> {
  const entries = await readdir(join(commonDir, 'refs'), { recursive: true, withFileTypes: true }).catch(
    ifMissing,
  );
  const damaged: string[] = [];
  for (const entry of entries ?? []) {
    if (!entry.isFile() || entry.name.endsWith('.lock')) continue;
    const name = join(entry.parentPath, entry.name)
      .slice(commonDir.length + 1)
      .replaceAll('\\', '/');
    const loose = await readLoose(commonDir, name);
    // Missing by now: another process has deleted the ref.
    const isThere = loose === undefined && (await stat(join(commonDir, name)).catch(ifMissing));
    if (isThere) damaged.push(name);
  }
  return damaged;
}

/** Returns the branch that HEAD names, also when it has no commit yet; undefined when HEAD is detached. */
export async function headBranch(gitDir: string): Promise<string | undefined> {
  const target = (await readLoose(gitDir, 'HEAD'))?.target;
  return target?.startsWith(HEADS) ? target.slice(HEADS.length) : undefined;
}

interface LooseRef {
  id?: string;
  target?: string;
}

async function readLoose(dir: string, name: string): Promise<LooseRef | undefined> {
  const text = await readFile(join(dir, name), 'utf8').catch(ifMissing);
  if (text === undefined) return undefined;
  const value = text.trim();
  const target = /^ref:\s*(refs\/.+)$/.exec(value)?.[1];
  if (target !== undefined) return target.includes('..') ? undefined : { target };
  // A crash can leave an empty ref: the packed one counts then.
  return isUsableId(value, dir) ? { id: value } : undefined;
}

/** Reads `packed-refs`: lines `<id> <ref>`; lines that start with `#` or `^` annotate other lines. */
async function readPacked(commonDir: string): Promise<Map<string, string>> {
  const text = await readFile(join(commonDir, 'packed-refs'), 'utf8').catch(ifMissing);
  const refs = new Map<string, string>();
  for (const line of text?.split('\n') ?? []) {
    if (line.startsWith('#') || line.startsWith('^')) continue;
    const space = line.indexOf(' ');
    const id = line.slice(0, space);
    if (space > 0 && isUsableId(id, commonDir)) refs.set(line.slice(space + 1), id);
  }
  return refs;
}

function isUsableId(text: string, gitDir: string): boolean {
  if (/^[0-9a-f]{64}$/.test(text))
    throw sha256Problem(basename(gitDir) === '.git' ? dirname(gitDir) : gitDir);
  return isObjectId(text);
}

/** Returns the problem for a repository with SHA-256 object names. */
export function sha256Problem(location: string, cause?: unknown): Problem {
  return new Problem('git_failed', `The repository of ${location} uses SHA-256 object names.`, {
    hints: ["Use a repository with SHA-1 object names, Git's default: `git init --object-format=sha1`."],
    cause,
  });
}

/** Returns undefined for the error of a missing file. @throws Problem git_failed for any other error */
export function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'EISDIR') return undefined;
  throw new Problem('git_failed', `${error.path ?? 'A ref'} cannot be read: ${error.message}`, {
    hints: ['Check that the user svc runs as may read the repository.'],
    cause: error,
  });
}

/** True when Git accepts `name` for a branch (git-check-ref-format): then it is safe in a path and in a command. */
export function isBranchName(name: string): boolean {
  return name !== '' && name.length <= maxLength && name !== '@' && name !== 'HEAD' && !FORBIDDEN.test(name);
}

const maxWord = 200;

/**
 * Moves a ref from one commit to another under Git's own lock; undefined stands for "no such ref". Returns false, and
 * changes nothing, when the ref was not at `from`. On the disk when it resolves.
 */
export async function updateRef(
  gitDir: string,
  ref: string,
  from: string | undefined,
  to: string | undefined,
): Promise<boolean> {
  const staged = await stageRef(gitDir, to);
  try {
    return await staged.move(ref, from);
  } finally {
    await staged.discard();
  }
}

/** Puts the next value of a ref on the disk before its objects are. `move` moves the ref as `updateRef` does. */
export async function stageRef(gitDir: string, to: string | undefined) {
  const staged = await StagedContent.write(gitDir, to === undefined ? '' : `${to}\n`);
  return {
    discard: () => staged.discard(),
    async move(ref: string, from: string | undefined): Promise<boolean> {
      const moved = await staged.withLock(ref, async (lock) => {
        if ((await readRef(gitDir, ref)) !== from) return false;
        if (to === undefined) await removeRef(gitDir, ref);
        else {
          await removeEmptyFolders(join(gitDir, ref), gitDir, 'itself');
          await lock.replace();
        }
        return true;
      });
      if (moved && to === undefined) await removeEmptyFolders(dirname(join(gitDir, ref)), gitDir, 'parents');
      return moved;
    },
  };
}

/**
 * Runs `work` with Git's own lock on a ref held: a push to it fails meanwhile. `moveTo` moves the ref, which is on the disk
 * when that resolves. @throws Problem git_failed when another process holds the lock for more than a second
 */
export async function withLockedRef<T>(
  gitDir: string,
  ref: string,
  work: (tip: string | undefined, moveTo: (to: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  return withFileLock(gitDir, ref, async (lock) =>
    work(await readRef(gitDir, ref), async (to) => {
      await removeEmptyFolders(join(gitDir, ref), gitDir, 'itself');
      await lock.replace(`${to}\n`);
    }),
  );
}

/** Removes the packed ref before the loose one: a reader in between must not see the old packed value. */
async function removeRef(gitDir: string, ref: string): Promise<void> {
  const file = join(gitDir, ref);
  await removePacked(gitDir, ref);
  await rm(file, { force: true });
  await syncFolder(dirname(file));
}

/** Points HEAD at a branch, which need not exist yet. */
export async function setHead(gitDir: string, branch: string): Promise<void> {
  await withFileLock(gitDir, 'HEAD', (lock) => lock.replace(`ref: refs/heads/${branch}\n`));
}

/**
 * Keeps `git gc` from removing a commit that may be on no branch any more, in place of the commit kept for this branch
 * before; undefined keeps none. @throws Problem git_failed
 */
export async function keepCommit(gitDir: string, branch: string, commit: string | undefined): Promise<void> {
  const ref = APPLIED + refWord(branch);
  const target = commit === emptyTree ? undefined : commit;
  for (;;) {
    const kept = await readRef(gitDir, ref);
    if (kept === target || (await updateRef(gitDir, ref, kept, target))) return;
  }
}

/** Returns the commit of the last `keepCommit` for a branch. */
export async function keptCommit(gitDir: string, branch: string): Promise<string | undefined> {
  return readRef(gitDir, APPLIED + refWord(branch));
}

/** Encodes a branch name as one segment of a ref, so that the refs of `a` and `a/b` can both exist. */
function refWord(branch: string): string {
  const encoded = encodeURIComponent(branch);
  return encoded.length <= maxWord ? encoded : createHash('sha256').update(branch).digest('hex');
}

async function removePacked(gitDir: string, ref: string): Promise<void> {
  const path = join(gitDir, 'packed-refs');
  await withFileLock(gitDir, 'packed-refs', async (lock) => {
    const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
    const at = lines.findIndex((line) => line.endsWith(` ${ref}`) && !line.startsWith('#'));
    if (at < 0) return;
    // A line with `^` belongs to the line above it.
    lines.splice(at, lines[at + 1]?.startsWith('^') ? 2 : 1);
    await lock.replace(lines.join('\n'));
  });
}

/** Removes the folder `a` that a deleted branch `a/b` leaves: it would prevent a branch `a`. */
async function removeEmptyFolders(path: string, gitDir: string, which: 'itself' | 'parents'): Promise<void> {
  const keep = join(gitDir, 'refs', 'heads').length;
  for (let folder = path; folder.length > keep; folder = dirname(folder)) {
    const removed = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!removed || which === 'itself') return;
  }
}
