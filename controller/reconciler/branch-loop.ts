import type { Catalog, Snapshot } from '../catalog/contract.js';
import { Problem } from '../problems/index.js';
import { coalesce } from '../repository/index.js';
import { type BranchState, unread } from './branch-state.js';
import { summarize } from './conditions.js';
import type { PreviewFile, ReconcileEvent, SyncStatus } from './contract.js';
import type { ApplyRules } from './guard.js';
import { NextPass, type NextPassOptions } from './next-pass.js';
import { preview } from './preview.js';
import { statusOf } from './status-of.js';
import { asProblem, type Pass, steps } from './steps.js';
import { SyncLog } from './sync-log.js';
import { Upkeep, type UpkeepOptions } from './upkeep.js';

export interface LoopOptions extends UpkeepOptions, NextPassOptions {
  isProduction: boolean;
  /** Followed also while nobody asks for it, and while it does not exist. */
  isKept: boolean;
  catalog: Catalog;
  rules: ApplyRules;
  signal: AbortSignal;
  onApplied: (snapshot: Snapshot) => void;
  /** The branch is gone, and nobody follows it any more. */
  onGone: () => void;
}

/** One branch: its state, the passes that change it, one at a time, and the timer of the next. */
export class BranchLoop {
  readonly branch: string;
  /** Starts a pass, or waits for the one after the pass that is going on. Never rejects. */
  readonly reconcile: () => Promise<void>;
  /** The same for what is here already: asks nobody elsewhere, and does not wait for a pass that does. */
  readonly catchUp: () => Promise<void>;
  /** The pass that is going on. */
  running: Promise<void> | undefined;
  /** Whether the pass that is going on has something new to apply. */
  isCatchingUp = false;
  #state: BranchState = { ...unread };
  /** Why what is elsewhere could not be seen, the last time it was asked. */
  #unreachable: Problem | undefined;
  /** The pass that reads and applies; the next waits for it. */
  #applying: Promise<void> | undefined;
  readonly #syncs = new SyncLog();
  readonly #upkeep: Upkeep;
  readonly #next: NextPass;
  readonly #stopWatch: () => void;

  constructor(private readonly options: LoopOptions) {
    this.branch = options.source.branch;
    this.reconcile = coalesce(() => this.#begin());
    this.catchUp = coalesce(() => this.#apply(true));
    this.#upkeep = new Upkeep(options);
    this.#next = new NextPass(options, () => void this.reconcile());
    this.#stopWatch = options.source.watch((isHere) => {
      const isKnown = this.#state.snapshot !== undefined;
      void (isHere && isKnown && options.source.observeHere ? this.catchUp() : this.reconcile());
    });
  }

  /** Followed whether anybody asks for it or not. */
  get isKept(): boolean {
    return this.options.isKept;
  }

  get state(): Readonly<BranchState> {
    return this.#state;
  }

  get status(): SyncStatus {
    return statusOf(this.branch, this.#state, { syncs: this.#syncs.records, nextPassAt: this.#next.at });
  }

  mayHaveMoved(): boolean {
    return this.options.source.mayHaveMoved();
  }

  /** Why there is no snapshot. */
  get problem(): Problem {
    return this.#state.failure ?? new Problem('shutting_down', 'The reconciler has been stopped.');
  }

  /** What `head` would become with these files over its own. */
  preview(head: Snapshot, files: readonly PreviewFile[]): Promise<Snapshot> {
    return preview(this.options, head, files);
  }

  /** A pass that the status tells of under `syncId`. */
  async sync(syncId: string): Promise<void> {
    const record = { syncId, requestedAt: this.#now(), endedAt: undefined, revision: undefined };
    this.#syncs.put({ ...record, status: 'running' });
    await this.reconcile();
    const { failure, observedRevision: revision } = this.#state;
    this.#syncs.put({ ...record, status: failure ? 'failed' : 'succeeded', endedAt: this.#now(), revision });
  }

  /** @throws Problem prune_not_held, storage_failed */
  async confirmPrune(wanted: string | undefined): Promise<void> {
    const { held } = this.#state.refusal ?? {};
    if (held?.reason !== 'prune') {
      throw new Problem('prune_not_held', `No revision of \`${this.branch}\` is held for its deletions.`);
    }
    const { revision } = held;
    if (wanted !== undefined && wanted !== revision) {
      throw new Problem('prune_not_held', `The revision that is held is ${revision}, not ${wanted}.`);
    }
    await this.options.applied.confirm(this.branch, revision);
    this.#state.confirmed = revision;
  }

  /** Ends watch and timer; a pass that is going on goes on. */
  release(): void {
    this.#next.cancel();
    this.#stopWatch();
  }

  /** What is going on. */
  async ended(): Promise<void> {
    await Promise.all([this.running, this.#applying]);
  }

  async #begin(): Promise<void> {
    if (this.options.signal.aborted) return;
    this.#next.cancel();
    this.isCatchingUp = this.options.source.mayHaveMoved();
    if (!this.#state.snapshot) this.#summarize(true);
    this.running = this.#observeAndApply().finally(() => {
      this.running = undefined;
    });
    await this.running;
  }

  async #observeAndApply(): Promise<void> {
    if (this.#state.snapshot && this.options.source.observeHere) await this.#observeElsewhere();
    await this.#apply(false);
  }

  /** Brings in what is new elsewhere, while passes over what is here go on. The first pass does that itself. */
  async #observeElsewhere(): Promise<void> {
    const { source, signal } = this.options;
    this.#unreachable = await source.observe(signal).then(
      () => undefined,
      (cause: unknown) => asProblem(cause, this.branch),
    );
  }

