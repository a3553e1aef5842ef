import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import { Problem } from '../../problems/index.js';
import { type GitObject, type ObjectReader, UnreadableObject } from '../objects/contract.js';
import { RepositoryObjects } from '../objects/object-reader.js';
import { initBareRepository } from '../refs/bare-repository.js';
import { listDamagedRefs, listRefs } from '../refs/refs.js';
import type { Remote } from '../remotes/contract.js';
import { collectObjectFiles, listObjectIds } from './object-files.js';
import { shallowCommits, walkObjects } from './object-walk.js';
import { type Salvage, type SalvageOptions, salvage } from './salvage.js';
import {
  completeSwap,
  damagedObjectFolders,
  emptyFetchFolder,
  type KeptFolder,
  keptFolders,
  swapObjects,
} from './swap.js';

/** The most complete fetches within an hour: a disk or a remote that damages what it gives would cause one after the other. */
const maxFetches = 3;
const hourMs = 3_600_000;
/** The time for which an object that is missing, although nothing needs it, causes no further check. */
const excusedMs = 600_000;
const keptExcuses = 1_000;
/** Texts of Git about objects that it cannot read: ours, or those of the remote. */
const damageText =
  /bad (?:object|tree|ref)|corrupt|unable to (?:read|resolve)|missing|did not send all necessary|inflate|index file|packfile|could not parse|loose object|unpack|does not point to a valid|badly formatted|cannot be read from/i;

/** A full disk says nothing about the objects, also where Git names one that it could not write. */
const fullDiskText = /no space left|ENOSPC|disk quota|EDQUOT/i;

/** The local repository, as far as a repair uses it. */
interface DamagedRepository {
  readonly dir: string;
  /** Calls `listener` with each damaged object, and with each failure of a commit. */
  onFailure(listener: (cause: unknown) => void): void;
  /** Returns an object that is in memory. */
  recall(id: string): GitObject | undefined;
  /** Returns the commits that are in memory. */
  recentCommits(): string[];
  /** Forgets all objects in memory and all open files. */
  reset(): Promise<void>;
  readonly writer: {
    /** Runs `work` while no object is being written. */
    pause<T>(work: () => Promise<T>): Promise<T>;
  };
}

/** The outcome of a repair, for the log. */
export interface RepairOutcome {
  branches: number;
  /** Commits that were copied because the remote does not have them. */
  localCommits: number;
  /** Commits that no ref led to any more and that are kept now. */
  recovered: readonly string[];
  /** Set when something that only the local repository had could not be read. */
  kept: KeptFolder | undefined;
}

/** Gets to know what a repair does. */
export interface RepairObserver {
  /** Called once for each damage. @param cause names the object or the ref */
  begun(cause: string): void;
  done(outcome: RepairOutcome): void;
}

export type RepairState =
  | { phase: 'whole' }
  /** `problem` of the last attempt that failed. */
  | { phase: 'damaged'; cause: string; since: string; problem: Problem | undefined };

export interface RepositoryRepairOptions {
  repository: DamagedRepository;
  /** The address of the remote without credentials. */
  location: string;
  /** Opens the remote for a repository at another place. */
  openRemote(gitDir: string, objects: ObjectReader): Promise<Remote>;
  observer?: RepairObserver | undefined;
}

/**
 * Notices that the local repository is damaged, fetches its objects again from the remote into a folder beside it, copies what
 * only the local repository has, and puts the new objects in place.
 */
export class RepositoryRepair {
  /** The object or ref that seems to be damaged. */
  #suspicion: string | undefined;
  #state: RepairState = { phase: 'whole' };
  /** Ids and texts that a check has found to be no damage, and when. */
  readonly #excused = new BoundedMap<string, number>(keptExcuses);
  /** The complete fetches of the last hour, whatever came of them, and those that filled the disk. */
  #fetches: { at: number; listing: string }[] = [];
  /** Why the repair with the last of `#fetches` failed. */
  #lastFailure: string | undefined;
  /** The remote's branches at the last fetch whose content was damaged, with the problem. */
  #refused: { at: number; listing: string; problem: Problem } | undefined;
  readonly #listeners = new Set<() => void>();
  /** Folders with commits that could not be read. */
  kept: readonly KeptFolder[] = [];

