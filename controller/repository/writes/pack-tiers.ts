import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { PackedEntry } from './pack-file.js';

/** Packs of one tier that are joined into one of the next: sixteen commits, 256, 4,096. */
const JOINED = 16;
/** Larger packs are left to `git gc`: their entries would fill the memory. */
const MAX_BYTES = 2 * 1_048_576;

interface Pack {
  name: string;
  entries: readonly PackedEntry[];
}

/**
 * Keeps the packs of small commits few, since every reader looks through all of them: those of a size are joined, in the
 * background. Knows the packs this process wrote; older ones are for `git gc`.
 */
export class PackTiers {
  readonly #folder: string;
  readonly #tiers: Pack[][] = [];
  #joining: Promise<void> = Promise.resolve();
  #isHeld = false;

  constructor(
    private readonly gitDir: string,
    private readonly write: (entries: readonly PackedEntry[]) => Promise<string>,
  ) {
    this.#folder = join(gitDir, 'objects', 'pack');
  }

  add(pack: Pack, tier = 0): void {
    if (pack.entries.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_BYTES) return;
    const packs = this.#tiers[tier] ?? [];
    this.#tiers[tier] = packs;
    packs.push(pack);
    if (packs.length < JOINED || this.#isHeld) return;
    const joined = packs.splice(0);
    // Packs that could not be joined stay as they are: nothing is lost, and `git gc` takes them.
    this.#joining = this.#joining.then(() => this.#join(joined, tier)).catch(() => undefined);
  }

  /** Runs `work` while no packs are joined: `git gc` takes apart and deletes what it found at its start. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#isHeld = true;
    await this.#joining;
    try {
      return await work();
    } finally {
      this.#tiers.length = 0;
      this.#isHeld = false;
    }
  }

  /** Resolves when what is being joined is. */
  async settled(): Promise<void> {
    await this.#joining;
  }

  async #join(packs: readonly Pack[], tier: number): Promise<void> {
    // Someone else's `git gc` says that it runs.
    if ((await stat(join(this.gitDir, 'gc.pid')).catch(() => undefined)) !== undefined) return;
    const entries = new Map<string, PackedEntry>();
    // The first of equal objects stays, so that the base of a delta always stands before it.
    for (const pack of packs) {
      for (const entry of pack.entries) if (!entries.has(entry.id)) entries.set(entry.id, entry);
    }
    const joined = { entries: [...entries.values()], name: '' };
    joined.name = await this.write(joined.entries);
    for (const { name } of packs) {
      if (name === joined.name) continue;
      await rm(join(this.#folder, `pack-${name}.idx`), { force: true });
      await rm(join(this.#folder, `pack-${name}.pack`), { force: true });
    }
    this.add(joined, tier + 1);
  }
}
