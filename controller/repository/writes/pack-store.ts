import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate, deflateSync } from 'node:zlib';
import { Problem } from '../../problems/index.js';
import type { GitObject } from '../contract.js';
import { isOwnerDead, ownedName } from '../ref-claim.js';
import { syncFolder, writeSynced } from './durable.js';
import { Maintenance } from './maintenance.js';
import { encodeDelta, encodePack, type PackedEntry, packDelta, packWhole } from './pack-file.js';
import { PackTiers } from './pack-tiers.js';
import type { Piece } from './raw-tree.js';

const deflateAside = promisify(deflate);
/** Compressing more than this at once would hold up everybody else; it goes to a thread. */
const LARGE_BYTES = 16_384;
/** A delta saves nothing worth having on less. */
const WORTH_A_DELTA_BYTES = 1_024;
/** Git reads a chain of deltas from its end; this is how long its own get. */
const LONGEST_CHAIN = 50;
/** Ids are as good as random bytes: more effort makes trees hardly smaller. */
const LEVEL = 1;
/**
 * How the names of unfinished packs begin; that of who writes them follows. None ends in `.idx` or `.pack`: Git would take
 * it for one that is finished, and complain.
 */
export const TEMPORARY_PACK = 'tmp_svc_';

/** An object to be written; `delta` says what it is made of where that is known. */
export interface NewObject {
  id: string;
  type: GitObject['type'];
  content: Buffer;
  delta?: { baseId: string; baseSize: number; pieces: readonly Piece[] } | undefined;
}

/** Writes packs of objects into the repository. */
export class PackStore {
  readonly #folder: string;
  readonly #tiers: PackTiers;
  readonly maintenance: Maintenance;

  constructor(private readonly gitDir: string) {
    this.#folder = join(gitDir, 'objects', 'pack');
    this.#tiers = new PackTiers(gitDir, (entries) => this.#writeEntries(entries));
    this.maintenance = new Maintenance({ gitDir, hold: (work) => this.#tiers.hold(work) });
  }

  /**
   * Writes all objects, each id once, as one pack that is on the disk when this resolves. Before, readers see none.
   * @throws Problem git_failed
   */
  async write(objects: readonly NewObject[]): Promise<void> {
    const entries = await packEntries(objects);
    const name = await this.#writeEntries(entries);
    this.#tiers.add({ name, entries });
    this.maintenance.wrote();
  }

  /** Ends what goes on in the background. */
  async close(): Promise<void> {
    await Promise.all([this.maintenance.close(), this.#tiers.settled()]);
  }

  async #writeEntries(entries: readonly PackedEntry[]): Promise<string> {
    const { name, pack, index } = encodePack(entries);
    const base = join(this.#folder, `pack-${name}`);
    // `git gc` clears away what starts with `tmp_` when it has lain for long.
    const temporary = join(this.#folder, TEMPORARY_PACK + ownedName());
    try {
      await mkdir(this.#folder, { recursive: true });
      await Promise.all([
        writeSynced(`${temporary}.pack-new`, pack, 0o444),
        writeSynced(`${temporary}.idx-new`, [index], 0o444),
      ]);
      // The index last: what has one is complete.
      await rename(`${temporary}.pack-new`, `${base}.pack`);
      await rename(`${temporary}.idx-new`, `${base}.idx`);
      await syncFolder(this.#folder);
      return name;
    } catch (cause) {
      for (const end of ['pack-new', 'idx-new']) await rm(`${temporary}.${end}`, { force: true });
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Problem('git_failed', `The objects of a commit cannot be written: ${reason}`, {
        hints: [`Check the free space and that the user svc runs as may write ${this.gitDir}.`],
        cause,
      });
    }
  }
}

/** Removes the unfinished packs of processes that are gone. */
export async function removeDeadPacks(gitDir: string): Promise<void> {
  const folder = join(gitDir, 'objects', 'pack');
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const isDead = name.startsWith(TEMPORARY_PACK) && isOwnerDead(name.slice(TEMPORARY_PACK.length));
    if (isDead) await rm(join(folder, name), { force: true, recursive: true });
  }
}

async function packEntries(objects: readonly NewObject[]): Promise<PackedEntry[]> {
  const depths = new Map<string, number>();
  const entries: PackedEntry[] = [];
  for (const { id, type, content, delta } of objects) {
    if (depths.has(id)) continue;
    const depth = delta && content.length >= WORTH_A_DELTA_BYTES ? depths.get(delta.baseId) : undefined;
    if (delta && depth !== undefined && depth < LONGEST_CHAIN) {
      const bytes = encodeDelta(delta.baseSize, content.length, delta.pieces);
      entries.push(packDelta(id, delta.baseId, bytes.length, await compress(bytes)));
      depths.set(id, depth + 1);
    } else {
      entries.push(packWhole(id, type, content.length, await compress(content)));
      depths.set(id, 0);
    }
  }
  return entries;
}

async function compress(content: Buffer): Promise<Buffer> {
  if (content.length < LARGE_BYTES) return deflateSync(content, { level: LEVEL });
  return deflateAside(content, { level: LEVEL });
}
