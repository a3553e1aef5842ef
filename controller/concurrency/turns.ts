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

/**
 * Makes calls share work: during a run, all further calls wait for one run after it, so that each caller gets the result
 * of a run that began after the call.
 */
export function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  function start(): Promise<T> {
    const run = work().finally(() => {
      if (current === run) current = undefined;
    });
    current = run;
    return run;
  }
  return function call(): Promise<T> {
    // Checked first: between the end of one run and the start of the next, `current` is undefined.
    if (next !== undefined) return next;
    if (current === undefined) return start();
    next = current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}