  constructor(private readonly options: RepositoryRepairOptions) {
    options.repository.onFailure((cause) => {
      this.suspect(cause);
    });
  }

  get state(): RepairState {
    return this.#state;
  }

  /** The damage, for a caller who is not served because of it; undefined while the repository is whole. */
  get problem(): Problem | undefined {
    if (this.#state.phase === 'whole') return undefined;
    return this.#state.problem ?? this.#damageProblem(this.#state.cause);
  }

  /** True when a check is due. */
  get isSuspected(): boolean {
    return this.#suspicion !== undefined && this.#state.phase === 'whole';
  }

  /** Calls `listener` when a damage is suspected, found or repaired. The returned function cancels that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Looks for what a former process left: refs without content, and folders that it kept. */
  async begin(): Promise<void> {
    const { dir } = this.options.repository;
    this.kept = await keptFolders(dir);
    const [ref] = await listDamagedRefs(dir);
    if (ref !== undefined) this.#suspicion = `the file of ${ref} is damaged`;
  }

  /** Takes a failure for a sign of damage, where it can be one: the next `run` checks. Returns true when it does. */
  suspect(cause: unknown): boolean {
    const sign = findSign(cause);
    if (sign === undefined) return false;
    const excused = this.#excused.get(sign.key);
    if (excused !== undefined && performance.now() - excused < excusedMs) return false;
    if (this.#suspicion === undefined) {
      this.#suspicion = sign.text;
      if (this.#state.phase === 'whole') this.#changed();
    }
    return true;
  }

  /**
   * Checks the local repository when it is suspected, and repairs it when it is damaged. Not called twice at a time, nor
   * during a fetch. @throws Problem git_failed when the remote does not give what is needed
   */
  async run(signal?: AbortSignal): Promise<void> {
    const suspicion = this.#suspicion;
    if (this.#state.phase === 'whole') {
      if (suspicion === undefined) return;
      const cause = await this.#check(signal);
      if (cause === undefined) {
        this.#excuse(suspicion);
        return;
      }
      this.#state = { phase: 'damaged', cause, since: new Date().toISOString(), problem: undefined };
      this.options.observer?.begun(cause);
      this.#changed();
    }
    const { cause, since } = this.#state;
    try {
      const outcome = await this.#repair(signal);
      this.options.observer?.done(outcome);
      this.#suspicion = undefined;
      this.#state = { phase: 'whole' };
    } catch (error) {
      signal?.throwIfAborted();
      const problem = this.#failure(cause, error);
      this.#state = { phase: 'damaged', cause, since, problem };
      throw problem;
    } finally {
      this.#changed();
    }
  }

  #changed(): void {
    for (const listener of this.#listeners) listener();
  }

  #excuse(suspicion: string): void {
    this.#excused.set(suspicion, performance.now());
    if (this.#suspicion === suspicion) this.#suspicion = undefined;
  }

  /** Returns what is damaged: a ref, or an object that a ref needs. */
  async #check(signal: AbortSignal | undefined): Promise<string | undefined> {
    const { dir } = this.options.repository;
    const [ref] = await listDamagedRefs(dir);
    if (ref !== undefined) return `the file of ${ref} is damaged`;
    let damage: string | undefined;
    // A reader of its own: that of the repository has objects in memory.
    const reader = new RepositoryObjects(dir);
    try {
      await walkObjects({
        reader,
        roots: (await listRefs(dir, 'refs/')).values(),
        shallow: await shallowCommits(dir),
        signal,
        visit() {},
        fail(id, reason) {
          damage ??= `the object ${id} cannot be read: ${reason}`;
        },
      });
    } finally {
      await reader.close();
    }
    return damage;
  }

  async #repair(signal: AbortSignal | undefined): Promise<RepairOutcome> {
    const { repository, location, openRemote } = this.options;
    const { dir } = repository;
    // A swap that failed in this process, such as on a full disk.
    await repository.writer.pause(() => completeSwap(dir));
    const folder = await emptyFetchFolder(dir);
    const fetchedObjects = new RepositoryObjects(folder);
    const collected = join(folder, 'collected.git');
    const localObjects = new RepositoryObjects(collected);
    let counted = Number.POSITIVE_INFINITY;
    try {
      const remote = await openRemote(folder, fetchedObjects);
      const listing = await remote.list(signal);
      const key = JSON.stringify([...listing.branches].sort());
      this.#refuseAnother(key);
      counted = this.#fetches.length;
      if (listing.branches.size === 0) throw new Error(`${location} has no branches`);
      await initBareRepository(folder);
      const tips = await this.#fetchWhole(remote, { listing, key, reader: fetchedObjects, signal });
      await collectObjectFiles(await damagedObjectFolders(dir), collected);
      const fetched = await listObjectIds(join(folder, 'objects'));
      const options: SalvageOptions = {
        gitDir: dir,
        target: folder,
        tips,
        signal,
        fetched,
        present: new Set(fetched),
        reader: new RecallingReader(repository, localObjects),
        alsoKept: repository.recentCommits(),
        allIds: () => listObjectIds(join(collected, 'objects')),
      };
      const first = await salvage(options);
      // Commits were written meanwhile: their files are collected too, and no further ones come until the swap is done.
      const { last, kept } = await repository.writer.pause(async () => {
        await collectObjectFiles(await damagedObjectFolders(dir), collected);
        await localObjects.reset();
        const last = await salvage({ ...options, alsoKept: repository.recentCommits() });
        await localObjects.close();
        await rm(collected, { recursive: true, force: true });
        const { changes, lost } = last;
        const kept = await swapObjects(dir, { changes, lost, tips: Object.fromEntries(tips) });
        await repository.reset();
        return { last, kept };
      });
      this.kept = await keptFolders(dir);
      this.#lastFailure = undefined;
      return getOutcome({ first, last, branches: tips.size, kept });
    } catch (error) {
      if (this.#fetches.length > counted) this.#lastFailure = getMessage(error);
      throw error;
    } finally {
      await Promise.all([fetchedObjects.close(), localObjects.close()]);
      await emptyFetchFolder(dir);
    }
  }

  /** Fetches all branches into an empty repository and reads all their objects. Returns the tips. */
  async #fetchWhole(
    remote: Remote,
    {
      listing,
      key,
      reader,
      signal,
    }: {
      listing: Awaited<ReturnType<Remote['list']>>;
      key: string;
      reader: RepositoryObjects;
      signal: AbortSignal | undefined;
    },
  ): Promise<ReadonlyMap<string, string>> {
    let tips: ReadonlyMap<string, string>;
    let damage: string | undefined;
    const counted = this.#fetches.length;
    try {
      tips = await remote.fetch(listing, signal);
      this.#fetches.push({ at: performance.now(), listing: key });
      await walkObjects({
        reader,
        roots: tips.values(),
        shallow: await shallowCommits(`${this.options.repository.dir}.fetching`),
        signal,
        visit() {},
        fail(id, reason) {
          damage ??= `the object ${id} cannot be read: ${reason}`;
        },
      });
    } catch (error) {
      const text = findSign(error)?.text;
      const isCounted = this.#fetches.length > counted;
      if (!isCounted && (text !== undefined || fullDiskText.test(getMessage(error)))) {
        this.#fetches.push({ at: performance.now(), listing: key });
      }
      // Another failure, such as a lost connection, says nothing about the remote's objects.
      if (text === undefined) throw error;
      throw this.#remoteDamaged(key, text, error);
    }
    if (damage !== undefined) throw this.#remoteDamaged(key, damage);
    return tips;
  }

