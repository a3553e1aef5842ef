import { randomUUID } from 'node:crypto';
import type { Catalog, Snapshot } from '../catalog/index.js';
import { Problem } from '../problems/index.js';
import type { Source } from '../sources/source/source.js';
import type { Write } from '../storage/index.js';
import type { AppliedStore } from './applied-store.js';
import { BranchLoop } from './branch-loop.js';
import type {
  PreviewFile,
  ReconcileEvent,
  Reconciler,
  SyncOptions,
  SyncStatus,
  UnchangedTip,
} from './contract.js';
import type { ApplyRules, Verify } from './guard.js';
import { IdleBranches } from './idle-branches.js';
import { type Clock, systemClock } from './next-pass.js';

/** The longest wait of `fresh` for a new revision; then it returns the current one. */
const freshWithinMs = 2_000;

export interface ReconcilerOptions {
  /** A new source for a branch; undefined for a name no branch can have. */
  sourceFor(branch: string): Source | undefined;
  catalog: Catalog;
  applied: AppliedStore;
  /** Followed from the start; its last snapshot stays in service when it is deleted. */
  production: string;
  /** `Git.Path`, for messages. */
  path?: string | undefined;
  /** Further branches followed from the start; all others are followed on request. */
  active?: readonly string[];
  rules: ApplyRules;
  /** Judges the signatures of commits; left out where they need none. */
  verify?: Verify | undefined;
  /** 0: never. */
  pollIntervalMs: number;
  /** Called when a branch begins to fail, and when the cause changes, for the log. */
  onFailure?: (branch: string, problem: Problem) => void;
  /** Returns writes for the transaction that stores the revision of the events. */
  outbox?: (events: readonly ReconcileEvent[]) => readonly Write[];
  /** Reports a tip that changes no file of svc, such as a commit outside of `Git.Path`. */
  onUnchanged?: (tip: UnchangedTip) => Promise<void>;
  clock?: Clock;
  /** From 0 to 1. */
  random?: () => number;
}

/** Starts to reconcile production and the active branches; other branches start on request. */
export function createReconciler(options: ReconcilerOptions): Reconciler {
  return new BranchReconciler(options);
}

class BranchReconciler implements Reconciler {
  readonly #loops = new Map<string, BranchLoop>();
  readonly #appliedListeners: ((snapshot: Snapshot) => void)[] = [];
  readonly #eventListeners: ((events: readonly ReconcileEvent[]) => void)[] = [];
  readonly #stopping = new AbortController();
  readonly #clock: Clock;
  readonly #idle: IdleBranches;
  #sweeping: Promise<void> | undefined;

  constructor(private readonly options: ReconcilerOptions) {
    this.#clock = options.clock ?? systemClock;
    this.#idle = new IdleBranches(this.#clock, (branch) => this.#release(branch));
    for (const branch of new Set([options.production, ...(options.active ?? [])])) {
      if (options.sourceFor(branch)) void this.#follow(branch).reconcile();
    }
  }

  current(branch: string): Promise<Snapshot> {
    const loop = this.#loops.get(branch);
    if (loop?.isKept === false) this.#idle.touch(branch);
    return loop?.state.current ?? this.#first(branch);
  }

