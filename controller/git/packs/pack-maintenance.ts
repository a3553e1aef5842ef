import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { collectGarbage } from '../program/git-program.js';
import type { PackedEntry } from './pack-file.js';

/** The number of packs of one tier that are joined into one of the next: 16 commits, 256, 4,096. */
const JOINED = 16;
/** Larger packs are left to `git gc`: their entries would fill the memory. */
const MAX_JOINED_BYTES = 2 * 1_048_576;
/** Git's own default for too many packs. */
const MANY_PACKS = 50;
const CHECK_EVERY_WRITES = 64;
/** `git gc` packs everything again, which takes long on a large repository. */
const TIMEOUT_MS = 3_600_000;
const PAUSE_MS = 600_000;

export interface Pack {
  name: string;
  entries: readonly PackedEntry[];
}

export interface PackMaintenanceOptions {
  gitDir: string;
  /** Writes a pack of these entries and returns its name. */
  write(entries: readonly PackedEntry[]): Promise<string>;
  manyPacks?: number;
}

/**
 * Keeps the number of packs small, in the background, because every reader searches all of them: joins small packs of this
 * process by tiers, and lets `git gc` pack the repository when many packs remain.
 */
export class PackMaintenance {
  readonly #folder: string;
  readonly #tiers: Pack[][] = [];
  #joining: Promise<void> = Promise.resolve();
  #writes = 0;
  #pausedUntil = 0;
  #collecting: Promise<void> | undefined;
  readonly #stop = new AbortController();

  /** The reason why packs pile up; undefined when they do not. */
  note: string | undefined;

  constructor(private readonly options: PackMaintenanceOptions) {
    this.#folder = join(options.gitDir, 'objects', 'pack');
  }

  /** Called for each written pack. */
  written(pack: Pack): void {
    this.#add(pack, 0);
    const isTime = ++this.#writes % CHECK_EVERY_WRITES === 0 && Date.now() >= this.#pausedUntil;
    if (isTime && !this.#collecting) void this.collect();
  }

  /** Lets `git gc` pack the repository when there are many packs. Does not throw: a failure is in `note`. */
  async collect(): Promise<void> {
    this.#collecting = this.#collect().finally(() => {
      this.#collecting = undefined;
    });
    await this.#collecting;
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([this.#collecting, this.#joining]);
  }

  #add(pack: Pack, tier: number): void {
    if (pack.entries.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_JOINED_BYTES) return;
    const packs = this.#tiers[tier] ?? [];
    this.#tiers[tier] = packs;
    packs.push(pack);
    // During `git gc` no packs are joined: it deletes the packs that it found at its start.
    if (packs.length < JOINED || this.#collecting) return;
    const joined = packs.splice(0);
    // Packs that could not be joined stay as they are, for `git gc`.
    this.#joining = this.#joining.then(() => this.#join(joined, tier)).catch(() => undefined);
  }

  async #join(packs: readonly Pack[], tier: number): Promise<void> {
    // Another process runs `git gc`.
    if ((await stat(join(this.options.gitDir, 'gc.pid')).catch(() => undefined)) !== undefined) return;
    const entries = new Map<string, PackedEntry>();
    // The first of equal objects stays, so that the base of a delta always comes before it.
    for (const pack of packs) {
      for (const entry of pack.entries) if (!entries.has(entry.id)) entries.set(entry.id, entry);
    }
    const joined = [...entries.values()];
    const joinedName = await this.options.write(joined);
    for (const { name } of packs) {
      if (name === joinedName) continue;
      await rm(join(this.#folder, `pack-${name}.idx`), { force: true });
      await rm(join(this.#folder, `pack-${name}.pack`), { force: true });
    }
    this.#add({ name: joinedName, entries: joined }, tier + 1);
  }

  async #collect(): Promise<void> {
    const { gitDir, manyPacks = MANY_PACKS } = this.options;
    const names = await readdir(this.#folder).catch((): string[] => []);
    const packs = names.filter((name) => name.endsWith('.pack')).length;
    const { signal } = this.#stop;
    if (packs <= manyPacks || signal.aborted) return;
    await this.#joining;
    try {
      const options = { gitDir, purpose: `Packing ${gitDir}`, timeoutMs: TIMEOUT_MS, signal };
      await collectGarbage(manyPacks, options);
      this.note = undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.note = `${packs} packs wait to be joined: ${reason}`;
    }
    this.#tiers.length = 0;
    this.#pausedUntil = Date.now() + PAUSE_MS;
  }
}