  #apply(isHere: boolean): Promise<void> {
    const pass = () => this.#pass(isHere);
    const done = this.#applying ? this.#applying.then(pass) : pass();
    const applying = done.finally(() => {
      if (this.#applying === applying) this.#applying = undefined;
    });
    this.#applying = applying;
    return applying;
  }

  /**
   * One pass: reads what should be, compares it with what is, acts. However it ends, conditions and status say so, and
   * the next pass is set.
   */
  async #pass(isHere: boolean): Promise<void> {
    if (this.options.signal.aborted) return;
    const hadStored = this.#state.snapshot !== undefined;
    const pass = this.#newPass(isHere);
    try {
      for (const step of steps) if (!(await step(pass, this.options))) break;
    } catch (cause) {
      const problem = asProblem(cause, this.branch);
      pass.failure = problem;
      if (this.#isRefused(pass)) pass.refused = { revision: pass.revision, problem };
    }
    if (!isHere) this.isCatchingUp = false;
    await this.#settle(pass, hadStored || pass.stored !== undefined, isHere);
  }

  #newPass(isHere: boolean): Pass {
    const { source, isProduction, signal } = this.options;
    const state = this.#state;
    return {
      source,
      isProduction,
      signal,
      unreachable: this.#unreachable,
      previous: state.snapshot,
      refusal: state.refusal,
      confirmed: state.confirmed,
      time: () => this.#now(),
      begin: (revision, isNew) => {
        state.observedRevision = revision;
        if (!isNew) state.refusal = undefined;
        if (!isHere) this.isCatchingUp = isNew;
        if (isNew) this.#summarize(true);
      },
      attempt: () => {
        state.attemptedRevision = state.observedRevision;
      },
      publish: (snapshot, events) => this.#publish(snapshot, events),
    };
  }

  #publish(snapshot: Snapshot, events: readonly ReconcileEvent[]): void {
    const state = this.#state;
    state.snapshot = snapshot;
    state.current = Promise.resolve(snapshot);
    if (snapshot.revision === state.observedRevision) {
      state.refusal = undefined;
      state.confirmed = undefined;
      this.#upkeep.toldOfNew();
    }
    this.#summarize(true);
    this.options.onApplied(snapshot);
    if (events.length > 0) this.options.onEvents(events);
  }

  /** Whether the pass saw a revision that it could not put in service. */
  #isRefused(pass: Pass): pass is Pass & { revision: string } {
    const { revision, previous } = pass;
    return (
      revision !== undefined && revision !== previous?.revision && revision !== this.#state.snapshot?.revision
    );
  }

  /** What is to be done however a pass ended. What can be seen of that changes at once, at its end. */
  async #settle({ failure, refused }: Pass, isStored: boolean, isHere: boolean): Promise<void> {
    const { signal, isProduction, isKept, onGone } = this.options;
    const isGone = failure?.code === 'branch_not_found';
    const isForgotten = isGone && !isProduction;
    if (!signal.aborted) {
      if (!isForgotten) await this.#keepApplied(isGone || (refused ?? this.#state.refusal) !== undefined);
      else if (isStored) await this.#upkeep.drop();
    }
    if (isForgotten) this.#forget();
    const state = this.#state;
    state.failure = failure;
    if (refused) state.refusal = refused;
    state.failures = failure ? state.failures + (isHere && state.failures > 0 ? 0 : 1) : 0;
    if (!signal.aborted) this.#requeue(isHere);
    this.#summarize(false);
    if (signal.aborted) return;
    await this.#upkeep.tell(state, this.#now());
    if (!isGone || isKept) return;
    this.release();
    onGone();
  }

  /** A branch that is gone is not there any more for anyone. */
  #forget(): void {
    const { failures, conditions } = this.#state;
    this.#state = { ...unread, failures, conditions };
  }

  /** @param isOffBranch the revision in service may be on no branch any more */
  async #keepApplied(isOffBranch: boolean): Promise<void> {
    const { snapshot } = this.#state;
    if (snapshot) await this.#upkeep.keep(isOffBranch ? snapshot.revision : undefined);
  }

  #summarize(isProgressing: boolean): void {
    const state = this.#state;
    state.conditions = summarize({ ...state, isProgressing }, state.conditions, this.#now());
  }

  #requeue(isHere: boolean): void {
    // However many passes over what is here there are, what is elsewhere is looked at in time.
    if (isHere && this.#next.at !== undefined) return;
    this.#next.set(this.#state.failure, this.#state.failures);
  }

  #now(): string {
    return new Date(this.options.clock.now()).toISOString();
  }
}
