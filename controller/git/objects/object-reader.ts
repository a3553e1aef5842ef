import fs from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import git, { Errors } from 'isomorphic-git';
import { Semaphore } from '../../concurrency/turns.js';
import { Problem } from '../../problems/index.js';
import { CatFileReader } from './cat-file-reader.js';
import { type GitObject, type ObjectReader, UnreadableObject } from './contract.js';
import { libraryReason } from './library-reason.js';

/** From this many objects on, starting a process costs less than it saves. */
const MANY = 64;
/** The same for a pack of this many bytes: isomorphic-git loads the whole pack to read one object of it. */
const largePack = 2 ** 19;
/** Bytes of recent objects in memory. */
const recentBytes = 16 * 1_048_576;
/** Larger objects are not kept; `TreeCache` keeps the trees of wide folders. */
const maxRecentBytes = 262_144;
/** The approximate cost of an object besides its bytes. */
const overheadBytes = 300;
/** The number of objects that are read in process at the same time. */
const PARALLEL = 48;
/** The cache of isomorphic-git holds whole packs, also those that are gone from the disk: it is dropped when idle. */
const cacheMs = 60_000;

/**
 * Reads the objects of a bare repository: recent ones from memory, few ones in process, many ones through
 * `git cat-file --batch`. Works without the `git` program too, more slowly.
 */
export class RepositoryObjects implements ObjectReader {
  readonly #recent = new Map<string, GitObject>();
  #recentBytes = 0;
  readonly #inProcess: InProcessReader;
  readonly #bulk: CatFileReader;
  /** Once many objects were requested, or with a large pack at the start, single objects go to the process too. */
  #isLarge = false;
  #startsLarge: Promise<boolean>;

  /**
   * @param onUnreadable called with each object that cannot be read
   * @param isRepaired true where svc fetches damaged objects again
   */
  constructor(
    private readonly gitDir: string,
    private readonly onUnreadable?: (cause: UnreadableObject) => void,
    isRepaired = false,
  ) {
    this.#inProcess = new InProcessReader(gitDir, isRepaired);
    this.#bulk = new CatFileReader(gitDir, this.#inProcess);
    this.#startsLarge = hasLargePack(gitDir);
  }

  /** Returns an object that is in memory. */
  recall(id: string): GitObject | undefined {
    return this.#recent.get(id);
  }

