import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { Problem } from '../problems/index.js';
import { within } from '../signals/index.js';
import { LOCAL } from './branch-names.js';
import type { Source, SourceFile, TreeChange } from './contract.js';
import { isSameFile, type LaidFile, Layers } from './layers.js';
import { RevisionLog } from './revision-log.js';

/** With a commit to fall back to, a remote that does not answer is not waited for longer than this. */
const ASK_WITHIN_MS = 3_000;

export interface OverlayOptions {
  /** A source of the branch below that nobody else looks through. */
  below: Source;
  /** The same of the folder. */
  folder: Source;
  path: string;
  /** Whether the folder is a work tree of the repository below: then files it does not have are not there. */
  isWorkTree(): Promise<boolean>;
}

interface Sight {
  below: string;
  /** Undefined while there is no such folder. */
  folder: string | undefined;
  isWorkTree: boolean;
}

/**
 * A folder laid over a branch: the files of the folder in place of those below. A work tree stands for itself: it hides
 * what it does not have; of any other folder, only the files that are there count. While the two are the same, the
 * revision is that of the branch below.
 */
export class OverlaySource implements Source {
  readonly branch = LOCAL;
  readonly isOverlay = true;
  readonly #log = new RevisionLog<LaidFile>(isSameFile);
  #layers = new Layers(false, new Map());
  #sight: Sight | undefined;

  constructor(private readonly options: OverlayOptions) {}

  /** @throws Problem directory_failed; git_failed only while nothing of the branch below is known */
  async observe(signal?: AbortSignal): Promise<string> {
    const { folder, isWorkTree } = this.options;
    const sight = {
      below: await this.#tip(signal),
      folder: (await this.#isThere()) ? await folder.observe(signal) : undefined,
      isWorkTree: await isWorkTree(),
    };
    const newest = this.#log.newest;
    if (newest !== undefined && isSameSight(sight, this.#sight)) return newest;
    const steps = (await this.#advance(sight)) ?? (await this.#rebuild(sight));
    const revision = this.#layers.isEmpty ? sight.below : revisionOf(sight);
    this.#sight = sight;
    if (newest === undefined) this.#log.restart(revision);
    else if (revision !== newest) this.#log.append(revision, steps);
    return revision;
  }

  get trouble(): Problem | undefined {
    return this.#sight?.folder === undefined ? undefined : this.options.folder.trouble;
  }

  async known(): Promise<string | undefined> {
    return this.#log.newest ?? this.options.below.known();
  }

  async files(revision: string): Promise<SourceFile[]> {
    const newest = this.#log.newest;
    const back = newest === undefined ? undefined : this.#log.between(newest, revision);
    if (!back) return this.#below(revision);
    const files = new Map(this.#layers.files());
    for (const [path, file] of back) {
      if (file) files.set(path, file);
      else files.delete(path);
    }
    return [...files].map(([path, file]) => ({ path, ...file }));
  }

  async changes(from: string, to: string): Promise<TreeChange[]> {
    const changed = this.#log.between(from, to);
    if (!changed) throw this.#unknown(changed === undefined && this.#log.has(to) ? from : to);
    this.#log.forgetBefore(from);
    return [...changed].map(([path, file]) => ({ path, blobId: file?.blobId, overlay: file?.overlay }));
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

  /** What was last brought in will do: an edit does not wait for a remote, nor for one that is away. */
  async #tip(signal: AbortSignal | undefined): Promise<string> {
    const { below } = this.options;
    const known = await below.known();
    if (known === undefined) return below.observe(signal);
    if (!below.mayHaveMoved()) return known;
    // That it cannot be reached is what the loop of the branch below reports.
    return within(ASK_WITHIN_MS, signal, (limited) => below.observe(limited)).catch(() => known);
  }

  async #isThere(): Promise<boolean> {
    const found = await stat(this.options.path).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return undefined;
      throw new Problem('directory_failed', `${this.options.path} cannot be read: ${cause.message}`, {
        cause,
      });
    });
    return found !== undefined;
  }

  /** Undefined when there is nothing to start from. */
  async #advance(to: Sight): Promise<ReturnType<Layers['apply']> | undefined> {
    const from = this.#sight;
    if (!from?.folder || !to.folder || from.isWorkTree !== to.isWorkTree) return undefined;
    const { below, folder } = this.options;
    try {
      const changes = await Promise.all([
        below.changes(from.below, to.below),
        folder.changes(from.folder, to.folder),
      ]);
      return this.#layers.apply(...changes);
    } catch (cause) {
      // A revision that cannot be read any more, as after a force-push and a collection.
      if (cause instanceof Problem) return undefined;
      throw cause;
    }
  }

  async #rebuild({ below, folder, isWorkTree }: Sight): Promise<ReturnType<Layers['apply']>> {
    const [under, over] = await Promise.all([
      this.options.below.files(below),
      folder === undefined ? [] : this.options.folder.files(folder),
    ]);
    const before = this.#layers;
    this.#layers = new Layers(
      isWorkTree && folder !== undefined,
      new Map(under.map(({ path, blobId }) => [path, blobId])),
    );
    this.#layers.lay(over);
    return before.stepsTo(this.#layers);
  }

  /** A state without a difference has the name of the one below. */
  #below(revision: string): Promise<SourceFile[]> {
    return this.options.below.files(revision).catch((cause: unknown) => {
      throw this.#unknown(revision, cause);
    });
  }

  #unknown(revision: string, cause?: unknown): Problem {
    return new Problem('directory_failed', `The state ${revision} of \`${LOCAL}\` is not known any more.`, {
      hints: ['A folder has no history; commit what is to be kept.'],
      cause,
    });
  }
}

function isSameSight(one: Sight, other: Sight | undefined): boolean {
  return one.below === other?.below && one.folder === other.folder && one.isWorkTree === other.isWorkTree;
}

function revisionOf({ below, folder, isWorkTree }: Sight): string {
  return createHash('sha256').update(`${below}\n${folder}\n${isWorkTree}`).digest('hex');
}
