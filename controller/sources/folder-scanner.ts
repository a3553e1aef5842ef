import { type BigIntStats, constants, type Dirent } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join, sep } from 'node:path';
import { Problem } from '../problems/index.js';
import { blobId, isBranchFile, isEntityFolder, isTextFile } from '../repository/index.js';
import type { SourceFile } from './contract.js';

const PARALLEL = 32;
const MAX_FILES = 100_000;
/** File times move in steps of a few milliseconds: a file this young may change again without showing it. */
const CLOCK_STEP_MS = 50;

interface KnownFile {
  identity: string;
  blobId: string;
}

export interface Scan {
  /** Sorted by path. */
  files: SourceFile[];
  /** The bytes of the entity files that had to be read, by blob id. */
  contents: Map<string, Uint8Array>;
}

/** Lists the entity files and texts below a folder; only files whose times, size or inode changed are read again. */
export class FolderScanner {
  #known = new Map<string, KnownFile>();

  constructor(private readonly folder: string) {}

  /** @throws Problem directory_failed */
  async scan(): Promise<Scan> {
    const root = await realpath(this.folder).catch((cause: unknown) => {
      throw directoryFailed(this.folder, cause);
    });
    const paths = await listFiles(root);
    const scan: Scan = { files: [], contents: new Map() };
    const known = new Map<string, KnownFile>();
    let next = 0;
    const work = async () => {
      for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
        const file = await this.#look(root, path, scan);
        if (file === undefined) continue;
        scan.files.push({ path, blobId: file.blobId });
        if (file.identity !== '') known.set(path, file);
      }
    };
    await Promise.all(Array.from({ length: Math.min(PARALLEL, paths.length) }, work));
    this.#known = known;
    scan.files.sort((a, b) => (a.path < b.path ? -1 : 1));
    return scan;
  }

  async #look(root: string, path: string, scan: Scan): Promise<KnownFile | undefined> {
    const target = await insideOf(root, join(root, path));
    const found = target === undefined ? undefined : await stat(target, { bigint: true }).catch(vanished);
    if (target === undefined || !found?.isFile()) return undefined;
    const identity = `${target}:${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}`;
    const known = this.#known.get(path);
    if (known?.identity === identity) return known;
    const content = await readPlain(target);
    if (content === undefined) return undefined;
    const id = blobId(content);
    // Most texts are named by no entity and are never asked for.
    if (!isTextFile(basename(path))) scan.contents.set(id, content);
    return { identity: isYoung(found) ? '' : identity, blobId: id };
  }
}

/** The bytes of a plain file; undefined when it is gone. A link put in its place meanwhile is not followed. */
export async function readPlain(path: string): Promise<Uint8Array | undefined> {
  const noFollow = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(path, noFollow).catch(vanished);
  try {
    return await handle?.readFile();
  } catch (cause) {
    throw directoryFailed(path, cause);
  } finally {
    await handle?.close();
  }
}

/** Where a path really is; undefined when a link leads out of the folder, or nowhere. */
export async function insideOf(root: string, path: string): Promise<string | undefined> {
  const target = await realpath(path).catch(vanished);
  return target?.startsWith(root.endsWith(sep) ? root : root + sep) ? target : undefined;
}

async function listFiles(root: string): Promise<string[]> {
  const files: string[] = [];
  let level = [''];
  while (level.length > 0) {
    const below: string[] = [];
    for (const prefix of level) {
      for (const entry of await entriesOf(join(root, prefix), prefix === '')) {
        const path = prefix + entry.name;
        if (entry.isDirectory() && isEntityFolder(entry.name)) below.push(`${path}/`);
        else if (!entry.isDirectory() && isBranchFile(entry.name, prefix === '')) files.push(path);
      }
      if (files.length > MAX_FILES) {
        throw new Problem(
          'directory_failed',
          `There are more than ${MAX_FILES} entity files and texts in ${root}.`,
          {
            hints: ['Serve a folder that holds the entity files alone.'],
          },
        );
      }
    }
    level = below;
  }
  return files;
}

async function entriesOf(folder: string, isRoot: boolean): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((cause: NodeJS.ErrnoException) => {
    // A folder below that has just been removed is no failure; the root that is gone must not count as empty.
    if (!isRoot && cause.code === 'ENOENT') return [];
    throw directoryFailed(folder, cause);
  });
}

function isYoung(found: BigIntStats): boolean {
  return Date.now() - Number(found.ctimeMs) < CLOCK_STEP_MS;
}

function vanished(cause: NodeJS.ErrnoException): undefined {
  if (cause.code === 'ENOENT' || cause.code === 'ELOOP' || cause.code === 'ENOTDIR') return undefined;
  throw directoryFailed(cause.path ?? 'A file', cause);
}

function directoryFailed(path: string, cause: unknown): Problem {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new Problem('directory_failed', `${path} cannot be read: ${reason}`, { cause });
}
