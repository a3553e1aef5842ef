import { Problem } from '../problems/index.js';
import { untilAborted } from '../signals/index.js';
import { isBranchName } from './branch-name.js';
import { coalesce } from './coalesce.js';
import type { GitDirectories, Remote, RemoteRefs } from './contract.js';
import { DISPLACED, HEADS, MIRRORED } from './ref-names.js';
import { updateRef } from './ref-writer.js';
import { listRefs, readRef } from './refs.js';
import type { Repository } from './repository.js';

/** Ref updates that are on their way to the disk at a time. */
const PARALLEL = 16;

/** A branch that has commits here and others at the remote. */
export interface Divergence {
  branch: string;
  /** Where both were, when ours was last brought in line. */
  base: string | undefined;
  ours: string;
  /** Undefined when the remote has the branch no more. */
  incoming: string | undefined;
}

/**
 * Where our branch is to go: to our commits, made again on those of the remote, or just to what came. With `stays`, it is
 * looked at again the next time.
 */
export type Replayed =
  | 'stays'
  | {
      /** Undefined: it is to be deleted. */
      tip: string | undefined;
      /** Called once our branch is there. */
      done(): void;
    };

/** Keeps the branches of our repository in line with a remote's. */
export class Mirror {
  /**
   * Puts what only we have on what came; left out, what came takes the place of ours, which is kept under
   * `refs/displaced/`.
   */
  replay: ((divergence: Divergence) => Promise<Replayed>) | undefined;
  /** Called when the remote has said where its branches are. */
  onSeen: (() => void) | undefined;
  readonly #stop = new AbortController();
  readonly #refresh = coalesce(() => {
    const going = this.#bringInLine().finally(() => {
      if (this.#going === going) this.#going = undefined;
    });
    this.#going = going;
    return going;
  });
  #going: Promise<void> | undefined;
  readonly #untold = new Set<(directories: GitDirectories) => void>();
  #isEmpty: boolean | undefined;

  constructor(
    private readonly repository: Repository,
    readonly remote: Remote,
  ) {}

  /**
   * Fetches what is new, if anything is, and moves our branches; concurrent calls share a fetch that began after
   * them. `signal` ends the waiting, not the fetch. @throws Problem git_failed, also for a signal that timed out
   */
  async refresh(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await this.#waitFor(this.#refresh(), signal);
  }

  /** As `refresh`, but one that is going on already will do: it may have looked before the call. */
  async join(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await this.#waitFor(this.#going ?? this.#refresh(), signal);
  }

  async #waitFor(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
    try {
      await (signal ? untilAborted(work, signal) : work);
    } catch (cause) {
      if (!(cause instanceof Error) || cause.name !== 'TimeoutError') throw cause;
      throw new Problem('git_failed', `${this.remote.location} has not answered in time.`, {
        hints: ['Try again in a moment; svc goes on asking.'],
        cause,
      });
    }
  }

  async #bringInLine(): Promise<void> {
    await bringInLine(this.repository, this.remote, this.#stop.signal, {
      replay: (divergence) => this.replay?.(divergence),
      seen: ({ branches }) => {
        this.#isEmpty = branches.size === 0;
        this.onSeen?.();
      },
    });
    this.#tellLocal();
  }

  /** Whether the remote had no branches when it last said which it has; undefined while it has not. */
  get isEmpty(): boolean | undefined {
    return this.#isEmpty;
  }

  /**
   * Calls `tell` once, as soon as the remote is known to lie on this machine: at once, or after a refresh that finds
   * it. The returned function takes that back.
   */
  whenLocal(tell: (directories: GitDirectories) => void): () => void {
    this.#untold.add(tell);
    this.#tellLocal();
    return () => void this.#untold.delete(tell);
  }

  #tellLocal(): void {
    const { local } = this.remote;
    if (!local) return;
    for (const tell of this.#untold) {
      this.#untold.delete(tell);
      tell(local);
    }
  }

  /** Ends a fetch that is going on. */
  close(): void {
    this.#stop.abort();
  }
}

interface Move {
  name: string;
  /** Where the remote had the branch when ours was last brought in line. */
  base: string | undefined;
  /** Where the remote has it now. */
  incoming: string | undefined;
}

type Replay = (divergence: Divergence) => Promise<Replayed> | undefined;

