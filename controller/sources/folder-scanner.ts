import { type BigIntStats, constants } from 'node:fs';
import { lstat, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { Problem } from '../problems/index.js';
import { blobId, isBranchFile, isEntityFolder, isTextFile } from '../repository/index.js';
import { type FolderEntry, folderEntries, mayBeMisnamed } from './folder-entries.js';

const PARALLEL = 32;
const MAX_FILES = 100_000;
/** File times move in steps of a few milliseconds: a file this young may change again without showing it. */
const CLOCK_STEP_MS = 50;

interface KnownFile {
  identity: string;
  blobId: string;
}

/** What a look at the folder found that differs from what was known. Nothing is known by it until `accept`. */
export interface Look {
  /** Path → blob id; undefined for a file that is gone. */
  changes: Map<string, string | undefined>;
  /** The bytes of the entity files that had to be read, by blob id. */
  contents: Map<string, Uint8Array>;
  /** Path → what to know of it. */
  seen: Map<string, KnownFile | undefined>;
}

/**
 * Knows the entity files and texts below a folder. Only files whose times, size or inode changed are read again; a look at
 * some places costs by what is there, not by the folder.
 */
export class FolderScanner {
  readonly #known = new Map<string, KnownFile>();
  /** How many of them are below a folder, at any depth. */
  readonly #below = new Map<string, number>();
  /** Links change without a sign where they are. */
  readonly #links = new Set<string>();
  /** Files whose names are not UTF-8: there to be told of, never read. */
  readonly #misnamed = new Set<string>();
  /** What could not be read when it was last looked at, and why: it counts as it was. */
  readonly #faults = new Map<string, Problem>();

  constructor(private readonly folder: string) {}

  get(path: string): string | undefined {
    return this.#known.get(path)?.blobId;
  }

  /** What could not be read is looked at each time: nothing tells when it can be. */
  get trouble(): Problem | undefined {
    const [first] = this.#faults.values();
    const others = this.#faults.size - 1;
    if (!first || others === 0) return first;
    return new Problem('directory_failed', `${first.message} (and ${others} more)`, { cause: first });
  }

  /** Path and blob id of each, in no order. */
  *files(): Generator<[string, string]> {
    for (const [path, { blobId }] of this.#known) yield [path, blobId];
  }

  accept({ seen }: Look): void {
    for (const [path, file] of seen) {
      if (this.#known.has(path) !== (file !== undefined)) this.#count(path, file ? 1 : -1);
      if (file) this.#known.set(path, file);
      else this.#known.delete(path);
    }
  }

  #count(path: string, step: number): void {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      const count = (this.#below.get(folder) ?? 0) + step;
      if (count > 0) this.#below.set(folder, count);
      else this.#below.delete(folder);
    }
  }

  /**
   * Looks at these paths and what is below them, or at everything. What cannot be read is `trouble`.
   * @throws Problem directory_failed when the folder itself cannot be read
   */
  async look(places?: Iterable<string>): Promise<Look> {
    const root = await this.#root();
    const paths = places ? await this.#pathsAt(root, places) : await this.#allPaths(root);
    const look: Look = { changes: new Map(), contents: new Map(), seen: new Map() };
    const queue = [...paths];
    let next = 0;
    const work = async () => {
      for (let path = queue[next++]; path !== undefined; path = queue[next++]) {
        await this.#orFault(path, () => this.#lookAt(root, path, look));
      }
    };
    await Promise.all(Array.from({ length: Math.min(PARALLEL, queue.length) }, work));
    return look;
  }

  /** Without it nothing below may count as gone. @throws Problem directory_failed */
  async #root(): Promise<string> {
    try {
      const root = await realpath(this.folder);
      if ((await stat(root)).isDirectory()) return root;
    } catch (cause) {
      throw directoryFailed(this.folder, cause);
    }
    throw directoryFailed(this.folder, new Error('it is no folder'));
  }

  async #allPaths(root: string): Promise<Set<string>> {
    this.#faults.clear();
    return new Set([...this.#known.keys(), ...(await this.#filesBelow(root, ''))]);
  }

  async #pathsAt(root: string, places: Iterable<string>): Promise<Set<string>> {
    const paths = new Set<string>(this.#links);
    for (const place of new Set([...places, ...this.#faults.keys()])) {
      this.#faults.delete(place);
      await this.#orFault(place, () => this.#addPathsAt(root, place, paths));
    }
    return paths;
  }

  async #addPathsAt(root: string, place: string, paths: Set<string>): Promise<void> {
    const names = place.split('/');
    const name = names.pop() ?? '';
    const parent = names.join('/');
    if (!names.every(isEntityFolder)) return;
    if (mayBeMisnamed(name)) {
      for (const path of this.#misnamed) paths.add(path);
      for (const path of await this.#filesBelow(root, parent && `${parent}/`)) paths.add(path);
    }
    if (this.#known.has(place)) paths.add(place);
    else if (this.#below.has(place)) {
      for (const path of this.#known.keys()) if (path.startsWith(`${place}/`)) paths.add(path);
    }
    const isHere = (await realpath(join(root, parent)).catch(vanished)) === join(root, parent);
    const found = isHere ? await lstat(join(root, place)).catch(vanished) : undefined;
    if (found?.isDirectory() && isEntityFolder(name)) {
      for (const path of await this.#filesBelow(root, `${place}/`)) paths.add(path);
    } else if (found && isBranchFile(name, parent === '')) paths.add(place);
  }

  /** Does what is about a place; that it cannot be read is noted, and what is known of it stays. */
  async #orFault(place: string, look: () => Promise<void>): Promise<void> {
    try {
      await look();
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      this.#faults.set(place, cause);
    }
  }

  /** @param below the folder to start from, with a slash at its end; `''` for all. @throws Problem directory_failed */
  async #filesBelow(root: string, below: string): Promise<string[]> {
    const files: string[] = [];
    let level = [below];
    while (level.length > 0) {
      const next: string[] = [];
      const enter = async (prefix: string) => {
        for (const path of this.#misnamed)
          if (dirname(`/${path}`) === dirname(`/${prefix}x`)) this.#misnamed.delete(path);
        for (const { name, isFolder, isMisnamed } of await entriesOf(join(root, prefix), prefix === '')) {
          const path = prefix + name;
          if (isFolder && !isMisnamed && isEntityFolder(name)) next.push(`${path}/`);
          if (isFolder || !isBranchFile(name, prefix === '')) continue;
          files.push(path);
          if (isMisnamed) this.#misnamed.add(path);
        }
      };
      for (const prefix of level) {
        if (prefix === '') await enter(prefix);
        else await this.#orFault(prefix.slice(0, -1), () => enter(prefix));
      }
      if (files.length > MAX_FILES) throw tooMany(root);
      level = next;
    }
    return files;
  }

  async #lookAt(root: string, path: string, look: Look): Promise<void> {
    const known = this.#known.get(path);
    const file = await this.#read(root, path, look);
    if (file === known) return;
    look.seen.set(path, file);
    if (file?.blobId !== known?.blobId) look.changes.set(path, file?.blobId);
  }

  async #read(root: string, path: string, look: Look): Promise<KnownFile | undefined> {
    // Of all that is in it only the name counts.
    if (this.#misnamed.has(path))
      return this.#known.get(path) ?? { identity: '', blobId: blobId(Buffer.from(path)) };
    const place = join(root, path);
    const found = await lstat(place, { bigint: true }).catch(vanished);
    if (found?.isSymbolicLink()) this.#links.add(path);
    else this.#links.delete(path);
    const known = this.#known.get(path);
    if (found?.isFile() && known?.identity === identityOf(place, found)) return known;
    // What is read, and what a link stands for, has to be inside.
    const target = found && (await insideOf(root, place));
    const real = target === undefined ? undefined : await stat(target, { bigint: true }).catch(vanished);
    if (target === undefined || !real?.isFile()) return undefined;
    const identity = identityOf(target, real);
    if (known?.identity === identity) return known;
    const content = await readPlain(target);
    if (content === undefined) return undefined;
    const id = blobId(content);
    // Most texts are named by no entity and are never asked for.
    if (!isTextFile(basename(path))) look.contents.set(id, content);
    return { identity: isYoung(real) ? '' : identity, blobId: id };
  }
}

function identityOf(place: string, { ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${place}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
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

async function entriesOf(folder: string, isRoot: boolean): Promise<FolderEntry[]> {
  const entries = await folderEntries(folder).catch((cause: NodeJS.ErrnoException) => {
    // A folder below that has just been removed is no failure; the root that is gone must not count as empty.
    if (isRoot) throw directoryFailed(folder, cause);
    return vanished(cause);
  });
  return entries ?? [];
}

function tooMany(root: string): Problem {
  const hints = ['Serve a folder that holds the entity files alone.'];
  return new Problem(
    'directory_failed',
    `There are more than ${MAX_FILES} entity files and texts in ${root}.`,
    { hints },
  );
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
