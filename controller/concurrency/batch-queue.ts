/** An item in a batch, and the promise its caller waits for. */
export interface Queued<Item, Result> {
  readonly item: Item;
  /** How many batches this item was part of before. */
  readonly attempts: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface BatchQueueOptions<Item, Result> {
  /** The largest batch; more would make the first item wait for long. */
  max: number;
  /**
   * Works on a batch and settles its items. Items that are to be tried again are returned unsettled, in order; they come
   * first in the next batch. When `process` throws, every item of the batch that is still unsettled fails with that error.
   */
  process(batch: readonly Queued<Item, Result>[]): Promise<readonly Queued<Item, Result>[]>;
  /** Called when the queue is empty. */
  onIdle?(): void;
}

/**
 * Hands items to `process` in batches, one batch at a time: the items that arrive while a batch is processed form the
 * next one, so that concurrent callers share one disk flush or one transaction.
 */
export class BatchQueue<Item, Result> {
  #waiting: Queued<Item, Result>[] = [];
  #isRunning = false;

  constructor(private readonly options: BatchQueueOptions<Item, Result>) {}

  /** Settles as `process` settles the item. */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, attempts: 0, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Items added in the same turn of the event loop join the first batch.
    await new Promise((resolve) => setImmediate(resolve));
    const { max, process, onIdle } = this.options;
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, max);
      try {
        const again = await process(batch);
        this.#waiting.unshift(...again.map((queued) => ({ ...queued, attempts: queued.attempts + 1 })));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isRunning = false;
    onIdle?.();
  }
}
