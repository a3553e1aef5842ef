import { PassingMap } from './passing-map.js';
import { untilAborted } from './signals.js';

interface Work<T> {
  readonly result: Promise<T>;
  readonly abort: AbortController;
  callers: number;
}

/** Makes concurrent calls with one key share one operation. Keys without an operation take no memory. */
export class SharedWork<T> {
  readonly #running = new PassingMap<string, Work<T>>();

  /**
   * Returns the result of the operation that runs for the key, or starts one. A caller leaves when its own signal aborts;
   * the operation ends when all its callers have left.
   * @throws the reason of `signal`, and as `operation` does
   */
  async run(key: string, signal: AbortSignal, operation: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const work = this.#running.get(key) ?? this.#start(key, operation);
    work.callers++;
    try {
      return await untilAborted(work.result, signal);
    } finally {
      work.callers--;
      if (work.callers === 0) {
        this.#forget(key, work);
        work.abort.abort();
      }
    }
  }

  #start(key: string, operation: (signal: AbortSignal) => Promise<T>): Work<T> {
    const abort = new AbortController();
    const work: Work<T> = { result: operation(abort.signal), abort, callers: 0 };
    this.#running.set(key, work);
    // A caller that comes after the end starts another operation, also while others still read the result.
    work.result.catch(() => {}).finally(() => this.#forget(key, work));
    return work;
  }

  #forget(key: string, work: Work<T>): void {
    if (this.#running.get(key) === work) this.#running.delete(key);
  }
}
