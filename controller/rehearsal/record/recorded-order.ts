import { Interrupted } from '../../flows/index.js';

interface Waiting {
  readonly order: number;
  release(): void;
}

/**
 * Lets the steps of a plan go on in the order in which they did in the recorded run. A step whose turn it is goes on at once;
 * the others wait until nothing else of the plan can. The end comes when nothing that waits is recorded.
 */
export class RecordedOrder {
  readonly #waiting = new Set<Waiting>();
  /** Computations of threads, and turns that the plan gives away. */
  #computing = 0;
  #next = 0;
  #isScheduled = false;
  #hasEnded = false;

  /**
   * @param orders of everything that was waited for, ascending
   * @param end called once when the record has nothing more
   */
  constructor(
    private readonly orders: readonly number[],
    private readonly end: () => void,
  ) {}

  /** The order that the plan has come to. */
  get position(): number {
    return this.orders[this.#next] ?? Number.POSITIVE_INFINITY;
  }

  /** Resolves when it is the turn of the order. @throws Interrupted at the end, and for an infinite order */
  reach(order: number): Promise<void> {
    if (!this.#hasEnded && order <= this.position && Number.isFinite(order)) {
      this.#pass(order);
      return Promise.resolve();
    }
    return this.settle(order);
  }

  /** Resolves when it is the turn of the order, and nothing else of the plan can go on. @throws as `reach` */
  settle(order: number): Promise<void> {
    const refused = (): Interrupted => new Interrupted('The record has ended');
    if (this.#hasEnded) return Promise.reject(refused());
    return new Promise((resolve, reject) => {
      this.#add({ order, release: () => (this.#hasEnded ? reject(refused()) : resolve()) });
    });
  }

  /** Calls `ring` when it is the turn of the order, unless the returned function is called before. */
  call(order: number, ring: () => void): () => void {
    const waiting: Waiting = { order, release: () => (this.#hasEnded ? undefined : ring()) };
    this.#add(waiting);
    return () => {
      this.#waiting.delete(waiting);
    };
  }

  /** Nothing else goes on meanwhile. */
  async whileComputing<Result>(compute: () => Promise<Result>): Promise<Result> {
    this.#computing++;
    try {
      return await compute();
    } finally {
      this.#computing--;
      this.#schedule();
    }
  }

  /** Ends what waits. */
  close(): void {
    this.#hasEnded = true;
    for (const { release } of this.#waiting) release();
    this.#waiting.clear();
  }

  #add(waiting: Waiting): void {
    this.#waiting.add(waiting);
    this.#schedule();
  }

  /** All promises of the plan have been served when the callback comes. */
  #schedule(): void {
    if (this.#isScheduled || this.#hasEnded) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      if (this.#computing === 0 && !this.#hasEnded) this.#releaseFirst();
    });
  }

  #releaseFirst(): void {
    let first: Waiting | undefined;
    for (const each of this.#waiting) if (first === undefined || each.order < first.order) first = each;
    if (first === undefined) return;
    if (first.order === Number.POSITIVE_INFINITY) {
      this.end();
      return;
    }
    this.#waiting.delete(first);
    this.#pass(first.order);
    first.release();
    if (this.#waiting.size > 0) this.#schedule();
  }

  #pass(order: number): void {
    while ((this.orders[this.#next] ?? Number.POSITIVE_INFINITY) <= order) this.#next++;
  }
}
