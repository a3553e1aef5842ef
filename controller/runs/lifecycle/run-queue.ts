import { PassingMap } from '../../concurrency/passing-map.js';
import type { FlowPlan } from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import type { JournalWriter } from '../journal/journal-writer.js';
import { isFinal, type RunState } from '../journal/run-state.js';
import type { RunLifecycle } from './run-lifecycle.js';

/** A run as the queue and those who control runs see it. */
export interface QueuedRun {
  readonly state: RunState;
  readonly plan: Pick<FlowPlan, 'concurrency'>;
  readonly journal: JournalWriter;
  readonly lifecycle: RunLifecycle;
  /** True while an effect of the run is performed. */
  readonly isCalling: boolean;
  /** Starts or continues the run. */
  begin(): void;
}

export interface QueueLimits {
  /** Runs that execute at the same time. */
  readonly concurrentRuns: number;
  /** Runs that wait for a place. */
  readonly pendingRuns: number;
}

/**
 * Decides which runs execute and which wait, within the limits of the installation and the limit of each flow.
 *
 * A run that another run waits for takes no place, as its parent would otherwise hold a place while it waits for one.
 */
export class RunQueue {
  readonly #active = new PassingMap<string, QueuedRun>();
  readonly #waiting = new PassingMap<string, QueuedRun>();
  /** Waiting runs that their parents wait for: they begin even when all places are taken. */
  readonly #waitingChildren = new Set<QueuedRun>();
  /** Active runs by flow. */
  readonly #perFlow = new Map<string, number>();
  /** Ids of active runs that take no place. */
  readonly #placeless = new Set<string>();
  /** Ids of child runs that their parents do not wait for. */
  readonly #detached = new Set<string>();
  readonly #ended: Record<string, number> = {};
  #closed = false;

  /** @param runEnded is called for each run that has ended, once that is durable */
  constructor(
    private readonly limits: QueueLimits,
    private readonly runEnded: (state: RunState) => void = () => {},
  ) {}

  /** A run that executes. */
  active(id: string): QueuedRun | undefined {
    return this.#active.get(id);
  }

  /** A run that waits for a place. */
  waiting(id: string): QueuedRun | undefined {
    return this.#waiting.get(id);
  }

  allWaiting(): QueuedRun[] {
    return [...this.#waiting.values()];
  }

  allActive(): QueuedRun[] {
    return [...this.#active.values()];
  }

  /** The numbers of runs; `oldest` is the time when the first waiting run was accepted, ms since the epoch. */
  load(): { running: number; pending: number; oldest: number | undefined } {
    const first = this.#waiting.values().next().value;
    return { running: this.#active.size, pending: this.#waiting.size, oldest: first?.state.createdAt };
  }

  /** The number of runs that ended in this process, by final status. */
  ended(): Readonly<Record<string, number>> {
    return { ...this.#ended };
  }

  /** @throws Problem queue_full */
  assertHasRoom(): void {
    if (this.#waiting.size < this.limits.pendingRuns) return;
    throw new Problem('queue_full', `${this.#waiting.size} runs are waiting already`);
  }

  /** Marks a child run that its parent does not wait for: it takes a place. */
  detach(id: string): void {
    this.#detached.add(id);
  }

  /** Begins the run, or lets it wait for a place. Returns true if it began. */
  admit(run: QueuedRun): boolean {
    if (!this.#closed && this.#hasPlaceFor(run)) {
      this.#begin(run);
      return true;
    }
    const { id, parentRunId } = run.state;
    this.#waiting.set(id, run);
    if (parentRunId !== null && !this.#detached.has(id)) this.#waitingChildren.add(run);
    return false;
  }

  /** Removes a waiting run; returns undefined if the run does not wait. */
  withdraw(id: string): QueuedRun | undefined {
    const run = this.#waiting.get(id);
    if (run) this.#unqueue(run);
    this.#detached.delete(id);
    return run;
  }

  /** Counts and tells of a run that has ended; call it also for one that ended without a place here. */
  noteEnd(state: RunState): void {
    this.#ended[state.status] = (this.#ended[state.status] ?? 0) + 1;
    this.runEnded(state);
  }

  /** Gives the place of a run that has ended or left memory to the next one. */
  release(state: RunState): void {
    if (!this.#active.delete(state.id)) return;
    this.#placeless.delete(state.id);
    if (isFinal(state.status)) {
      this.#detached.delete(state.id);
      this.noteEnd(state);
    }
    this.#count(state.flow, -1);
    for (const next of this.#waiting.values()) {
      if (this.#isFull()) break;
      this.#beginIfPossible(next);
    }
    for (const next of this.#waitingChildren) this.#beginIfPossible(next);
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  /** Lets no further run begin. */
  close(): void {
    this.#closed = true;
  }

  #beginIfPossible(run: QueuedRun): void {
    if (this.#closed || !this.#hasPlaceFor(run)) return;
    this.#unqueue(run);
    this.#begin(run);
  }

  #unqueue(run: QueuedRun): void {
    this.#waiting.delete(run.state.id);
    this.#waitingChildren.delete(run);
  }

  #begin(run: QueuedRun): void {
    const { id, flow } = run.state;
    this.#active.set(id, run);
    if (this.#isPlaceless(run)) this.#placeless.add(id);
    this.#count(flow, 1);
    run.begin();
  }

  #hasPlaceFor(run: QueuedRun): boolean {
    if (!this.#isPlaceless(run) && this.#isFull()) return false;
    const limit = run.plan.concurrency;
    return limit === undefined || (this.#perFlow.get(run.state.flow) ?? 0) < limit;
  }

  #isFull(): boolean {
    return this.#active.size - this.#placeless.size >= this.limits.concurrentRuns;
  }

  #isPlaceless({ state: { id, parentRunId } }: QueuedRun): boolean {
    return parentRunId !== null && this.#active.has(parentRunId) && !this.#detached.has(id);
  }

  #count(flow: string, by: 1 | -1): void {
    const count = (this.#perFlow.get(flow) ?? 0) + by;
    if (count === 0) this.#perFlow.delete(flow);
    else this.#perFlow.set(flow, count);
  }
}