  #remoteDamaged(listing: string, text: string, cause?: unknown): Problem {
    const { location } = this.options;
    const problem = new Problem('git_failed', `${location} is damaged too: ${text}`, {
      hints: [
        `Run \`git fsck\` in the repository of ${location} and push to it, from a whole clone, what it lacks. svc fetches it again when its branches move, after a restart, or within an hour.`,
      ],
      cause,
    });
    this.#refused = { at: performance.now(), listing, problem };
    return problem;
  }

  /** @throws Problem when these branches of the remote were damaged, or when there were too many fetches, in the last hour */
  #refuseAnother(listing: string): void {
    const start = performance.now() - hourMs;
    const refused = this.#refused;
    if (refused && refused.listing === listing && refused.at > start) throw refused.problem;
    // The remote has another content now: the fetches of the former one do not count any more.
    this.#fetches = this.#fetches.filter(({ at, listing: of }) => at > start && of !== refused?.listing);
    this.#refused = undefined;
    if (this.#fetches.length < maxFetches) return;
    const { repository, location } = this.options;
    const failure = this.#lastFailure;
    throw new Problem(
      'git_failed',
      `${repository.dir} was fetched again ${this.#fetches.length} times within an hour and is ${
        failure === undefined ? 'damaged again.' : `still damaged; the last attempt failed: ${failure}`
      }`,
      {
        hints: [
          `Check the disk of ${repository.dir}, its free space, and the memory of the machine. svc fetches ${location} again within an hour, or after a restart.`,
        ],
      },
    );
  }

  #damageProblem(cause: string): Problem {
    const { repository, location } = this.options;
    const detail = `${repository.dir} is damaged (${cause}). svc fetches it again from ${location}`;
    return new Problem('git_failed', `${detail} and runs what is in service meanwhile.`, {
      hints: ['Wait for the end of the fetch; the service log and the diagnostics report it.'],
    });
  }

  #failure(cause: string, error: unknown): Problem {
    const { repository, location } = this.options;
    const reason = getMessage(error);
    const detail = `${repository.dir} is damaged (${cause}) and could not be fetched again from ${location}: ${reason}`;
    return new Problem('git_failed', detail, {
      hints:
        error instanceof Problem ? error.hints : ['svc tries again; the data directory has to be writable.'],
      cause: error,
    });
  }
}

