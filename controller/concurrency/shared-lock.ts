/**
 * A lock that many operations share, or that one operation has alone. An exclusive operation waits for the operations that
 * share the lock, and operations that ask to share it wait for the exclusive one. Not reentrant.
 */
export class SharedLock {
  #sharers = 0;
  #lastSharerLeft: (() => void) | undefined;
  /** Resolves at the end of the exclusive operation that was asked for last. */
  #exclusive: Promise<void> | undefined;

  async share<Result>(work: () => Promise<Result>): Promise<Result> {
    while (this.#exclusive) await this.#exclusive;
    this.#sharers += 1;
    try {
      return await work();
    } finally {
      this.#sharers -= 1;
      if (this.#sharers === 0) this.#lastSharerLeft?.();
    }
  }

  /** Exclusive operations run in the order of their calls. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#runAlone(this.#exclusive, work);
    const noResult = () => {};
    const ended = done.then(noResult, noResult);
    this.#exclusive = ended;
    void ended.then(() => {
      if (this.#exclusive === ended) this.#exclusive = undefined;
    });
    return done;
  }

  async #runAlone<Result>(before: Promise<void> | undefined, work: () => Promise<Result>): Promise<Result> {
    await before;
    if (this.#sharers > 0) await new Promise<void>((resolve) => (this.#lastSharerLeft = resolve));
    return work();
  }
}