  fresh(branch: string): Promise<Snapshot> {
    const loop = this.#loops.get(branch);
    const current = loop?.state.current;
    if (!loop || current === undefined || this.#stopping.signal.aborted) return this.current(branch);
    if (!loop.isKept) this.#idle.touch(branch);
    if (loop.mayHaveMoved()) return this.#within(loop, loop.reconcile());
    if (loop.isCatchingUp && loop.running) return this.#within(loop, loop.running);
    return current;
  }

  async at(branch: string, revision: string): Promise<Snapshot | undefined> {
    const current = await this.current(branch);
    return current.revision === revision ? current : this.#getLoop(branch).past.at(current, revision);
  }

  peek(branch: string): Snapshot | undefined {
    return this.#loops.get(branch)?.state.snapshot;
  }

  async head(branch: string): Promise<Snapshot> {
    const held = () => this.#loops.get(branch)?.state.refusal?.held?.snapshot;
    try {
      const current = await this.fresh(branch);
      return held() ?? current;
    } catch (cause) {
      const snapshot = held();
      if (snapshot) return snapshot;
      throw cause;
    }
  }

  async preview(branch: string, files: readonly PreviewFile[]): Promise<Snapshot> {
    const head = await this.head(branch);
    return this.#getLoop(branch).preview(head, files);
  }

  async request(branch: string): Promise<void> {
    const loop = this.#getLoop(branch);
    await loop.reconcile();
    if (this.#loops.get(branch) !== loop) throw loop.problem;
  }

  async catchUp(branch: string): Promise<void> {
    const loop = this.#getLoop(branch);
    await loop.catchUp();
    if (this.#loops.get(branch) !== loop) throw loop.problem;
  }

  async sync(branch: string, { confirmPrune }: SyncOptions = {}) {
    const loop = this.#getLoop(branch);
    if (confirmPrune) await loop.confirmPrune(confirmPrune.revision);
    const syncId = randomUUID();
    return { syncId, done: loop.sync(syncId) };
  }

  status(branch: string): SyncStatus | undefined {
    return this.#loops.get(branch)?.status;
  }

  followed(): readonly string[] {
    return [...this.#loops.keys()];
  }

  onApplied(listener: (snapshot: Snapshot) => void): void {
    this.#appliedListeners.push(listener);
  }

  onEvents(listener: (events: readonly ReconcileEvent[]) => void): void {
    this.#eventListeners.push(listener);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#idle.stop();
    const loops = [...this.#loops.values()];
    for (const loop of loops) loop.release();
    await Promise.all([...loops.map((loop) => loop.ended()), this.#sweeping]);
  }

  /** Waits for the first snapshot; throws the last failure between two attempts. */
  async #first(branch: string): Promise<Snapshot> {
    const loop = this.#loops.get(branch) ?? this.#follow(branch);
    if (loop.running !== undefined || loop.state.failure === undefined)
      await (loop.running ?? loop.reconcile());
    if (loop.state.snapshot) return loop.state.snapshot;
    throw loop.problem;
  }

  async #within(loop: BranchLoop, applied: Promise<void>): Promise<Snapshot> {
    let cancel = () => {};
    const enough = new Promise<void>((resolve) => {
      cancel = this.#clock.after(freshWithinMs, resolve);
    });
    await Promise.race([applied, enough]);
    cancel();
    return this.current(loop.branch);
  }

  /** @throws Problem branch_not_found, shutting_down */
  #getLoop(branch: string): BranchLoop {
    const loop = this.#stopping.signal.aborted ? undefined : this.#loops.get(branch);
    if (loop?.isKept === false) this.#idle.touch(branch);
    return loop ?? this.#follow(branch);
  }

  /** Releases a branch; false while a pass is running, because a caller waits for it. */
  #release(branch: string): boolean {
    const loop = this.#loops.get(branch);
    if (loop?.running !== undefined) return false;
    loop?.release();
    this.#loops.delete(branch);
    return true;
  }

  /** @throws Problem branch_not_found, shutting_down */
  #follow(branch: string): BranchLoop {
    const { options } = this;
    if (this.#stopping.signal.aborted) {
      throw new Problem('shutting_down', 'The reconciler has been stopped.');
    }
    const source = options.sourceFor(branch);
    if (!source) throw new Problem('branch_not_found', `There is no branch \`${branch}\`.`);
    const isProduction = branch === options.production;
    const loop = new BranchLoop({
      ...options,
      source,
      isProduction,
      isKept: isProduction || (options.active?.includes(branch) ?? false),
      clock: this.#clock,
      random: options.random ?? Math.random,
      signal: this.#stopping.signal,
      onApplied: (snapshot) => {
        this.#deliver(branch, this.#appliedListeners, snapshot);
        if (isProduction) this.#sweeping ??= this.#sweep();
      },
      onEvents: (events) => this.#deliver(branch, this.#eventListeners, events),
      onFailure: (problem) => options.onFailure?.(branch, problem),
      onGone: () => this.#loops.delete(branch),
    });
    this.#loops.set(branch, loop);
    if (!loop.isKept) this.#idle.touch(branch);
    return loop;
  }

  /** Calls the listeners; one that throws does not affect the others. */
  #deliver<T>(branch: string, listeners: readonly ((value: T) => void)[], value: T): void {
    for (const listener of listeners) {
      try {
        listener(value);
      } catch (cause) {
        this.#report(branch, 'A listener failed', cause);
      }
    }
  }

  /** Removes branches that were deleted while this process was down; runs once, when production is in service. */
  async #sweep(): Promise<void> {
    const { applied, sourceFor, production } = this.options;
    try {
      for (const branch of await applied.branches()) {
        if (branch === production || this.#stopping.signal.aborted) continue;
        const source = sourceFor(branch);
        if (!source || (await source.readKnownRevision()) !== undefined || this.#loops.has(branch)) continue;
        await applied.drop(branch);
        await source.keep(undefined);
      }
    } catch (cause) {
      this.#report(production, 'The stored state of deleted branches could not be removed', cause);
    }
  }

  #report(branch: string, what: string, cause: unknown): void {
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.options.onFailure?.(branch, new Problem('internal', `${what}: ${reason}`, { cause }));
  }
}
