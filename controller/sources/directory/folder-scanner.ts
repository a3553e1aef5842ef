import type { BigIntStats } from 'node:fs';
import { lstat, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  blobId,
  type IgnoredPaths,
  isBranchFile,
  isEntityFolder,
  isTextFile,
  type NonFile,
} from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import {
  directoryFailed,
  fileIdentity,
  getEntries,
  getInner,
  ifVanished,
  mayBeMisnamed,
  readPlain,
} from './folder-files.js';
import { FolderIgnores } from './folder-ignores.js';

const PARALLEL = 32;
const maxFiles = 100_000;
/** File times move in steps of a few milliseconds: a file this young may change again with the same times. */
const clockStepMs = 50;

/** A file as a source lists it. */
export interface FolderFile {
  readonly blobId: string;
  /** Set for a link of a work tree, which is not followed. */
  readonly nonFile?: NonFile;
}

interface KnownFile extends FolderFile {
  identity: string;
}

export function isSameFolderFile(one: FolderFile | undefined, other: FolderFile | undefined): boolean {
  return one?.blobId === other?.blobId && one?.nonFile === other?.nonFile;
}

/** The differences between the folder and the known files. They become known with `accept`. */
export interface Scan {
  /** Path → file; undefined for a deleted one. */
  changes: Map<string, FolderFile | undefined>;
  /** The bytes of the entity files that were read, by blob id. */
  contents: Map<string, Uint8Array>;
  /** Path → the file to know; undefined to remove it. */
  seen: Map<string, KnownFile | undefined>;
}

/**
 * Finds the entity files and texts below a folder. Only files whose times, size or inode changed are read again; a scan of
 * some paths costs as much as these, whatever the size of the folder.
 */
export class FolderScanner {
  readonly #known = new Map<string, KnownFile>();
  /** Folder → the number of known files below it, at any depth. */
  readonly #below = new Map<string, number>();
  /** Links, which change without a sign at their own path. */
  readonly #links = new Set<string>();
  /** Files whose names are not UTF-8: reported, never read. */
  readonly #misnamed = new Set<string>();
  /** Paths that the last scan could not read, and why: they count as unchanged. */
  readonly #faults = new Map<string, Problem>();

  readonly #ignores = new FolderIgnores();

  /**
   * @param around a folder above: while it exists, a missing folder counts as an empty one
   * @param isWorkTree true to see what a commit would have: links as links, and nothing of repositories inside
   */
  constructor(
    private readonly folder: string,
    private readonly around?: string,
    private readonly isWorkTree = false,
  ) {}

  /** The rules of the folder's ignore file at the last scan. */
  get ignored(): IgnoredPaths {
    return this.#ignores;
  }

  get(path: string): FolderFile | undefined {
    return this.#known.get(path);
  }

  /** The first path that the last scan could not read. Such paths are read with each scan: no sign tells when that works. */
  get trouble(): Problem | undefined {
    const [first] = this.#faults.values();
    const others = this.#faults.size - 1;
    if (!first || others === 0) return first;
    return new Problem('directory_failed', `${first.message} (and ${others} more)`, { cause: first });
  }

  /** Yields each known file with its path, in no order. */
  files(): IterableIterator<[string, FolderFile]> {
    return this.#known.entries();
  }

  accept({ seen }: Scan): void {
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
   * Scans these paths and those below them, or the whole folder. Unreadable paths are `trouble`.
   * @throws Problem directory_failed when the folder itself cannot be read
   */
  async scan(places?: Iterable<string>): Promise<Scan> {
    const root = await this.#root();
    const scan: Scan = { changes: new Map(), contents: new Map(), seen: new Map() };
    if (root === undefined) return this.#emptied(scan);
    const hasOtherRules = await this.#ignores.refresh(root);
    const isPartial = places !== undefined && !hasOtherRules;
    const paths = isPartial ? await this.#pathsAt(root, places) : await this.#allPaths(root);
    const queue = [...paths];
    let next = 0;
    const work = async () => {
      for (let path = queue[next++]; path !== undefined; path = queue[next++]) {
        await this.#orFault(path, () => this.#scanFile(root, path, scan));
      }
    };
    await Promise.all(Array.from({ length: Math.min(PARALLEL, queue.length) }, work));
    return scan;
  }

  /**
   * Returns the real path of the folder; undefined for a missing one that is optional.
   * @throws Problem directory_failed: the files of a missing folder do not count as deleted
   */
  async #root(): Promise<string | undefined> {
    try {
      const root = await realpath(this.folder);
      if ((await stat(root)).isDirectory()) return root;
    } catch (cause) {
      const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
      if (isMissing && this.around !== undefined && (await isFolder(this.around))) return undefined;
      throw directoryFailed(this.folder, cause);
    }
    throw directoryFailed(this.folder, new Error('it is not a folder'));
  }

