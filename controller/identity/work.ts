import { Problem } from '../problems/index.js';

/**
 * Lets `parallel` pieces of heavy work go on at a time and `waiting` more wait, so that a flood of sign-ins takes
 * neither all memory nor the threads that everything else needs.
 */
export class Work {
  #running = 0;
  readonly #queue: (() => void)[] = [];

  constructor(
    private readonly parallel: number,
    private readonly waiting: number,
  ) {}

  /** @throws Problem sign_in_busy when too many wait already */
  async do<T>(piece: () => Promise<T>): Promise<T> {
    if (this.#running >= this.parallel) {
      if (this.#queue.length >= this.waiting) {
        throw new Problem('sign_in_busy', 'Too many passwords are being checked');
      }
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    } else this.#running += 1;
    try {
      return await piece();
    } finally {
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
