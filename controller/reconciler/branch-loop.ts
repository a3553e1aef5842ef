import type { Catalog, Snapshot } from '../catalog/contract.js';
import { Problem } from '../problems/index.js';
import { blobId, coalesce } from '../repository/index.js';
import type { Source, TreeChange } from '../sources/contract.js';
import type { Write } from '../storage/index.js';
import type { AppliedStore } from './applied-store.js';
import { type BranchState, unread } from './branch-state.js';
import type { Clock } from './clock.js';
import { summarize } from './conditions.js';
import type { PreviewFile, ReconcileEvent, SyncRecord, SyncStatus } from './contract.js';
import { failed, succeeded } from './events.js';
import type { ApplyRules } from './guard.js';
import { pollDelay, retryDelay } from './pace.js';
import { asProblem, type Pass, steps } from './steps.js';

/** Syncs that the status tells of. */
const SYNCS_SHOWN = 20;

export interface LoopOptions {
  source: Source;
  isProduction: boolean;
  /** Followed also while nobody asks for it, and while it does not exist. */
  isKept: boolean;
  catalog: Catalog;
  applied: AppliedStore;
  rules: ApplyRules;
  pollIntervalMs: number;
  clock: Clock;
  /** From 0 to 1. */
  random: () => number;
  signal: AbortSignal;
  outbox?: (events: readonly ReconcileEvent[]) => readonly Write[];
  onApplied: (snapshot: Snapshot) => void;
  onEvents: (events: readonly ReconcileEvent[]) => void;
  /** Called once for each cause, not with each pass that fails of it. */
  onFailure: (problem: Problem) => void;
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
  /** The cause that was last told of. */
  #told: string | undefined;
  #cancelTimer = () => {};
  #isTimerSet = false;
  /** Why what is elsewhere could not be seen, the last time it was asked. */
  #unreachable: Problem | undefined;
  /** The pass that reads and applies; the next waits for it. */
  #applying: Promise<void> | undefined;
  readonly #stopWatch: () => void;

  constructor(private readonly options: LoopOptions) {
    this.branch = options.source.branch;
    this.reconcile = coalesce(() => this.#begin());
    this.catchUp = coalesce(() => this.#apply(true));
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
    const { snapshot, refusal, failure, ...state } = this.#state;
    return {
      branch: this.branch,
      conditions: state.conditions,
      observedRevision: state.observedRevision,
      attemptedRevision: state.attemptedRevision,
      appliedRevision: snapshot?.revision,
      counts: snapshot?.counts ?? { files: 0, entities: 0, invalid: 0 },
      problems: (refusal?.held?.snapshot ?? snapshot)?.findings ?? [],
      held: refusal?.held && withoutSnapshot(refusal.held),
      lastError: (failure ?? refusal?.problem)?.message,
      nextRetryAt: state.nextRetryAt,
      syncs: state.syncs,
    };
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
    const { isOverlay = false } = this.options.source;
    const contents = new Map<string, Uint8Array>();
    const changes = files.map(({ path, content }): TreeChange => {
      if (content === undefined) return { path, blobId: undefined };
      const id = blobId(content);
      contents.set(id, content);
      return { path, blobId: id, ...(isOverlay ? { overlay: { hides: undefined } } : {}) };
    });
    const read = async (ids: readonly string[]) => {
      const others = ids.filter((id) => !contents.has(id));
      const found = others.length > 0 ? await this.options.source.read(others) : undefined;
      return new Map([...contents, ...(found ?? [])]);
    };
    return this.options.catalog.advance(head, { revision: head.revision, changes, read });
  }

  /** A pass that the status tells of under `syncId`. */
  async sync(syncId: string): Promise<void> {
    const record = { syncId, requestedAt: this.#now(), endedAt: undefined, revision: undefined };
    this.#record({ ...record, status: 'running' });
    await this.reconcile();
    const { failure, observedRevision: revision } = this.#state;
    this.#record({ ...record, status: failure ? 'failed' : 'succeeded', endedAt: this.#now(), revision });
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
    this.#cancelTimer();
    this.#stopWatch();
  }

  /** What is going on. */
  async ended(): Promise<void> {
    await Promise.all([this.running, this.#applying]);
  }

  async #begin(): Promise<void> {
    if (this.options.signal.aborted) return;
    this.#cancelTimer();
    this.#isTimerSet = false;
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
      this.#state.failure = pass.failure;
      if (pass.refused) this.#state.refusal = pass.refused;
    } catch (cause) {
      this.#state.failure = asProblem(cause, this.branch);
      this.#refuse(pass, this.#state.failure);
    } finally {
      if (!isHere) this.isCatchingUp = false;
      await this.#settle(hadStored || pass.stored !== undefined, isHere);
    }
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
      this.#told = undefined;
    }
    this.options.onApplied(snapshot);
    if (events.length > 0) this.options.onEvents(events);
  }

  /** A revision that was seen and could not be applied. */
  #refuse({ revision, previous }: Pass, problem: Problem): void {
    if (revision === undefined || revision === previous?.revision) return;
    if (this.#state.snapshot?.revision === revision) return;
    this.#state.refusal = { revision, problem };
  }

  /** What is to be done however a pass ended. */
  async #settle(isStored: boolean, isHere: boolean): Promise<void> {
    const { signal, isProduction, onGone } = this.options;
    const state = this.#state;
    if (signal.aborted) {
      this.#summarize(false);
      return;
    }
    state.failures = state.failure ? state.failures + (isHere && state.failures > 0 ? 0 : 1) : 0;
    const isGone = state.failure?.code === 'branch_not_found';
    if (isGone && !isProduction) await this.#forget(isStored);
    else if (state.snapshot) await this.#keep(state.refusal || isGone ? state.snapshot.revision : undefined);
    this.#tell();
    this.#requeue(isGone && !this.options.isKept);
    this.#summarize(false);
    if (isGone && !this.options.isKept) onGone();
  }

  /** A branch that is gone is not there any more for anyone, and leaves nothing behind. */
  async #forget(isStored: boolean): Promise<void> {
    const { failure, failures, conditions, syncs } = this.#state;
    this.#state = { ...unread, failure, failures, conditions, syncs };
    if (!isStored) return;
    await this.#attempt(() => this.options.applied.drop(this.branch));
    await this.#keep(undefined);
  }