async function bringInLine(
  repository: Repository,
  remote: Remote,
  signal: AbortSignal,
  { replay, seen }: { replay: Replay; seen(listing: RemoteRefs): void },
): Promise<void> {
  // Before the remote is asked: a push that lands in between must not look as if the remote had gone back.
  const mirrored = await listRefs(repository.dir, MIRRORED);
  const listing = await remote.list(signal);
  seen(listing);
  if (listing.branches.size === 0 && mirrored.size > 0) {
    throw new Problem('git_failed', `${remote.location} has no branches any more; ours are kept.`, {
      hints: ['Check that `Git.Remote` still leads to the right repository; push a branch to it to go on.'],
    });
  }
  const isCurrent = isSame(listing.branches, mirrored);
  const incoming = isCurrent ? mirrored : await remote.fetch(listing, signal);
  const ours = await listRefs(repository.dir, HEADS);
  const moves = movesBetween(mirrored, incoming, ours);
  await applyMoves(repository, moves, replay);
  for (const { incoming: tip } of moves) if (tip !== undefined) repository.history.notice(tip);
  if (listing.head !== undefined) await repository.setDefaultBranch(listing.head);
}

function isSame(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  const named = [...one].filter(([name]) => isBranchName(name));
  return named.length === other.size && named.every(([name, id]) => other.get(name) === id);
}

/** What the remote moved, and what it has and we have lost. */
function movesBetween(
  mirrored: ReadonlyMap<string, string>,
  incoming: ReadonlyMap<string, string>,
  ours: ReadonlyMap<string, string>,
): Move[] {
  const names = new Set([...mirrored.keys(), ...incoming.keys()].filter(isBranchName));
  return [...names]
    .map((name) => ({ name, base: mirrored.get(name), incoming: incoming.get(name) }))
    .filter(({ name, base, incoming: now }) => base !== now || (now !== undefined && !ours.has(name)));
}

/**
 * Deletions come first: a branch `a` and a branch `a/b` cannot stand side by side. A branch that cannot be moved does
 * not keep the others from moving. @throws Problem git_failed, the first there was
 */
async function applyMoves(repository: Repository, moves: readonly Move[], replay: Replay): Promise<void> {
  const ordered = [
    ...moves.filter((move) => move.incoming === undefined).map((move) => [move]),
    ...batches(moves.filter((move) => move.incoming !== undefined)),
  ];
  const failures: unknown[] = [];
  for (const batch of ordered) {
    const results = await Promise.allSettled(batch.map((move) => applyMove(repository, move, replay)));
    for (const result of results) if (result.status === 'rejected') failures.push(result.reason);
  }
  if (failures.length > 0) throw failures[0];
}

function batches(moves: readonly Move[]): Move[][] {
  const count = Math.ceil(moves.length / PARALLEL);
  return Array.from({ length: count }, (_, at) => moves.slice(at * PARALLEL, (at + 1) * PARALLEL));
}

/**
 * Moves our branch first and the note of it after, so that a crash in between repeats the move. A commit that only our
 * branch has (someone pushed into our repository) stays when it builds on the remote's; else the remote's takes its
 * place and ours is kept under `refs/displaced/`. Where the remote has gone back, what it let go is not ours to keep on
 * the branch.
 */
async function applyMove(
  { dir: gitDir, history }: Repository,
  { name, base, incoming }: Move,
  replay: Replay,
): Promise<void> {
  for (;;) {
    const ours = await readRef(gitDir, HEADS + name);
    if (ours === incoming) break;
    if (ours !== undefined && ours !== base) {
      const isForward = incoming && (base === undefined || (await history.isAncestor(base, incoming)));
      if (isForward && (await history.isAncestor(incoming, ours))) break;
      if (!isForward) await updateRef(gitDir, DISPLACED + ours, undefined, ours);
      const replayed = await replay({ branch: name, base, ours, incoming });
      if (replayed === 'stays') return;
      if (replayed) {
        if (!(await updateRef(gitDir, HEADS + name, ours, replayed.tip))) continue;
        replayed.done();
        break;
      }
      await updateRef(gitDir, DISPLACED + ours, undefined, ours);
    }
    // False when someone moved the branch meanwhile: look again.
    if (await updateRef(gitDir, HEADS + name, ours, incoming)) break;
  }
  await updateRef(gitDir, MIRRORED + name, base, incoming);
}
