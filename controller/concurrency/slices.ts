/**
 * Shares the event loop among long computations: in each turn of the loop one of them works for a slice of time, whatever
 * their number. They take turns in the order of their calls.
 */
export class Slices {
  readonly #waiting: (() => void)[] = [];

  /** Waits for the first slice; at once when no other computation waits. */
  begin(): Promise<void> {
    return this.#waiting.length > 0 ? this.next() : Promise.resolve();
  }

  /** Ends a slice and waits for the next one. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(() => this.#release());
    });
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (this.#waiting.length > 0) setImmediate(() => this.#release());
    next?.();
  }
}
