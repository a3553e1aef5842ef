import type { CommitOutcome, CommitRequest } from '../contract.js';

/** Commits of one disk flush. More would make the first wait for long. */
const MAX_BATCH = 256;

export interface Waiting {
  request: CommitRequest;
  resolve(outcome: CommitOutcome): void;
  reject(error: unknown): void;
}

/** The commit requests of one branch, handed over in batches: all that came while the last batch was written. */
export class BranchQueue {
  #waiting: Waiting[] = [];
  #isRunning = false;

  /** @param writeBatch settles the first requests it is given, one at least, and answers with how many */
  constructor(private readonly writeBatch: (batch: readonly Waiting[]) => Promise<number>) {}

  add(request: CommitRequest): Promise<CommitOutcome> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      if (!this.#isRunning) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // Requests of the same turn come along.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MAX_BATCH);
      try {
        const settled = await this.writeBatch(batch);
        this.#waiting.unshift(...batch.slice(settled));
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    this.#isRunning = false;
  }
}
