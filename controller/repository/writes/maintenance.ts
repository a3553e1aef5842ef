import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from '../git-program.js';

/** Git's own default for when packs are too many. */
const MANY_PACKS = 50;
const LOOK_EVERY_WRITES = 64;
/** `git gc` packs everything anew; on a large repository that takes its time. */
const TIMEOUT_MS = 3_600_000;
const REST_MS = 600_000;

export interface MaintenanceOptions {
  gitDir: string;
  /** Runs work while nobody else joins or deletes packs. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  manyPacks?: number;
}

/** Lets the `git` program pack the repository when packs have piled up, in the background. */
export class Maintenance {
  #writes = 0;
  #restUntil = 0;
  #running: Promise<void> | undefined;
  readonly #stop = new AbortController();

  /** Why packs pile up, for those who ask how the repository is; undefined when all is well. */
  note: string | undefined;

  constructor(private readonly options: MaintenanceOptions) {}

  /** Told of each pack written. */
  wrote(): void {
    if (++this.#writes % LOOK_EVERY_WRITES !== 0 || this.#running || Date.now() < this.#restUntil) return;
    this.#running = this.run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Packs the repository if there are many packs. Never fails: what went wrong is in `note`. */
  async run(): Promise<void> {
    const { gitDir, hold, manyPacks = MANY_PACKS } = this.options;
    const names = await readdir(join(gitDir, 'objects', 'pack')).catch((): string[] => []);
    const packs = names.filter((name) => name.endsWith('.pack')).length;
    if (packs <= manyPacks || this.#stop.signal.aborted) return;
    const options = {
      gitDir,
      purpose: `Packing ${gitDir}`,
      timeoutMs: TIMEOUT_MS,
      signal: this.#stop.signal,
    };
    // Loose objects nobody reaches are kept for two weeks, Git's default: they may belong to a commit being made.
    const gc = [
      '-c',
      'gc.autoDetach=false',
      '-c',
      `gc.autoPackLimit=${manyPacks}`,
      'gc',
      '--auto',
      '--quiet',
    ];
    try {
      await hold(() => runGit(gc, options));
      this.note = undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.note = `${packs} packs wait to be joined: ${reason}`;
    }
    this.#restUntil = Date.now() + REST_MS;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }
}
