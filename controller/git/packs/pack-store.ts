import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflate, deflateSync } from 'node:zlib';
import { SharedLock } from '../../concurrency/shared-lock.js';
import { Problem } from '../../problems/index.js';
import type { GitObject } from '../objects/contract.js';
import { collectGarbage, isOwnerDead, ownedName, syncFolder, writeSynced } from '../program/git-program.js';
import type { Piece } from '../trees/raw-tree.js';
import { encodeDelta, encodePack, type PackedEntry, packDelta, packWhole } from './pack-file.js';

/** The number of packs of one tier that are joined into one of the next: 16 commits, 256, 4,096. */
const JOINED = 16;
/** Larger packs are left to `git gc`: their entries would fill the memory. */
const maxJoinedBytes = 2 * 1_048_576;
/** Git's own default for too many packs. */
const MANY_PACKS = 50;
const checkEveryWrites = 64;
/** `git gc` packs everything again, which takes long on a large repository. */
const timeoutMs = 3_600_000;
const pauseMs = 600_000;

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
  #interrupt = new AbortController();
  #pauses = 0;

  /** The reason why packs pile up; undefined when they do not. */
  note: string | undefined;

  constructor(private readonly options: PackMaintenanceOptions) {
    this.#folder = join(options.gitDir, 'objects', 'pack');
  }

  /** Called for each written pack. */
  written(pack: Pack): void {
    this.#add(pack, 0);
    const isTime = ++this.#writes % checkEveryWrites === 0 && Date.now() >= this.#pausedUntil;
    if (isTime && !this.#collecting) void this.collect();
  }

  /** Runs `work` while no packs are joined or deleted: ends what is under way, and begins nothing. */
  async pause<T>(work: () => Promise<T>): Promise<T> {
    this.#pauses++;
    this.#interrupt.abort();
    try {
      await Promise.all([this.#collecting, this.#joining]);
      return await work();
    } finally {
      this.#pauses--;
    }
  }

  /** Lets `git gc` pack the repository when there are many packs. Does not throw: a failure is in `note`. */
  async collect(): Promise<void> {
    if (this.#pauses > 0) return;
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
    if (pack.entries.reduce((sum, { bytes }) => sum + bytes.length, 0) > maxJoinedBytes) return;
    const packs = this.#tiers[tier] ?? [];
    this.#tiers[tier] = packs;
    packs.push(pack);
    // During `git gc` no packs are joined: it deletes the packs that it found at its start.
    if (packs.length < JOINED || this.#collecting || this.#pauses > 0) return;
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
    this.#interrupt = new AbortController();
    const interrupt = this.#interrupt.signal;
    const signal = AbortSignal.any([this.#stop.signal, interrupt]);
    const names = await readdir(this.#folder).catch((): string[] => []);
    const packs = names.filter((name) => name.endsWith('.pack')).length;
    if (packs <= manyPacks || signal.aborted) return;
    await this.#joining;
    if (signal.aborted) return;
    try {
      const options = { gitDir, purpose: `Packing ${gitDir}`, timeoutMs: timeoutMs, signal };
      await collectGarbage(manyPacks, options);
      this.note = undefined;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!interrupt.aborted) this.note = `${packs} packs wait to be joined: ${reason}`;
    }
    this.#tiers.length = 0;
    if (interrupt.aborted) return;
    this.#pausedUntil = Date.now() + pauseMs;
  }
}

const deflateInThread = promisify(deflate);
/** Larger contents are compressed in a thread, so that they do not block the event loop. */
const largeBytes = 16_384;
/** A delta of less than this saves nothing. */
const worthADeltaBytes = 1_024;
/** Git reads a chain of deltas from its end; Git's own chains get this long. */
const maxChainLength = 50;
/** Ids are like random bytes: a higher level makes trees hardly smaller. */
const LEVEL = 1;
/**
 * The start of the names of unfinished packs; the owner follows. None ends in `.idx` or `.pack`: Git would take it for a
 * finished pack and complain. `git gc` removes old files that start with `tmp_`.
 */
export const temporaryPack = 'tmp_svc_';

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
  readonly maintenance: PackMaintenance;

  /** @param lock held while packs are joined */
  constructor(
    private readonly gitDir: string,
    lock = new SharedLock(),
  ) {
    this.#folder = join(gitDir, 'objects', 'pack');
    this.maintenance = new PackMaintenance({
      gitDir,
      write: (entries) => lock.share(() => this.#writeEntries(entries)),
    });
  }

  /** Writes objects, each id once, as a pack: on the disk and visible when it resolves. @throws Problem git_failed */
  async write(objects: readonly NewObject[]): Promise<void> {
    const entries = await packEntries(objects);
    this.maintenance.written({ name: await this.#writeEntries(entries), entries });
  }

  async #writeEntries(entries: readonly PackedEntry[]): Promise<string> {
    const { name, pack, index } = encodePack(entries);
    const base = join(this.#folder, `pack-${name}`);
    const temporary = join(this.#folder, temporaryPack + ownedName());
    try {
      await mkdir(this.#folder, { recursive: true });
      await Promise.all([
        writeSynced(`${temporary}.pack-new`, pack, 0o444),
        writeSynced(`${temporary}.idx-new`, [index], 0o444),
      ]);
      await placePack(base, { pack: `${temporary}.pack-new`, idx: `${temporary}.idx-new` });
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

/**
 * Moves a written pack to `base`, the index last: a pack with an index is complete. Until then a `.keep` file protects it:
 * `git gc` before Git 2.42 lists packs without an index as old ones, packs nothing of them, and deletes them.
 */
export async function placePack(base: string, { pack, idx }: { pack: string; idx: string }): Promise<void> {
  const keep = `${base}.keep`;
  const isOurs = await writeFile(keep, temporaryPack + ownedName(), { flag: 'wx' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
  try {
    await rename(pack, `${base}.pack`);
    await rename(idx, `${base}.idx`);
  } finally {
    if (isOurs) await rm(keep, { force: true });
  }
}

/** Removes the unfinished packs of processes that have ended, and the `.keep` files that protected them. */
export async function removeDeadPacks(gitDir: string): Promise<void> {
  const folder = join(gitDir, 'objects', 'pack');
  const names = new Set(await readdir(folder).catch((): string[] => []));
  for (const name of names) {
    const path = join(folder, name);
    const base = name.endsWith('.keep') ? name.slice(0, -'.keep'.length) : undefined;
    const owned = base === undefined ? name : await readFile(path, 'utf8').catch(() => '');
    if (!owned.startsWith(temporaryPack) || !isOwnerDead(owned.slice(temporaryPack.length))) continue;
    if (base !== undefined && !names.has(`${base}.idx`))
      await rm(join(folder, `${base}.pack`), { force: true });
    await rm(path, { force: true, recursive: true });
  }
}

async function packEntries(objects: readonly NewObject[]): Promise<PackedEntry[]> {
  const depths = new Map<string, number>();
  const entries: PackedEntry[] = [];
  for (const { id, type, content, delta } of objects) {
    if (depths.has(id)) continue;
    const depth = delta && content.length >= worthADeltaBytes ? depths.get(delta.baseId) : undefined;
    if (delta && depth !== undefined && depth < maxChainLength) {
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
  if (content.length < largeBytes) return deflateSync(content, { level: LEVEL });
  return deflateInThread(content, { level: LEVEL });
}
