import { untilAborted } from '../concurrency/signals.js';
import { coalesce, Semaphore } from '../concurrency/turns.js';
import type { GitDirectories } from '../folders/repository.js';
import { Problem } from '../problems/index.js';
import { DISPLACED, HEADS, isBranchName, listRefs, MIRRORED, readRef, updateRef } from './refs/refs.js';
import type { Remote } from './remotes/contract.js';
import type { RepositoryRepair } from './repair/repository-repair.js';
import type { Repository } from './repository.js';

/** The number of branches that are moved at the same time. */
const PARALLEL = 16;

/** A branch with commits here and other commits at the remote. */
export interface Divergence {
  branch: string;
  /** The tip of both when ours was last brought in line. */
  base: string | undefined;
  ours: string;
  /** Undefined when the remote deleted the branch. */
  incoming: string | undefined;
}

/**
 * The new tip of our branch: our commits, replayed on those of the remote, or just the remote's. `stays`: the branch is
 * left as it is until the next refresh.
 */
export type Resolution =
  | 'stays'
  | {
      /** Undefined: the branch is deleted. */
      tip: string | undefined;
      /** Called once our branch is at `tip`. */
      done(): void;
    };

/** A subscriber decides about diverged branches and is notified of each successful listing. */
export interface MirrorSubscriber {
  /** Decides where a diverged branch moves. @throws Problem git_failed */
  resolveDivergence(divergence: Divergence): Promise<Resolution>;
  /** Called when the remote has listed its branches. */
  listed(): void;
}

/** A branch that the remote moved. */
interface Move extends Omit<Divergence, 'ours'> {
  /** True when we do not have the branch. */
  isNew: boolean;
}

