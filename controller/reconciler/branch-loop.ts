import type { Catalog, Snapshot } from '../catalog/index.js';
import { coalesce } from '../concurrency/turns.js';
import { Problem } from '../problems/index.js';
import { AfterPass, type AfterPassOptions } from './after-pass.js';
import { type BranchState, initialState } from './branch-state.js';
import { getStatus, SyncLog, summarize } from './conditions.js';
import type { PreviewFile, ReconcileEvent, SyncStatus } from './contract.js';
import type { ApplyRules, Verify } from './guard.js';
import { NextPass, type NextPassOptions } from './next-pass.js';
import { PastSnapshots } from './past-snapshots.js';
import { preview } from './preview.js';
import { type Pass, steps, toProblem } from './steps.js';

export interface LoopOptions extends AfterPassOptions, NextPassOptions {
  isProduction: boolean;
  /** True for a branch that is followed without requests, even while it does not exist. */
  isKept: boolean;
  catalog: Catalog;
  rules: ApplyRules;
  /** Left out where commits need no signature. */
  verify?: Verify | undefined;
  /** svc's folder of the repository (`Git.Path`), for messages. */
  path?: string | undefined;
  signal: AbortSignal;
  onApplied: (snapshot: Snapshot) => void;
  /** Called when the branch was deleted and is no longer followed. */
  onGone: () => void;
}

/** A branch: its state, its passes, one at a time, and the timer of the next pass. */
export class BranchLoop {
  readonly branch: string;
  /** Starts a pass, or waits for the pass after the running one. Never rejects. */
  readonly reconcile: () => Promise<void>;
  /** As `reconcile`, for local commits: does not contact the remote, or wait for a pass that does. */
  readonly catchUp: () => Promise<void>;
  /** The running pass. */
  running: Promise<void> | undefined;
  /** True while the running pass has a new revision to apply. */
  isCatchingUp = false;
  #state: BranchState = { ...initialState };
  /** The failure of the last attempt to observe the remote. */
  #unreachable: Problem | undefined;
  /** The part of a pass that applies a revision; the next one waits for it. */
  #applying: Promise<void> | undefined;
  /** The snapshots of earlier revisions. */
  readonly past: PastSnapshots;
  readonly #syncs = new SyncLog();
  readonly #afterPass: AfterPass;
  readonly #next: NextPass;
  readonly #stopWatch: () => void;

  constructor(private readonly options: LoopOptions) {
    this.branch = options.source.branch;
    this.reconcile = coalesce(() => this.#begin());
    this.catchUp = coalesce(() => this.#apply(true));
    this.past = new PastSnapshots(options);
    this.#afterPass = new AfterPass(options);
    this.#next = new NextPass(options, () => void this.reconcile());
    this.#stopWatch = options.source.watch((isHere) => {
      const isKnown = this.#state.snapshot !== undefined;
      void (isHere && isKnown && options.source.observeHere ? this.catchUp() : this.reconcile());
    });
  }

  /** True for a branch that is followed without requests. */
  get isKept(): boolean {
    return this.options.isKept;
  }

  get state(): Readonly<BranchState> {
    return this.#state;
  }

