import { cp, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { RepositoryObjects } from '../objects/object-reader.js';
import { syncFolder } from '../program/git-program.js';
import { listRefs, updateRef } from '../refs/refs.js';
import { collectObjectFiles, listObjectIds, syncTree, writeJson } from './object-files.js';
import { type LostRef, type RefChange, salvage } from './salvage.js';

/** Names beside the folder of the repository. */
const FETCHING = '.fetching';
const FETCHED = '.fetched';
const ASIDE = '.damaged-';
const planFile = 'svc-repair.json';
const lostFile = 'svc-lost.json';

/** The work that is left once the new objects are complete. */
export interface SwapPlan {
  /** The name of the folder for the damaged objects. */
  aside: string;
  changes: readonly RefChange[];
  lost: readonly LostRef[];
  /** The remote's branches when the objects were fetched. */
  tips: Readonly<Record<string, string>>;
}

/** A folder with damaged objects that is kept because some of them were nowhere else. */
export interface KeptFolder {
  path: string;
  lost: readonly LostRef[];
}

/** The folder that objects are fetched into; empty when this resolves. */
export async function emptyFetchFolder(gitDir: string): Promise<string> {
  const folder = gitDir + FETCHING;
  await rm(folder, { recursive: true, force: true });
  return folder;
}

/** Returns the folders `objects` with damaged files: of the repository, and of the folders that earlier repairs kept. */
export async function damagedObjectFolders(gitDir: string): Promise<string[]> {
  const aside = await asideFolders(gitDir);
  return [join(gitDir, 'objects'), ...aside.map((folder) => join(folder, 'objects'))];
}

/**
 * Puts the objects of the fetched folder in the place of those of the repository. A crash before the folder has its new name
 * leaves the repository as it was; after a later one, the next start completes the work. @returns the folder of the damaged
 * objects, if it is kept
 */
export async function swapObjects(
  gitDir: string,
  plan: Omit<SwapPlan, 'aside'>,
): Promise<KeptFolder | undefined> {
  const fetching = gitDir + FETCHING;
  const stamp = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const name = await freeName(`${basename(gitDir)}${ASIDE}${stamp}`, dirname(gitDir));
  await writeJson(join(fetching, planFile), { ...plan, aside: name } satisfies SwapPlan);
  await syncTree(fetching);
  await rename(fetching, gitDir + FETCHED);
  await syncFolder(dirname(gitDir));
  return completeSwap(gitDir);
}

/** Does the rest of a swap that a crash has interrupted, and removes an unfinished fetch. Called before the repository opens. */
export async function completeSwap(gitDir: string): Promise<KeptFolder | undefined> {
  await rm(gitDir + FETCHING, { recursive: true, force: true });
  const fetched = gitDir + FETCHED;
  const text = await readFile(join(fetched, planFile), 'utf8').catch(() => undefined);
  if (text === undefined) {
    // Its removal was interrupted: the plan goes first.
    await rm(fetched, { recursive: true, force: true });
    return undefined;
  }
  const plan = JSON.parse(text) as SwapPlan;
  const aside = join(dirname(gitDir), plan.aside);
  if (await exists(join(fetched, 'objects'))) await moveObjects(gitDir, fetched, aside);
  for (const { ref, from, to } of plan.changes) await updateRef(gitDir, ref, from, to);
  const late = await copyLate(gitDir, aside, plan);
  const lost = [...plan.lost, ...late];
  if (lost.length > 0) {
    await writeJson(join(aside, lostFile), lost);
    await syncFolder(aside);
  } else await rm(aside, { recursive: true, force: true });
  await rm(join(fetched, planFile), { force: true });
  await rm(fetched, { recursive: true, force: true });
  return lost.length > 0 ? { path: aside, lost } : undefined;
}

/** Moves the damaged objects away, with a copy of the refs, so that the folder is a repository; then the new ones in. */
async function moveObjects(gitDir: string, fetched: string, aside: string): Promise<void> {
  await mkdir(aside, { recursive: true, mode: 0o700 });
  const objects = join(gitDir, 'objects');
  if (await exists(objects)) {
    // A crash after this line left a complete copy; before it, the copy is made again.
    for (const name of ['HEAD', 'config', 'packed-refs', 'shallow', 'refs']) {
      await cp(join(gitDir, name), join(aside, name), { recursive: true, force: true }).catch(ifMissing);
    }
    const taken = await exists(join(aside, 'objects'));
    // A push can have made the folder again between the two moves.
    await rename(objects, join(aside, taken ? `objects-${Date.now()}` : 'objects'));
    await syncFolder(aside);
  }
  const shallow = join(fetched, 'shallow');
  if (await exists(shallow)) await cp(shallow, join(gitDir, 'shallow'));
  await rename(join(fetched, 'objects'), objects);
  await syncFolder(gitDir);
}

/** Copies what a push has written to the damaged folder while it was moved away. */
async function copyLate(gitDir: string, aside: string, { tips }: SwapPlan): Promise<readonly LostRef[]> {
  if (!(await exists(join(aside, 'objects')))) return [];
  const present = await listObjectIds(join(gitDir, 'objects'));
  const refs = await listRefs(gitDir, 'refs/');
  if ([...refs.values()].every((id) => present.has(id))) return [];
  const collected = join(gitDir + FETCHED, 'late.git');
  await rm(collected, { recursive: true, force: true });
  const names = await readdir(aside);
  const folders = names.filter((name) => name.startsWith('objects')).map((name) => join(aside, name));
  await collectObjectFiles(folders, collected);
  const reader = new RepositoryObjects(collected);
  try {
    const { changes, lost } = await salvage({
      gitDir,
      target: gitDir,
      fetched: new Set(present),
      present,
      reader,
      alsoKept: [],
      tips: new Map(Object.entries(tips)),
      allIds: () => listObjectIds(join(collected, 'objects')),
    });
    for (const { ref, from, to } of changes) await updateRef(gitDir, ref, from, to);
    return lost;
  } finally {
    await reader.close();
  }
}

/** Returns the folders that repairs have kept, the oldest first. */
export async function keptFolders(gitDir: string): Promise<KeptFolder[]> {
  const kept: KeptFolder[] = [];
  for (const path of await asideFolders(gitDir)) {
    const text = await readFile(join(path, lostFile), 'utf8').catch(() => undefined);
    if (text !== undefined) kept.push({ path, lost: JSON.parse(text) as LostRef[] });
  }
  return kept;
}

async function asideFolders(gitDir: string): Promise<string[]> {
  const names = await readdir(dirname(gitDir)).catch((): string[] => []);
  const start = basename(gitDir) + ASIDE;
  return names
    .filter((name) => name.startsWith(start))
    .sort()
    .map((name) => join(dirname(gitDir), name));
}

async function freeName(name: string, parent: string): Promise<string> {
  for (let count = 1; ; count++) {
    const free = count === 1 ? name : `${name}-${count}`;
    if (!(await exists(join(parent, free)))) return free;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function ifMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
