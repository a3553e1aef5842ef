import { FairSlots, type Sharing } from './fair-slots.js';
import type { Abortable } from './signals.js';

/** Lets so much work go on at the same time, and the rest wait in turns of their branches and flows. See `FairPlaces`. */
export class FairGate {
  readonly #places: FairSlots<() => void>;

  constructor(places: number, sharing: Sharing, spare?: number) {
    this.#places = new FairSlots(places, sharing, spare);
  }

  /** True when nothing goes on, and nothing waits. */
  get isIdle(): boolean {
    return this.#places.held === 0 && !this.#places.isWanted;
  }

  /**
   * Undefined when the work may begin at once; else resolves when it may. Either way, call `leave` when the work has ended.
   * @throws the signal's reason; then the work has no place
   */
  enter(branch: string, flow: string, signal: Abortable): Promise<void> | undefined {
    if (this.#places.take(branch, flow)) return undefined;
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const begin = (): void => {
        signal.removeEventListener('abort', end);
        resolve();
      };
      const end = (): void => {
        this.#places.withdraw(branch, flow, begin);
        reject(signal.reason);
      };
      this.#places.wait(branch, flow, begin);
      signal.addEventListener('abort', end);
    });
  }

  leave(branch: string, flow: string): void {
    this.#places.giveBack(branch, flow);
    this.#places.next()?.();
  }
}
