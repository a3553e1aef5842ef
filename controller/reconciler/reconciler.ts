import type { Catalog, Snapshot } from '../catalog/contract.js';
import { Problem } from '../problems/index.js';
import { coalesce } from '../repository/index.js';
import type { Source } from '../sources/contract.js';
import type { BranchState } from './branch-state.js';
import { type Clock, systemClock } from './clock.js';
import { summarize } from './conditions.js';
import type { Reconciler, SyncStatus } from './contract.js';
import type { HeldStore } from './held-store.js';
import { pollDelay, retryDelay } from './pace.js';
import { asProblem, type Pass, steps } from './steps.js';

/** `fresh` waits so long for what is new; then what is there has to do. */
const FRESH_WITHIN_MS = 2_000;

export interface ReconcilerOptions {
  /** A new source for a branch; undefined for a name no branch can have. */
  sourceFor(branch: string): Source | undefined;
  catalog: Catalog;
  held: HeldStore;
  /** Branches that are followed from the start; all others once somebody has asked for them. */
  kept: readonly string[];
  /** 0: never. */
  pollIntervalMs: number;
  /** Called with each failed pass, for the log. */
  onFailure?: (branch: string, problem: Problem) => void;
  clock?: Clock;
  /** From 0 to 1. */
  random?: () => number;
}

/** Starts the loop: the kept branches at once, others when they are asked for. */
export function createReconciler(options: ReconcilerOptions): Reconciler {
  return new BranchReconciler(options);
}

class BranchReconciler implements Reconciler {
  readonly #states = new Map<string, BranchState>();
  readonly #listeners: ((snapshot: Snapshot) => void)[] = [];
  readonly #stopping = new AbortController();
  readonly #clock: Clock;
  readonly #random: () => number;

  constructor(private readonly options: ReconcilerOptions) {
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
    for (const branch of options.kept) void this.#follow(branch).reconcile();
  }

  current(branch: string): Promise<Snapshot> {
    return this.#states.get(branch)?.current ?? this.#first(branch);
  }

  fresh(branch: string): Promise<Snapshot> {
    const state = this.#states.get(branch);
    if (state?.current === undefined || this.#stopping.signal.aborted) return this.current(branch);
    if (state.source.mayHaveMoved()) return this.#within(state, state.reconcile());
    if (state.isCatchingUp && state.running) return this.#within(state, state.running);
    return state.current;
  }

  peek(branch: string): Snapshot | undefined {
    return this.#states.get(branch)?.snapshot;
  }

  async request(branch: string): Promise<void> {
    const known = this.#stopping.signal.aborted ? undefined : this.#states.get(branch);
    const state = known ?? this.#follow(branch);
    await state.reconcile();
    if (this.#states.get(branch) !== state) throw goneProblem(state);
  }

  status(branch: string): SyncStatus | undefined {
    const state = this.#states.get(branch);
    return state && statusOf(state);
  }

  onApplied(listener: (snapshot: Snapshot) => void): void {
    this.#listeners.push(listener);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const states = [...this.#states.values()];
    for (const state of states) release(state);
    await Promise.all(states.map((state) => state.running));
  }

  /** Waits for the first snapshot, or says why there is none. Between two attempts it says so at once. */
  async #first(branch: string): Promise<Snapshot> {
    const state = this.#states.get(branch) ?? this.#follow(branch);
    if (state.running !== undefined || state.failure === undefined)
      await (state.running ?? state.reconcile());
    if (state.snapshot) return state.snapshot;
    throw goneProblem(state);
  }

  async #within(state: BranchState, applied: Promise<void>): Promise<Snapshot> {
    let cancel = () => {};
    const enough = new Promise<void>((resolve) => {
      cancel = this.#clock.after(FRESH_WITHIN_MS, resolve);
    });
    await Promise.race([applied, enough]);
    cancel();
    return this.current(state.branch);
  }

