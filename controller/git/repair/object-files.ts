import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { copyFile, link, mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import git from 'isomorphic-git';
import { syncFolder } from '../program/git-program.js';
import { initBareRepository } from '../refs/bare-repository.js';

const inflateInThread = promisify(inflate);
const hashBytes = 20;
/** Larger packs are not read into memory. */
const maxCheckedBytes = 2 ** 30;
const fanOutEnd = 8 + 256 * 4;

/** Returns the ids of all objects of a folder `objects`, in packs and in files of their own. */
export async function listObjectIds(objectsDir: string): Promise<Set<string>> {
  const ids = new Set<string>();
  const packs = join(objectsDir, 'pack');
  for (const name of await namesIn(packs)) {
    if (!name.endsWith('.idx')) continue;
    const index = await readFile(join(packs, name)).catch(() => Buffer.alloc(0));
    if (!isSoundIndex(index)) continue;
    const count = index.readUInt32BE(fanOutEnd - 4);
    for (let at = 0; at < count; at++) {
      const start = fanOutEnd + at * hashBytes;
      ids.add(index.toString('hex', start, start + hashBytes));
    }
  }
  for (const { id } of await looseFiles(objectsDir)) ids.add(id);
  return ids;
}

/** True for an index of version 2 (gitformat-pack(5)) whose checksum is right. */
function isSoundIndex(index: Buffer): boolean {
  if (index.length < fanOutEnd + 2 * hashBytes || index.readUInt32BE(0) !== 0xff744f63) return false;
  const end = index.length - hashBytes;
  return createHash('sha1').update(index.subarray(0, end)).digest().equals(index.subarray(end));
}

async function looseFiles(objectsDir: string): Promise<{ id: string; path: string }[]> {
  const files: { id: string; path: string }[] = [];
  for (const folder of await namesIn(objectsDir)) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const name of await namesIn(join(objectsDir, folder))) {
      if (/^[0-9a-f]{38}$/.test(name))
        files.push({ id: folder + name, path: join(objectsDir, folder, name) });
    }
  }
  return files;
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((): string[] => []);
}

/**
 * Makes a repository at `target` of what can be used of damaged folders `objects`: sound files of single objects, and packs,
 * whose damaged or missing indexes are made again. A damaged pack with a sound index is taken too: some of its objects may
 * be sound. The files are links, where the file system has them.
 */
export async function collectObjectFiles(objectsDirs: readonly string[], target: string): Promise<void> {
  await initBareRepository(target);
  for (const objectsDir of objectsDirs) {
    for (const { id, path } of await looseFiles(objectsDir)) {
      if (await isSoundLoose(id, path))
        await share(path, join(target, 'objects', id.slice(0, 2), id.slice(2)));
    }
    const packs = join(objectsDir, 'pack');
    for (const name of await namesIn(packs)) {
      if (name.endsWith('.pack')) await collectPack(packs, name.slice(0, -'.pack'.length), target);
    }
  }
}

async function isSoundLoose(id: string, path: string): Promise<boolean> {
  try {
    const content = await inflateInThread(await readFile(path));
    return createHash('sha1').update(content).digest('hex') === id;
  } catch {
    return false;
  }
}

async function collectPack(packs: string, base: string, target: string): Promise<void> {
  const [from, folder] = [join(packs, base), join(target, 'objects', 'pack')];
  // Packs of two folders can have one name: one of them is damaged.
  const name = `pack-${createHash('sha1').update(from).digest('hex')}`;
  const index = await readFile(`${from}.idx`).catch(() => Buffer.alloc(0));
  if (isSoundIndex(index)) {
    await collectIndexed(from, index, join(folder, name));
    return;
  }
  const indexing = join(target, 'indexing', name);
  try {
    await share(`${from}.pack`, join(indexing, `${name}.pack`));
    await git.indexPack({ fs, dir: indexing, gitdir: target, filepath: `${name}.pack` });
  } catch {
    // The pack is damaged too: without an index no object of it can be found.
    return;
  }
  await share(join(indexing, `${name}.pack`), join(folder, `${name}.pack`));
  await share(join(indexing, `${name}.idx`), join(folder, `${name}.idx`));
}

/**
 * Takes a pack with its index. A damaged pack gets the checksum of the bytes that it has, in a copy: isomorphic-git reads no
 * object of a pack with a wrong one.
 */
async function collectIndexed(from: string, index: Buffer, to: string): Promise<void> {
  const size = (await stat(`${from}.pack`).catch(() => undefined))?.size ?? 0;
  const pack = size > maxCheckedBytes ? undefined : await readFile(`${from}.pack`).catch(() => undefined);
  const end = (pack?.length ?? 0) - hashBytes;
  const checksum = pack && end > 0 ? createHash('sha1').update(pack.subarray(0, end)).digest() : undefined;
  if (!pack || !checksum || checksum.equals(pack.subarray(end))) {
    await share(`${from}.pack`, `${to}.pack`);
    await share(`${from}.idx`, `${to}.idx`);
    return;
  }
  checksum.copy(pack, end);
  checksum.copy(index, index.length - 2 * hashBytes);
  const own = createHash('sha1').update(index.subarray(0, -hashBytes)).digest();
  own.copy(index, index.length - hashBytes);
  await mkdir(dirname(to), { recursive: true });
  await writeFile(`${to}.pack`, pack);
  await writeFile(`${to}.idx`, index);
}

async function share(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await link(from, to).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'EEXIST') return;
    if (cause.code !== 'ENOENT') return copyFile(from, to);
    // Git has packed it meanwhile, and deleted the file.
  });
}

/** Waits until all files and names below a folder are on the disk. */
export async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await syncTree(path);
    else if (entry.isFile()) {
      const handle = await open(path, 'r');
      await handle.sync().finally(() => handle.close());
    }
  }
  await syncFolder(folder);
}

/** Writes a file of JSON and waits until it is on the disk. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flush: true });
}
