import { PassingMap } from './passing-map.js';

/** Lets at most `places` operations run at the same time; the others wait in the order of their calls. */
export class Semaphore {
  #free: number;
  readonly #queue: (() => void)[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  /** Operations that wait for a place. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** True when the next `acquire` waits for no other operation. */
  get hasFreePlace(): boolean {
    return this.#free > 0;
  }

  /** Runs `operation` in a place of its own. @throws the reason of `signal` when it aborts during the wait */
  async run<T>(operation: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.acquire(signal);
    try {
      return await operation();
    } finally {
      this.release();
    }
  }

  /** Takes a place until `release`. @throws the reason of `signal` when it aborts during the wait */
  async acquire(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        this.#queue.splice(this.#queue.indexOf(enter), 1);
        reject(signal?.reason);
      };
      this.#queue.push(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Gives the place to the operation that waits longest. */
  release(): void {
    const next = this.#queue.shift();
    if (next) next();
    else this.#free++;
  }
}

/** Runs one operation at a time per key, in the order of the calls. Keys without an operation take no memory. */
export class KeyedMutex {
  readonly #last = new PassingMap<string, Promise<unknown>>();

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
