/** A number of places; who finds none waits its turn. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs `use` in a place of its own. @throws the reason of `signal` when that aborts while waiting */
  async within<T>(signal: AbortSignal, use: () => Promise<T>): Promise<T> {
    await this.#take(signal);
    try {
      return await use();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    }
  }

  #take(signal: AbortSignal): Promise<void> | undefined {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free--;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }
}