  get status(): SyncStatus {
    return getStatus(this.branch, this.#state, { syncs: this.#syncs.records, nextPassAt: this.#next.at });
  }

  mayHaveMoved(): boolean {
    return this.options.source.mayHaveMoved();
  }

  /** The reason why there is no snapshot. */
  get problem(): Problem {
    return this.#state.failure ?? new Problem('shutting_down', 'The reconciler has been stopped.');
  }

  /** The snapshot that `head` would become with these files. */
  preview(head: Snapshot, files: readonly PreviewFile[]): Promise<Snapshot> {
    return preview(this.options, head, files);
  }

  /** Runs a pass and records it in the status under `syncId`. */
  async sync(syncId: string): Promise<void> {
    const record = { syncId, requestedAt: this.#now(), endedAt: undefined, revision: undefined };
    this.#syncs.put({ ...record, status: 'running' });
    await this.reconcile();
    const { failure, observedRevision: revision } = this.#state;
    this.#syncs.put({ ...record, status: failure ? 'failed' : 'succeeded', endedAt: this.#now(), revision });
  }

  /** @throws Problem prune_not_held, storage_failed */
  async confirmPrune(confirmedRevision: string | undefined): Promise<void> {
    const { held } = this.#state.refusal ?? {};
    if (held?.reason !== 'prune') {
      throw new Problem('prune_not_held', `No revision of \`${this.branch}\` is held for its deletions.`);
    }
    const { revision } = held;
    if (confirmedRevision !== undefined && confirmedRevision !== revision) {
      throw new Problem(
        'prune_not_held',
        `The revision that is held is ${revision}, not ${confirmedRevision}.`,
      );
    }
    await this.options.applied.confirm(this.branch, revision);
    this.#state.confirmed = revision;
  }

  /** Stops watch and timer; a running pass continues. */
  release(): void {
    this.#next.cancel();
    this.#stopWatch();
  }

  /** Resolves when the running pass has ended. */
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
    if (this.#state.snapshot && this.options.source.observeHere) await this.#observeRemote();
    await this.#apply(false);
  }

  /** Fetches from the remote while passes over local commits continue. The first pass observes the remote itself. */
  async #observeRemote(): Promise<void> {
    const { source, signal } = this.options;
    const failed = (cause: unknown) => toProblem(cause, this.branch);
    this.#unreachable = await source.observe(signal).then(() => undefined, failed);
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
   * Runs one pass: observes the desired revision, compares it with the one in service, applies it. In every case it updates
   * conditions and status and sets the timer of the next pass.
   */
  async #pass(isHere: boolean): Promise<void> {
    if (this.options.signal.aborted) return;
    const hadStored = this.#state.snapshot !== undefined;
    const pass = this.#newPass(isHere);
    try {
      for (const step of steps) if (!(await step(pass, this.options))) break;
    } catch (cause) {
      const problem = toProblem(cause, this.branch);
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
      this.#afterPass.applied();
    }
    this.#summarize(true);
    this.options.onApplied(snapshot);
    if (events.length > 0) this.options.onEvents(events);
  }

  /** True when the pass observed a revision that it could not apply. */
  #isRefused(pass: Pass): pass is Pass & { revision: string } {
    const { revision, previous } = pass;
    const inService = [previous?.revision, this.#state.snapshot?.revision];
    return revision !== undefined && !inService.includes(revision);
  }

  /** Completes a pass, successful or not. The visible state changes in one step after the asynchronous work. */
  async #settle({ failure, refused, unchangedTip }: Pass, isStored: boolean, isHere: boolean): Promise<void> {
    const { signal, isProduction, isKept, onGone } = this.options;
    const isGone = failure?.code === 'branch_not_found';
    const isForgotten = isGone && !isProduction;
    if (!signal.aborted) {
      if (!isForgotten) await this.#keepApplied(isGone || (refused ?? this.#state.refusal) !== undefined);
      else if (isStored) await this.#afterPass.drop();
    }
    const { failures, conditions } = this.#state;
    if (isForgotten) this.#state = { ...initialState, failures, conditions };
    const state = this.#state;
    state.failure = failure;
    if (refused) state.refusal = refused;
    state.failures = failure ? state.failures + (isHere && state.failures > 0 ? 0 : 1) : 0;
    // Passes over local commits must not delay the next look at the remote.
    const keepsTimer = isHere && this.#next.at !== undefined;
    if (!signal.aborted && !keepsTimer) this.#next.set(state.failure, state.failures);
    this.#summarize(false);
    if (signal.aborted) return;
    await this.#afterPass.report(state, this.#now());
    if (unchangedTip !== undefined) await this.#afterPass.reportUnchanged(unchangedTip, state);
    if (!isGone || isKept) return;
    this.release();
    onGone();
  }

  /** @param isOffBranch true when no branch may contain the revision in service */
  async #keepApplied(isOffBranch: boolean): Promise<void> {
    const { snapshot } = this.#state;
    if (snapshot) await this.#afterPass.keep(isOffBranch ? snapshot.revision : undefined);
  }

  #summarize(isProgressing: boolean): void {
    const state = this.#state;
    state.conditions = summarize(
      { ...state, isProgressing, path: this.options.path },
      state.conditions,
      this.#now(),
    );
  }

  #now(): string {
    return new Date(this.options.clock.now()).toISOString();
  }
}
