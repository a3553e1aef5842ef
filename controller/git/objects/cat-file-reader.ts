import { CatFileProcess } from './cat-file-process.js';
import { isObjectId } from './commit-object.js';
import type { GitObject, ObjectReader } from './contract.js';

/** An idle process ends after this time: it holds packs open, also those that are gone from the disk. */
const idleMs = 60_000;
/** After this many deaths of the process in one read, the other reader reads the rest. */
const maxDeaths = 3;
/** The pause before the next attempt when the program is missing or never answers. */
const pauseMs = 60_000;

/**
 * Reads objects through one long-lived `git cat-file --batch`, started with the first read and again when it has died.
 * Objects that it cannot give, because the program is missing or the object is damaged, are read by the other reader,
 * which reports the reason.
 */
export class CatFileReader implements ObjectReader {
  #process: CatFileProcess | undefined;
  #reading = 0;
  #idle: NodeJS.Timeout | undefined;
  #pausedUntil = 0;
  #isClosed = false;

  constructor(
    private readonly gitDir: string,
    private readonly other: ObjectReader & { reset?(): void },
  ) {}

  /** The id of the running process. */
  get pid(): number | undefined {
    return this.#process?.isDead === false ? this.#process.pid : undefined;
  }

  async read(ids: readonly string[]): Promise<Map<string, GitObject>> {
    const objects = new Map<string, GitObject>();
    const uniqueIds = [...new Set(ids)];
    clearTimeout(this.#idle);
    this.#reading += 1;
    try {
      await this.#readMost(uniqueIds, objects);
    } finally {
      this.#reading -= 1;
      if (this.#reading === 0) this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
    }
    if (objects.size === uniqueIds.length) return objects;
    const rest = await this.other.read(uniqueIds.filter((id) => !objects.has(id)));
    return new Map([...objects, ...rest]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await Promise.all([this.#end(), this.other.close()]);
  }

  /** Ends the process, which has the files of the repository open; the next read starts another. */
  async reset(): Promise<void> {
    this.other.reset?.();
    await this.#end();
  }

  async #readMost(ids: readonly string[], objects: Map<string, GitObject>): Promise<void> {
    const requestedIds = new Set<string>();
    const answer = (id: string, object: GitObject | undefined) => {
      requestedIds.add(id);
      if (object) objects.set(id, object);
    };
    let left = ids.filter(isObjectId);
    for (let deaths = 1; left.length > 0; deaths += 1) {
      const running = this.#running();
      const death = await running?.read(left, answer).catch((cause: NodeJS.ErrnoException) => cause);
      if (!running || !death) return;
      const isHopeless = death.code === 'ENOENT' || (deaths === maxDeaths && requestedIds.size === 0);
      if (isHopeless) this.#pausedUntil = performance.now() + pauseMs;
      if (isHopeless || deaths === maxDeaths) return;
      // The object under way may be damaged: the other reader reports that.
      left = left.filter((id) => !requestedIds.has(id)).slice(1);
    }
  }

  #running(): CatFileProcess | undefined {
    if (this.#process?.isDead === false) return this.#process;
    if (this.#isClosed || performance.now() < this.#pausedUntil) return undefined;
    this.#process = new CatFileProcess(this.gitDir);
    return this.#process;
  }

  async #end(): Promise<void> {
    const ended = this.#process;
    this.#process = undefined;
    await ended?.close();
  }
}