  /** @throws Problem branch_not_found, shutting_down */
  #follow(branch: string): BranchState {
    if (this.#stopping.signal.aborted) {
      throw new Problem('shutting_down', 'The reconciler has been stopped.');
    }
    const source = this.options.sourceFor(branch);
    if (!source) throw new Problem('branch_not_found', `There is no branch \`${branch}\`.`);
    const state: BranchState = {
      branch,
      source,
      isKept: this.options.kept.includes(branch),
      reconcile: coalesce(() => this.#reconcile(state)),
      running: undefined,
      isCatchingUp: false,
      snapshot: undefined,
      current: undefined,
      observedRevision: undefined,
      failure: undefined,
      failures: 0,
      conditions: [],
      nextRetryAt: undefined,
      cancelTimer: () => {},
      stopWatch: () => {},
    };
    this.#states.set(branch, state);
    state.stopWatch = source.watch(() => void state.reconcile());
    return state;
  }

  async #reconcile(state: BranchState): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    state.cancelTimer();
    state.running = this.#pass(state).finally(() => {
      state.running = undefined;
    });
    await state.running;
  }

  /**
   * One pass: reads what should be, compares it with what is, acts. However it ends, conditions and status say so, and
   * the next pass is set.
   */
  async #pass(state: BranchState): Promise<void> {
    state.isCatchingUp = state.source.mayHaveMoved();
    if (!state.snapshot) this.#summarize(state, true);
    const pass: Pass = {
      source: state.source,
      previous: state.snapshot,
      signal: this.#stopping.signal,
      begin: (revision) => {
        state.observedRevision = revision;
        state.isCatchingUp = true;
        this.#summarize(state, true);
      },
      publish: (snapshot) => this.#publish(state, snapshot),
    };
    try {
      for (const step of steps) if (!(await step(pass, this.options))) break;
      state.failure = pass.failure;
    } catch (cause) {
      state.failure = asProblem(cause, state.branch);
    } finally {
      state.isCatchingUp = false;
      state.failures = state.failure ? state.failures + 1 : 0;
      this.#requeue(state);
      this.#summarize(state, false);
    }
    if (state.failure) this.options.onFailure?.(state.branch, state.failure);
  }

  #publish(state: BranchState, snapshot: Snapshot): void {
    state.snapshot = snapshot;
    state.current = Promise.resolve(snapshot);
    for (const listener of this.#listeners) listener(snapshot);
  }

  #summarize(state: BranchState, isProgressing: boolean): void {
    const now = new Date(this.#clock.now()).toISOString();
    state.conditions = summarize({ ...state, isProgressing }, state.conditions, now);
  }

  /** Sets the one timer of the branch. A branch on demand that is gone is let go of. */
  #requeue(state: BranchState): void {
    const { failure, isKept } = state;
    state.nextRetryAt = undefined;
    if (this.#stopping.signal.aborted) return;
    if (failure?.code === 'branch_not_found' && !isKept) {
      release(state);
      this.#states.delete(state.branch);
      return;
    }
    const mayHelp = failure !== undefined && failure.retry !== 'never';
    const polls = isKept && this.options.pollIntervalMs > 0;
    if (!mayHelp && !polls) return;
    const delay = mayHelp
      ? retryDelay(state.failures, this.#random)
      : pollDelay(this.options.pollIntervalMs, this.#random);
    if (failure) state.nextRetryAt = new Date(this.#clock.now() + delay).toISOString();
    state.cancelTimer = this.#clock.after(delay, () => void state.reconcile());
  }
}

function statusOf(state: BranchState): SyncStatus {
  return {
    branch: state.branch,
    conditions: state.conditions,
    observedRevision: state.observedRevision,
    appliedRevision: state.snapshot?.revision,
    counts: state.snapshot?.counts ?? { files: 0, entities: 0, invalid: 0 },
    lastError: state.failure?.message,
    nextRetryAt: state.nextRetryAt,
  };
}

function goneProblem(state: BranchState): Problem {
  return state.failure ?? new Problem('shutting_down', 'The reconciler has been stopped.');
}

function release(state: BranchState): void {
  state.cancelTimer();
  state.stopWatch();
}
