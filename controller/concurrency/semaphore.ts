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
