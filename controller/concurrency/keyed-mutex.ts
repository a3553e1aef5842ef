/** Runs one operation at a time per key, in the order of the calls. Keys without an operation take no memory. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, operation: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const mine = before ? before.then(operation, operation) : operation();
    this.#last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    }
  }
}
