import { setMaxListeners } from 'node:events';

/**
 * A signal that aborts with the first of others, until it is released. In place of `AbortSignal.any` where one of them
 * outlives the work: that one would remember every signal ever made of it.
 */
export class JoinedSignal {
  readonly #controller = new AbortController();
  readonly signal: AbortSignal = this.#controller.signal;
  readonly #unhear: (() => void)[] = [];

  constructor(...others: readonly (AbortSignal | undefined)[]) {
    // Any number of works may listen to it.
    setMaxListeners(0, this.signal);
    for (const other of others) this.#hear(other);
  }

  abort(reason?: unknown): void {
    this.release();
    this.#controller.abort(reason);
  }

  /** Whoever joined the signals lets go of them when the work has ended, well or not. */
  release(): void {
    for (const unhear of this.#unhear.splice(0)) unhear();
  }

  #hear(other: AbortSignal | undefined): void {
    if (other === undefined) return;
    const end = (): void => this.abort(other.reason);
    if (other.aborted) {
      end();
      return;
    }
    // Any number of works may end with one signal, and each takes its listener back.
    setMaxListeners(0, other);
    other.addEventListener('abort', end);
    this.#unhear.push(() => other.removeEventListener('abort', end));
  }
}