/** Keeps the branches of our repository in line with those of a remote. */
export class Mirror {
  #subscriber: MirrorSubscriber | undefined;
  readonly #stop = new AbortController();
  readonly #refresh = coalesce(() => {
    const current = this.#repairAndBringInLine().finally(() => {
      if (this.#current === current) this.#current = undefined;
    });
    this.#current = current;
    return current;
  });
  #current: Promise<void> | undefined;
  readonly #localListeners = new Set<(directories: GitDirectories) => void>();
  readonly #moveListeners: (() => void)[] = [];
  #isEmpty: boolean | undefined;

  constructor(
    private readonly repository: Repository,
    readonly remote: Remote,
    /** Repairs the repository, where it can be fetched again. */
    readonly repair?: RepositoryRepair | undefined,
  ) {
    // A reader has met an object that it cannot read: checked at once. The state of the repair tells the outcome.
    repair?.onChange(() => {
      if (repair.isSuspected) void this.refresh().catch(() => undefined);
    });
  }

  /** Sets the one subscriber. Without one, the remote replaces diverged branches; `refs/displaced/` keeps our commits. */
  subscribe(subscriber: MirrorSubscriber): void {
    if (this.#subscriber) throw new Error('The mirror has a subscriber already');
    this.#subscriber = subscriber;
  }

  /** True when the remote's last listing had no branches; undefined before the first one. */
  get isEmpty(): boolean | undefined {
    return this.#isEmpty;
  }

  /**
   * Fetches new commits and moves our branches; concurrent calls share a fetch that began after them. `signal` ends the
   * waiting, not the fetch. @throws Problem git_failed, also when the signal timed out
   */
  async refresh(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await this.#waitFor(this.#refresh(), signal);
  }

  /** As `refresh`, but shares a fetch that is under way and may have listed the branches before the call. */
  async join(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await this.#waitFor(this.#current ?? this.#refresh(), signal);
  }

  /** Calls `listener` once the remote is known to be on this machine. The returned function cancels that. */
  whenLocal(listener: (directories: GitDirectories) => void): () => void {
    this.#localListeners.add(listener);
    this.#notifyLocal();
    return () => void this.#localListeners.delete(listener);
  }

  /** Calls `listener` after a fetch that moved branches, as often as there is one. */
  onMoved(listener: () => void): void {
    this.#moveListeners.push(listener);
  }

  /** Aborts a fetch that is under way. */
  close(): void {
    this.#stop.abort();
  }

  async #waitFor(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    try {
      await (signal ? untilAborted(work, signal) : work);
    } catch (cause) {
      if (!(cause instanceof Error) || cause.name !== 'TimeoutError') throw cause;
      throw new Problem('git_failed', `${this.remote.location} has not answered in time.`, {
        hints: ['Try again in a moment; svc continues to ask the remote.'],
        cause,
      });
    }
  }

  #notifyLocal(): void {
    const { local } = this.remote;
    if (!local) return;
    for (const listener of this.#localListeners) {
      this.#localListeners.delete(listener);
      listener(local);
    }
  }

  /** A fetch that fails because our objects are damaged is repeated once they are repaired. */
  async #repairAndBringInLine(): Promise<void> {
    const { repair } = this;
    const { signal } = this.#stop;
    try {
      await repair?.run(signal);
    } catch (problem) {
      signal.throwIfAborted();
      // The remote is followed all the same, as far as the sound objects allow; the state of the repair tells of the damage.
      await this.#bringInLine().catch(() => {
        throw problem;
      });
      return;
    }
    try {
      await this.#bringInLine();
    } catch (cause) {
      if (!repair?.suspect(cause)) throw cause;
      await repair.run(signal);
      await this.#bringInLine();
    }
  }

  async #bringInLine(): Promise<void> {
    const { repository, remote } = this;
    const { signal } = this.#stop;
    // Read before the listing: a push in between must not look as if the remote had moved back.
    const mirrored = await listRefs(repository.dir, MIRRORED);
    const listing = await remote.list(signal);
    this.#isEmpty = listing.branches.size === 0;
    this.#subscriber?.listed();
    if (this.#isEmpty && mirrored.size > 0) {
      throw new Problem('git_failed', `${remote.location} has no branches any more; ours are kept.`, {
        hints: ['Check that `Git.Remote` still names the right repository; push a branch to it to continue.'],
      });
    }
    const isCurrent = isSame(listing.branches, mirrored);
    const incoming = isCurrent ? mirrored : await remote.fetch(listing, signal);
    const moves = movesBetween(mirrored, incoming, await listRefs(repository.dir, HEADS));
    await this.#applyMoves(moves);
    for (const { incoming: tip } of moves) if (tip !== undefined) repository.history.notice(tip);
    if (listing.head !== undefined) await repository.setDefaultBranch(listing.head);
    this.#notifyLocal();
    if (moves.length > 0) for (const listener of this.#moveListeners) listener();
  }

  /**
   * Applies deletions one by one, and before new branches: a branch `a` and a branch `a/b` cannot both exist. Branches
   * that exist move first: a reader that sees a branch gone must see it merged. A branch that cannot be moved does not
   * stop the others. @throws Problem git_failed of the first failed branch
   */
  async #applyMoves(moves: readonly Move[]): Promise<void> {
    const results: PromiseSettledResult<void>[] = [];
    for (const [places, group] of [
      [PARALLEL, moves.filter(({ incoming, isNew }) => incoming !== undefined && !isNew)],
      [1, moves.filter(({ incoming }) => incoming === undefined)],
      [PARALLEL, moves.filter(({ incoming, isNew }) => incoming !== undefined && isNew)],
    ] as const) {
      const semaphore = new Semaphore(places);
      results.push(
        ...(await Promise.allSettled(group.map((move) => semaphore.run(() => this.#applyMove(move))))),
      );
    }
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /**
   * Moves our branch, then records the remote's tip, so that a crash in between repeats the move. A commit that only our
   * branch has stays when it builds on the remote's tip. Else the subscriber decides; without one, the remote's tip
   * replaces ours, which is kept under `refs/displaced/`. Commits that the remote removed do not stay on our branch.
   */
  async #applyMove({ branch, base, incoming }: Move): Promise<void> {
    const { dir: gitDir, history } = this.repository;
    for (;;) {
      const ours = await readRef(gitDir, HEADS + branch);
      if (ours === incoming) break;
      if (ours !== undefined && ours !== base) {
        const isForward = incoming && (base === undefined || (await history.isAncestor(base, incoming)));
        if (isForward && (await history.isAncestor(incoming, ours))) break;
        if (!isForward) await updateRef(gitDir, DISPLACED + ours, undefined, ours);
        const resolution = await this.#subscriber?.resolveDivergence({ branch, base, ours, incoming });
        if (resolution === 'stays') return;
        if (resolution) {
          if (!(await updateRef(gitDir, HEADS + branch, ours, resolution.tip))) continue;
          resolution.done();
          break;
        }
        await updateRef(gitDir, DISPLACED + ours, undefined, ours);
      }
      // False when another process moved the branch meanwhile: the loop reads it again.
      if (await updateRef(gitDir, HEADS + branch, ours, incoming)) break;
    }
    await updateRef(gitDir, MIRRORED + branch, base, incoming);
  }
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  const named = [...one].filter(([name]) => isBranchName(name));
  return named.length === other.size && named.every(([name, id]) => other.get(name) === id);
}

/** Returns the branches that the remote moved, and those that we lack. */
function movesBetween(
  mirrored: ReadonlyMap<string, string>,
  incoming: ReadonlyMap<string, string>,
  ours: ReadonlyMap<string, string>,
): Move[] {
  const names = new Set([...mirrored.keys(), ...incoming.keys()].filter(isBranchName));
  return [...names]
    .map((branch) => {
      return { branch, base: mirrored.get(branch), incoming: incoming.get(branch), isNew: !ours.has(branch) };
    })
    .filter(({ base, incoming: now, isNew }) => base !== now || (now !== undefined && isNew));
}
