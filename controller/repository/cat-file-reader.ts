import { CatFileProcess } from './cat-file-process.js';
import type { GitObject, ObjectReader } from './contract.js';
import { isObjectId } from './object-id.js';

/** Between bursts the process goes: it holds packs open, also those that are gone from the disk. */
const IDLE_MS = 60_000;
/** Deaths of the process in one read, after which it is left. */
const MAX_DEATHS = 3;
/** Where it never answers, or there is no such program, no new one is tried for so long. */
const PAUSE_MS = 60_000;

/**
 * Reads objects through one long-lived `git cat-file --batch`, started with the first read and started anew when it
 * has died. What it cannot give, be it for a missing program or a damaged object, is asked of the other reader, which
 * then says what is wrong.
 */
export class CatFileReader implements ObjectReader {
  #process: CatFileProcess | undefined;
  #reading = 0;
  #idle: NodeJS.Timeout | undefined;
  #pausedUntil = 0;
  #isClosed = false;

  constructor(
    private readonly gitDir: string,
    private readonly other: ObjectReader,
  ) {}

  /** The process that is running, for those who look after it. */
  get pid(): number | undefined {
    return this.#process?.isDead === false ? this.#process.pid : undefined;
  }

  async read(ids: readonly string[]): Promise<Map<string, GitObject>> {
    const found = new Map<string, GitObject>();
    const wanted = [...new Set(ids)];
    clearTimeout(this.#idle);
    this.#reading += 1;
    try {
      await this.#readMost(wanted, found);
    } finally {
      this.#reading -= 1;
      if (this.#reading === 0) this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    }
    if (found.size === wanted.length) return found;
    const rest = await this.other.read(wanted.filter((id) => !found.has(id)));
    return new Map([...found, ...rest]);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    await Promise.all([this.#end(), this.other.close()]);
  }

  async #readMost(wanted: readonly string[], found: Map<string, GitObject>): Promise<void> {
    const asked = new Set<string>();
    const answer = (id: string, object: GitObject | undefined) => {
      asked.add(id);
      if (object) found.set(id, object);
    };
    let left = wanted.filter(isObjectId);
    for (let deaths = 1; left.length > 0; deaths += 1) {
      const running = this.#running();
      const death = await running?.read(left, answer).catch((cause: NodeJS.ErrnoException) => cause);
      if (!running || !death) return;
      const isHopeless = death.code === 'ENOENT' || (deaths === MAX_DEATHS && asked.size === 0);
      if (isHopeless) this.#pausedUntil = performance.now() + PAUSE_MS;
      if (isHopeless || deaths === MAX_DEATHS) return;
      // The object it was at may be damaged: the other reader finds out.
      left = left.filter((id) => !asked.has(id)).slice(1);
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
