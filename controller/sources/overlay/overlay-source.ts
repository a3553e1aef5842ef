import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { within } from '../../concurrency/signals.js';
import type { PathScope } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import { LOCAL } from '../source/branch-names.js';
import { RevisionLog } from '../source/revision-log.js';
import { getScope } from '../source/scope.js';
import type { Source, SourceFile, TreeChange } from '../source/source.js';
import { isSameFile, type LaidFile, Layers } from './layers.js';

/** The longest wait for a remote when an older commit can be used instead. */
const askWithinMs = 3_000;

export interface OverlayOptions {
  /** A source of the branch below, for this overlay only. */
  below: Source;
  /** A source of the folder, for this overlay only. */
  folder: Source;
  path: string;
  /** True when the folder is a work tree of the repository below: files that it lacks are hidden then. */
  isWorkTree(): Promise<boolean>;
}

/** The observed revisions. */
interface Observation {
  below: string;
  /** Undefined while there is no such folder. */
  folder: string | undefined;
  isWorkTree: boolean;
}

/**
 * A folder laid over a branch: files of the folder replace those below. A work tree also hides the files that it lacks;
 * any other folder only adds and replaces. Without a difference, the revision is that of the branch below.
 */
export class OverlaySource implements Source {
  readonly branch = LOCAL;
  readonly isOverlay = true;
  readonly #log = new RevisionLog<LaidFile>(isSameFile);
  #layers = new Layers(false, []);
  #observed: Observation | undefined;

  constructor(private readonly options: OverlayOptions) {}

  /** @throws Problem directory_failed; git_failed only while nothing of the branch below is known */
  async observe(signal?: AbortSignal): Promise<string> {
    const { folder, isWorkTree } = this.options;
    const observation = {
      below: await this.#tip(signal),
      folder: (await this.#isThere()) ? await folder.observe(signal) : undefined,
      isWorkTree: await isWorkTree(),
    };
    const newest = this.#log.newest;
    if (newest !== undefined && isSameObservation(observation, this.#observed)) return newest;
    const steps = (await this.#advance(observation)) ?? (await this.#rebuild(observation));
    const revision = this.#layers.isEmpty ? observation.below : getRevision(observation);
    this.#observed = observation;
    this.#log.append(revision, steps);
    return revision;
  }

  get trouble(): Problem | undefined {
    return this.#observed?.folder === undefined ? undefined : this.options.folder.trouble;
  }

  async readKnownRevision(): Promise<string | undefined> {
    return this.#log.newest ?? this.options.below.readKnownRevision();
  }

  async files(revision: string): Promise<SourceFile[]> {
    const files = this.#log.at(revision, this.#layers.files());
    if (!files) return this.#below(revision);
    return [...files].map(([path, file]) => ({ path, ...file }));
  }

  async changes(from: string, to: string): Promise<TreeChange[]> {
    const changed = this.#log.between(from, to);
    if (!changed) throw this.#unknown(this.#log.has(to) ? from : to);
    this.#log.forgetBefore(from);
    return [...changed].map(([path, file]) => (file ? { path, ...file } : { path, blobId: undefined }));
  }

  async scope(revision: string): Promise<PathScope> {
    const { below, folder } = this.options;
    const isFolder = this.#observed?.folder !== undefined;
    return getScope(isFolder ? folder : below, this.#observed?.below ?? revision);
  }

  getCommit(revision: string): string | undefined {
    return this.options.below.getCommit?.(this.#observed?.below ?? revision);
  }

  async read(blobIds: readonly string[]): Promise<Map<string, Uint8Array>> {
    const { below, folder } = this.options;
    const above = this.#layers.blobs();
    const ours = blobIds.filter((id) => above.has(id));
    const theirs = blobIds.filter((id) => !above.has(id));
    const [one, other] = await Promise.all([
      ours.length > 0 ? folder.read(ours) : [],
      theirs.length > 0 ? below.read(theirs) : [],
    ]);
    return new Map([...one, ...other]);
  }

  async keep(): Promise<void> {}

  watch(notify: () => void): () => void {
    const stops = [this.options.below.watch(notify), this.options.folder.watch(notify)];
    return () => {
      for (const stop of stops) stop();
    };
  }

  mayHaveMoved(): boolean {
    return this.options.below.mayHaveMoved() || this.options.folder.mayHaveMoved();
  }

  /** Returns the tip below, an older one while the remote is slow or away: an edit does not wait for a remote. */
  async #tip(signal: AbortSignal | undefined): Promise<string> {
    const { below } = this.options;
    const revisionBelow = await below.readKnownRevision();
    if (revisionBelow === undefined) return below.observe(signal);
    if (!below.mayHaveMoved()) return revisionBelow;
    // The reconciler of the branch below reports a remote that is away.
    return within(askWithinMs, signal, (limited) => below.observe(limited)).catch(() => revisionBelow);
  }

  async #isThere(): Promise<boolean> {
    const stats = await stat(this.options.path).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return undefined;
      throw new Problem('directory_failed', `${this.options.path} cannot be read: ${cause.message}`, {
        cause,
      });
    });
    return stats !== undefined;
  }

  /** Applies the changes since the last observation; undefined without one to start from. */
  async #advance(to: Observation): Promise<ReturnType<Layers['apply']> | undefined> {
    const from = this.#observed;
    if (!from?.folder || !to.folder || from.isWorkTree !== to.isWorkTree) return undefined;
    const { below, folder } = this.options;
    try {
      const changes = await Promise.all([
        below.changes(from.below, to.below),
        folder.changes(from.folder, to.folder),
      ]);
      return this.#layers.apply(...changes);
    } catch (cause) {
      // A revision that is no longer readable, as after a force-push and `git gc`.
      if (cause instanceof Problem) return undefined;
      throw cause;
    }
  }

  async #rebuild({ below, folder, isWorkTree }: Observation): Promise<ReturnType<Layers['apply']>> {
    const [under, over] = await Promise.all([
      this.options.below.files(below),
      folder === undefined ? [] : this.options.folder.files(folder),
    ]);
    const before = this.#layers;
    this.#layers = new Layers(isWorkTree && folder !== undefined, under);
    this.#layers.lay(over);
    return before.stepsTo(this.#layers);
  }

  /** Reads a revision of the branch below: a state without a difference has that name. */
  #below(revision: string): Promise<SourceFile[]> {
    return this.options.below.files(revision).catch((cause: unknown) => {
      throw this.#unknown(revision, cause);
    });
  }

  #unknown(revision: string, cause?: unknown): Problem {
    return new Problem('directory_failed', `The state ${revision} of \`${LOCAL}\` is no longer known.`, {
      hints: ['A folder has no history; commit the files to keep them.'],
      cause,
    });
  }
}

function isSameObservation(one: Observation, other: Observation | undefined): boolean {
  return one.below === other?.below && one.folder === other.folder && one.isWorkTree === other.isWorkTree;
}

function getRevision({ below, folder, isWorkTree }: Observation): string {
  return createHash('sha256').update(`${below}\n${folder}\n${isWorkTree}`).digest('hex');
}
