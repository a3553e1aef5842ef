import { LongTimer } from '../../concurrency/long-timer.js';

/** A branch of the run that waits for a time or for an event. */
interface Sleeper {
  readonly due: number;
  stop(reason: unknown): void;
}

/** The branches of a run that wait for something outside of it, and are found again when the run was parked meanwhile. */
export class Sleepers {
  readonly #sleepers = new Set<Sleeper>();

  get size(): number {
    return this.#sleepers.size;
  }

  /** The time at which the first of them continues, ms since the epoch; infinite when all wait for events. */
  get due(): number {
    return Math.min(...Array.from(this.#sleepers, ({ due }) => due));
  }

  /** Resolves at `due`. @throws the signal's reason, or that of `stop` */
  async until(due: number, signal: AbortSignal): Promise<void> {
    const timer = new LongTimer(true);
    const reached = new Promise<void>((resolve) => timer.start(due, resolve));
    await this.wait(due, signal, reached).finally(() => timer.stop());
  }

  /** Resolves when `arrived` does. @param due the time at which the run has to be in memory at the latest */
  wait(due: number, signal: AbortSignal, arrived: Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const end = (): void => {
        signal.removeEventListener('abort', onAbort);
        this.#sleepers.delete(sleeper);
      };
      const stop = (reason: unknown): void => {
        end();
        reject(reason);
      };
      const onAbort = (): void => stop(signal.reason);
      const sleeper: Sleeper = { due, stop };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#sleepers.add(sleeper);
      void arrived.then(() => {
        end();
        resolve();
      });
    });
  }

  stop(reason: unknown): void {
    for (const sleeper of [...this.#sleepers]) sleeper.stop(reason);
  }
}