  async #keep(revision: string | undefined): Promise<void> {
    await this.#attempt(() => this.options.source.keep(revision));
  }

  /** What failed here is done again with the next pass. */
  async #attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (cause) {
      this.options.onFailure(asProblem(cause, this.branch));
    }
  }

  /** Tells of a failure once for each revision and cause, and of its end. */
  #tell(): void {
    const { failure, observedRevision: revision = '', snapshot } = this.#state;
    const cause = failure && `${failure.code} ${revision}`;
    if (cause === this.#told) return;
    this.#told = cause;
    const time = this.#now();
    if (failure) {
      this.options.onFailure(failure);
      this.options.onEvents([failed(this.branch, revision, failure, snapshot, time)]);
    } else if (snapshot) {
      this.options.onEvents([succeeded({ next: snapshot, previous: snapshot, changes: [], time })]);
    }
  }

  #record(record: SyncRecord): void {
    const others = this.#state.syncs.filter(({ syncId }) => syncId !== record.syncId);
    this.#state.syncs = [record, ...others].slice(0, SYNCS_SHOWN);
  }

  #summarize(isProgressing: boolean): void {
    const state = this.#state;
    state.conditions = summarize({ ...state, isProgressing }, state.conditions, this.#now());
  }

  /** Sets the one timer of the branch. */
  #requeue(isLast: boolean): void {
    const { clock, random, pollIntervalMs, isKept } = this.options;
    const { failure, failures } = this.#state;
    // However many passes over what is here there are, what is elsewhere is looked at in time.
    if (this.#isTimerSet && !isLast) return;
    this.#state.nextRetryAt = undefined;
    if (isLast) {
      this.release();
      return;
    }
    const mayHelp = failure !== undefined && failure.retry !== 'never';
    if (!mayHelp && (!isKept || pollIntervalMs <= 0)) return;
    const delay = mayHelp ? retryDelay(failures, random) : pollDelay(pollIntervalMs, random);
    if (failure) this.#state.nextRetryAt = new Date(clock.now() + delay).toISOString();
    this.#isTimerSet = true;
    this.#cancelTimer = clock.after(delay, () => void this.reconcile());
  }

  #now(): string {
    return new Date(this.options.clock.now()).toISOString();
  }
}

function withoutSnapshot({ snapshot: _, ...held }: { snapshot: Snapshot } & SyncStatus['held'] & object) {
  return held;
}