  #emptied(scan: Scan): Scan {
    for (const path of this.#known.keys()) {
      scan.changes.set(path, undefined);
      scan.seen.set(path, undefined);
    }
    return scan;
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
    if (!names.every(isEntityFolder) || (await this.#isInOtherRepository(root, names))) return;
    if (mayBeMisnamed(name)) {
      for (const path of this.#misnamed) paths.add(path);
      for (const path of await this.#filesBelow(root, parent && `${parent}/`)) paths.add(path);
    }
    if (this.#known.has(place)) paths.add(place);
    else if (this.#below.has(place)) {
      for (const path of this.#known.keys()) if (path.startsWith(`${place}/`)) paths.add(path);
    }
    const isHere = (await realpath(join(root, parent)).catch(ifVanished)) === join(root, parent);
    const stats = isHere ? await lstat(join(root, place)).catch(ifVanished) : undefined;
    if (stats?.isDirectory() && isEntityFolder(name)) {
      for (const path of await this.#filesBelow(root, `${place}/`)) paths.add(path);
    } else if (stats && isBranchFile(name, parent === '')) paths.add(place);
  }

  async #isInOtherRepository(root: string, folders: readonly string[]): Promise<boolean> {
    if (!this.isWorkTree) return false;
    const marks = folders.map((_, index) => join(root, ...folders.slice(0, index + 1), '.git'));
    const stats = await Promise.all(marks.map((mark) => lstat(mark).catch(() => undefined)));
    return stats.some((each) => each !== undefined);
  }

  /** Runs the work on a path; when it fails, the path keeps its known files. */
  async #orFault(place: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
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
        const entries = await getEntries(join(root, prefix), prefix === '');
        if (this.isWorkTree && prefix !== '' && entries.some(({ name }) => name === '.git')) return;
        for (const { name, isFolder, isMisnamed } of entries) {
          const path = prefix + name;
          const isEntered = isFolder && !isMisnamed && isEntityFolder(name);
          if (isEntered && !this.#ignores.hasFolder(path)) next.push(`${path}/`);
          if (isFolder || !isBranchFile(name, prefix === '') || this.#ignores.has(path)) continue;
          files.push(path);
          if (isMisnamed) this.#misnamed.add(path);
        }
      };
      for (const prefix of level) {
        if (prefix === '') await enter(prefix);
        else await this.#orFault(prefix.slice(0, -1), () => enter(prefix));
      }
      if (files.length > maxFiles) throw tooMany(root);
      level = next;
    }
    return files;
  }

  async #scanFile(root: string, path: string, scan: Scan): Promise<void> {
    const previous = this.#known.get(path);
    const file = await this.#read(root, path, scan);
    if (file === previous) return;
    scan.seen.set(path, file);
    if (!isSameFolderFile(file, previous)) scan.changes.set(path, file);
  }

  async #read(root: string, path: string, scan: Scan): Promise<KnownFile | undefined> {
    if (this.#ignores.has(path)) return undefined;
    // Of a misnamed file only the name counts.
    if (this.#misnamed.has(path))
      return this.#known.get(path) ?? { identity: '', blobId: blobId(Buffer.from(path)) };
    const place = join(root, path);
    const stats = await lstat(place, { bigint: true }).catch(ifVanished);
    if (stats?.isSymbolicLink()) this.#links.add(path);
    else this.#links.delete(path);
    if (this.isWorkTree && stats?.isSymbolicLink()) return readLink(place);
    const previous = this.#known.get(path);
    if (stats?.isFile() && previous?.identity === fileIdentity(place, stats)) return previous;
    // The file, and the target of a link, must be inside of the folder.
    const target = stats && (await getInner(root, place));
    const real = target === undefined ? undefined : await stat(target, { bigint: true }).catch(ifVanished);
    if (target === undefined || !real?.isFile()) return undefined;
    const identity = fileIdentity(target, real);
    if (previous?.identity === identity) return previous;
    const content = await readPlain(target);
    if (content === undefined) return undefined;
    const id = blobId(content);
    // Most texts are named by no entity and are never requested.
    if (!isTextFile(basename(path))) scan.contents.set(id, content);
    return { identity: isYoung(real) ? '' : identity, blobId: id };
  }
}

/** Git keeps the target of a link as its content; a link in the place of a text is nothing to svc. */
async function readLink(path: string): Promise<KnownFile | undefined> {
  if (isTextFile(basename(path))) return undefined;
  const target = await readlink(path, 'buffer').catch(ifVanished);
  return target && { identity: '', blobId: blobId(target), nonFile: 'link' };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

function tooMany(root: string): Problem {
  const detail = `There are more than ${maxFiles} entity files and texts in ${root}.`;
  return new Problem('directory_failed', detail, {
    hints: ['Set `Git.Path` to the folder that holds the entity files, or name the others in `.svcignore`.'],
  });
}

function isYoung(stats: BigIntStats): boolean {
  return Date.now() - Number(stats.ctimeMs) < clockStepMs;
}