interface Sign {
  /** Names what cannot be read. */
  key: string;
  text: string;
}

/** Returns what a failure says about unreadable objects; undefined when it says nothing. */
function findSign(failure: unknown): Sign | undefined {
  for (let error = failure; error instanceof Error; error = error.cause) {
    if (error instanceof UnreadableObject) {
      const { id, fault, message } = error;
      const text = `the object ${id} cannot be read: ${fault === 'missing' ? 'it is missing' : message}`;
      return { key: text, text };
    }
  }
  if (!(failure instanceof Problem) || failure.code !== 'git_failed') return undefined;
  if (fullDiskText.test(failure.message)) return undefined;
  return damageText.test(failure.message) ? { key: failure.message, text: failure.message } : undefined;
}

function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function getOutcome({
  first,
  last,
  branches,
  kept,
}: {
  first: Salvage;
  last: Salvage;
  branches: number;
  kept: KeptFolder | undefined;
}): RepairOutcome {
  return { branches, localCommits: first.commits + last.commits, recovered: last.recovered, kept };
}

/** Reads from memory what the repository has read or written lately, and the rest from what was collected of its files. */
class RecallingReader implements ObjectReader {
  constructor(
    private readonly repository: DamagedRepository,
    private readonly files: ObjectReader,
  ) {}

  async read(ids: readonly string[]): ReturnType<ObjectReader['read']> {
    const objects: Awaited<ReturnType<ObjectReader['read']>> = new Map();
    for (const id of ids) {
      const recent = this.repository.recall(id);
      if (recent) objects.set(id, recent);
    }
    const rest = await this.files.read(ids.filter((id) => !objects.has(id)));
    return new Map([...objects, ...rest]);
  }

  close(): Promise<void> {
    return this.files.close();
  }
}
