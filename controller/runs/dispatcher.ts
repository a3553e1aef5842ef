import { Problem } from '../problems/index.js';
import type { Execution } from './execution.js';
import type { RunState } from './state.js';

/** Which runs are under way, and how many at a time: over all, and per flow where the flow says so. */
export class Dispatcher {
  readonly #active = new Map<string, Execution>();
  readonly #waiting = new Map<string, Execution>();
  readonly #perFlow = new Map<string, number>();
  #children = 0;
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

  /** Begins the run, or lets it wait for a place. Answers whether it began. */
  admit(execution: Execution): boolean {
    if (!this.#closed && this.#hasPlaceFor(execution)) {
      this.#begin(execution);
      return true;
    }
    this.#waiting.set(execution.state.id, execution);
    return false;
  }

  /** Takes a run out of the queue; undefined when it was not there. */
  withdraw(id: string): Execution | undefined {
    const execution = this.#waiting.get(id);
    this.#waiting.delete(id);
    return execution;
  }

  /** A run has ended or was put away: its place goes to the next. */
  release(state: RunState): void {
    if (!this.#active.delete(state.id)) return;
    if (state.parentRunId !== null) this.#children--;
    this.#count(state.flow, -1);
    for (const next of this.#waiting.values()) {
      if (this.#closed || this.#isFull()) return;
      if (!this.#hasPlaceFor(next)) continue;
      this.#waiting.delete(next.state.id);
      this.#begin(next);
    }
  }

  /** From now on nothing begins. */
  close(): void {
    this.#closed = true;
  }

  #begin(execution: Execution): void {
    this.#active.set(execution.state.id, execution);
    if (isChild(execution)) this.#children++;
    this.#count(execution.state.flow, 1);
    execution.begin();
  }

  #hasPlaceFor(execution: Execution): boolean {
    // A run that another run started needs no place: its parent would hold one while it waits for one to be free.
    if (!isChild(execution) && this.#isFull()) return false;
    const limit = execution.plan.concurrency;
    return limit === undefined || (this.#perFlow.get(execution.state.flow) ?? 0) < limit;
  }

  #isFull(): boolean {
    return this.#active.size - this.#children >= this.concurrent;
  }

  #count(flow: string, by: 1 | -1): void {
    const count = (this.#perFlow.get(flow) ?? 0) + by;
    if (count === 0) this.#perFlow.delete(flow);
    else this.#perFlow.set(flow, count);
  }
}

function isChild(execution: Execution): boolean {
  return execution.state.parentRunId !== null;
}
