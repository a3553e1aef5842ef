import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate, deflateSync } from 'node:zlib';
import { Problem } from '../../problems/index.js';
import type { GitObject } from '../objects/contract.js';
import { isOwnerDead, ownedName, syncFolder, writeSynced } from '../program/own-files.js';
import type { Piece } from '../trees/raw-tree.js';
import { encodeDelta, encodePack, type PackedEntry, packDelta, packWhole } from './pack-file.js';
import { PackMaintenance } from './pack-maintenance.js';

const deflateInThread = promisify(deflate);
/** Larger contents are compressed in a thread, so that they do not block the event loop. */
const LARGE_BYTES = 16_384;
/** A delta of less than this saves nothing. */
const WORTH_A_DELTA_BYTES = 1_024;
/** Git reads a chain of deltas from its end; Git's own chains get this long. */
const LONGEST_CHAIN = 50;
/** Ids are like random bytes: a higher level makes trees hardly smaller. */
const LEVEL = 1;
/**
 * The start of the names of unfinished packs; the owner follows. None ends in `.idx` or `.pack`: Git would take it for a
 * finished pack and complain. `git gc` removes old files that start with `tmp_`.
 */
export const TEMPORARY_PACK = 'tmp_svc_';

/** An object to write; `delta` says which parts of another object it is made of, where that is known. */
export interface NewObject {
  id: string;
  type: GitObject['type'];
  content: Buffer;
  delta?: { baseId: string; baseSize: number; pieces: readonly Piece[] } | undefined;
}

/** Writes packs of objects into the repository. */
export class PackStore {
  readonly #folder: string;
  readonly #maintenance: PackMaintenance;

  constructor(private readonly gitDir: string) {
    this.#folder = join(gitDir, 'objects', 'pack');
    this.#maintenance = new PackMaintenance({ gitDir, write: (entries) => this.#writeEntries(entries) });
  }

  /** As `PackMaintenance.note`. */
  get note(): string | undefined {
    return this.#maintenance.note;
  }

  /**
   * Writes all objects, each id once, as one pack that is on the disk when this resolves. Readers see it then, not
   * before. @throws Problem git_failed
   */
  async write(objects: readonly NewObject[]): Promise<void> {
    const entries = await packEntries(objects);
    this.#maintenance.written({ name: await this.#writeEntries(entries), entries });
  }

  /** Ends the background work. */
  close(): Promise<void> {
    return this.#maintenance.close();
  }

  async #writeEntries(entries: readonly PackedEntry[]): Promise<string> {
    const { name, pack, index } = encodePack(entries);
    const base = join(this.#folder, `pack-${name}`);
    const temporary = join(this.#folder, TEMPORARY_PACK + ownedName());
    try {
      await mkdir(this.#folder, { recursive: true });
      await Promise.all([
        writeSynced(`${temporary}.pack-new`, pack, 0o444),
        writeSynced(`${temporary}.idx-new`, [index], 0o444),
      ]);
      // The index last: a pack with an index is complete.
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

/** Removes the unfinished packs of processes that have ended. */
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
  return deflateInThread(content, { level: LEVEL });
}