  /** Returns the commits that are in memory. */
  recentCommits(): string[] {
    return [...this.#recent].flatMap(([id, { type }]) => (type === 'commit' ? [id] : []));
  }

  /** Forgets all objects and files: others are in their place. */
  async reset(): Promise<void> {
    this.#recent.clear();
    this.#recentBytes = 0;
    this.#isLarge = false;
    this.#startsLarge = hasLargePack(this.gitDir);
    await this.#bulk.reset();
  }

  /** Keeps objects that are on the disk, for the requests that usually follow a write. */
  add(objects: Iterable<GitObject & { id: string }>): void {
    for (const { id, type, content } of objects) {
      if (content.byteLength > maxRecentBytes || this.#recent.has(id)) continue;
      this.#recent.set(id, { type, content });
      this.#recentBytes += content.byteLength + overheadBytes;
    }
    for (const [oldest, { content }] of this.#recent) {
      if (this.#recentBytes <= recentBytes) break;
      this.#recent.delete(oldest);
      this.#recentBytes -= content.byteLength + overheadBytes;
    }
  }

  /** Keeps the commits and trees that it reads; blobs are usually requested once. */
  async read(ids: readonly string[]): Promise<Map<string, GitObject>> {
    const objects = new Map<string, GitObject>();
    const others: string[] = [];
    for (const id of ids) {
      const recent = this.#recent.get(id);
      if (recent) objects.set(id, recent);
      else others.push(id);
    }
    if (others.length === 0) return objects;
    this.#isLarge ||= others.length >= MANY || (await this.#startsLarge);
    const rest = await (this.#isLarge ? this.#bulk : this.#inProcess).read(others).catch((problem: Error) => {
      if (problem.cause instanceof UnreadableObject) this.onUnreadable?.(problem.cause);
      throw problem;
    });
    this.add([...rest].flatMap(([id, object]) => (object.type === 'blob' ? [] : [{ id, ...object }])));
    for (const [id, object] of rest) objects.set(id, object);
    return objects;
  }

  close(): Promise<void> {
    return this.#bulk.close();
  }
}

async function hasLargePack(gitDir: string): Promise<boolean> {
  const folder = join(gitDir, 'objects', 'pack');
  const packs = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.pack'));
  const stats = await Promise.all(packs.map((name) => stat(join(folder, name)).catch(() => undefined)));
  return stats.some((pack) => pack !== undefined && pack.size >= largePack);
}

/** Reads objects with isomorphic-git, loose and packed, through one cache. */
export class InProcessReader implements ObjectReader {
  #cache = {};
  #release: NodeJS.Timeout | undefined;

  /** @param isRepaired true where svc fetches damaged objects again */
  constructor(
    private readonly gitDir: string,
    private readonly isRepaired = false,
  ) {}

  async read(ids: readonly string[]): Promise<Map<string, GitObject>> {
    const objects = new Map<string, GitObject>();
    const places = new Semaphore(PARALLEL);
    await Promise.all(
      [...new Set(ids)].map((id) => places.run(async () => objects.set(id, await this.#readOne(id)))),
    );
    clearTimeout(this.#release);
    this.#release = setTimeout(() => {
      this.#cache = {};
    }, cacheMs).unref();
    return objects;
  }

  async close(): Promise<void> {
    this.reset();
  }

  /** Forgets the files that it has read. */
  reset(): void {
    clearTimeout(this.#release);
    this.#cache = {};
  }

  async #readOne(id: string): Promise<GitObject> {
    const cache = this.#cache;
    try {
      return await this.#readWith(cache, id);
    } catch {
      // The cache may know packs that `git gc` replaced, or a partly written index.
      if (this.#cache === cache) this.#cache = {};
      return this.#readWith(this.#cache, id).catch((cause: unknown) => {
        throw unreadable(id, { gitDir: this.gitDir, isRepaired: this.isRepaired, cause });
      });
    }
  }

  async #readWith(cache: object, oid: string): Promise<GitObject> {
    const read = await git.readObject({ fs, gitdir: this.gitDir, oid, cache, format: 'content' });
    if (!(read.object instanceof Uint8Array)) throw new Error(`unexpected format ${read.format}`);
    return { type: read.type as GitObject['type'], content: read.object };
  }
}

/** Failures of the machine, which say nothing about the files of the repository. */
const notOfFiles: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EACCES', 'EPERM']);

function unreadable(
  id: string,
  { gitDir, isRepaired, cause }: { gitDir: string; isRepaired: boolean; cause: unknown },
): Problem {
  const what = `The object ${id} cannot be read from ${gitDir}`;
  const reason = libraryReason(cause);
  if (notOfFiles.has((cause as NodeJS.ErrnoException).code)) {
    return new Problem('git_failed', `${what}: ${reason}`, {
      hints: ['Check that the user svc runs as may read the data directory, and its limit of open files.'],
      cause,
    });
  }
  const isMissing = cause instanceof Errors.NotFoundError;
  return new Problem('git_failed', isMissing ? `${what}: it is missing.` : `${what}: ${reason}`, {
    hints: [
      isRepaired
        ? `Run \`git fsck\` in ${gitDir}. svc replaces damaged objects by those of \`Git.Remote\`; what the remote lacks has to come from a backup of the folder.`
        : `Run \`git fsck\` in ${gitDir}, and restore what it names from a backup of the folder or from a whole clone.`,
    ],
    cause: new UnreadableObject(id, isMissing ? 'missing' : 'damaged', reason),
  });
}
