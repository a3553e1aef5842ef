import { Problem } from '../problems/index.js';
import type { Execution } from './execution.js';
import { isFinal, type RunState } from './state.js';

/** Which runs are under way, and how many at a time: over all, and per flow where the flow says so. */
export class Dispatcher {
  readonly #active = new Map<string, Execution>();
  readonly #waiting = new Map<string, Execution>();
  /** Those of them that another run may wait for: they are begun also where all places are taken. */
  readonly #children = new Set<Execution>();
  readonly #perFlow = new Map<string, number>();
  /** Runs under way that take no place: the one that started them waits for them. */
  readonly #guests = new Set<string>();
  /** Runs that another run started, and does not wait for. */
  readonly #detached = new Set<string>();
  #closed = false;

  /**
   * @param concurrent runs at a time
   * @param pending runs that may wait for a place
   */
  constructor(
    private readonly concurrent: number,
    private readonly pending: number,
  ) {}

  active(id: string): Execution | undefined {
    return this.#active.get(id);
  }

  waiting(id: string): Execution | undefined {
    return this.#waiting.get(id);
  }

  allActive(): Execution[] {
    return [...this.#active.values()];
  }

  /** How much there is to do; `oldest` is when the run that waits longest was accepted, ms since the epoch. */
  load(): { running: number; pending: number; oldest: number | undefined } {
    const first = this.#waiting.values().next().value;
    return { running: this.#active.size, pending: this.#waiting.size, oldest: first?.state.createdAt };
  }

  /** @throws Problem queue_full */
  assertQueueHasRoom(): void {
    if (this.#waiting.size < this.pending) return;
    throw new Problem('queue_full', `${this.#waiting.size} runs are waiting already`);
  }

  /** A run that another run starts takes a place of its own: that one goes on without it. */
  detach(id: string): void {
    this.#detached.add(id);
  }

  /** Begins the run, or lets it wait for a place. Answers whether it began. */
  admit(execution: Execution): boolean {
    if (!this.#closed && this.#hasPlaceFor(execution)) {
      this.#begin(execution);
      return true;
    }
    const { id, parentRunId } = execution.state;
    this.#waiting.set(id, execution);
    if (parentRunId !== null && !this.#detached.has(id)) this.#children.add(execution);
    return false;
  }

  /** Takes a run out of the queue; undefined when it was not there. */
  withdraw(id: string): Execution | undefined {
    const execution = this.#waiting.get(id);
    if (execution) this.#unqueue(execution);
    this.#detached.delete(id);
    return execution;
  }

  /** A run has ended or was put away: its place goes to the next. */
  release(state: RunState): void {
    if (!this.#active.delete(state.id)) return;
    this.#guests.delete(state.id);
    // One that was put away comes again.
    if (isFinal(state.status)) this.#detached.delete(state.id);
    this.#count(state.flow, -1);
    for (const next of this.#waiting.values()) {
      if (this.#isFull()) break;
      this.#beginInPlace(next);
    }
    for (const next of this.#children) this.#beginInPlace(next);
  }

  /** From now on nothing begins. */
  close(): void {
    this.#closed = true;
  }

  /** Begins a run of the queue if there is a place for it. */
  #beginInPlace(execution: Execution): void {
    if (this.#closed || !this.#hasPlaceFor(execution)) return;
    this.#unqueue(execution);
    this.#begin(execution);
  }

  #unqueue(execution: Execution): void {
    this.#waiting.delete(execution.state.id);
    this.#children.delete(execution);
  }

  #begin(execution: Execution): void {
    this.#active.set(execution.state.id, execution);
    if (this.#isGuest(execution)) this.#guests.add(execution.state.id);
    this.#count(execution.state.flow, 1);
    execution.begin();
  }

  #hasPlaceFor(execution: Execution): boolean {
    if (!this.#isGuest(execution) && this.#isFull()) return false;
    const limit = execution.plan.concurrency;
    return limit === undefined || (this.#perFlow.get(execution.state.flow) ?? 0) < limit;
  }

  #isFull(): boolean {
    return this.#active.size - this.#guests.size >= this.concurrent;
  }

  /** Its parent would hold a place while it waits for one to be free. */
  #isGuest({ state: { id, parentRunId } }: Execution): boolean {
    return parentRunId !== null && this.#active.has(parentRunId) && !this.#detached.has(id);
  }

  #count(flow: string, by: 1 | -1): void {
    const count = (this.#perFlow.get(flow) ?? 0) + by;
    if (count === 0) this.#perFlow.delete(flow);
    else this.#perFlow.set(flow, count);
  }
}
