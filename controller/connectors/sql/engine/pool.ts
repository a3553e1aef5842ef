import { Semaphore } from '../../../concurrency/turns.js';

/** A way to a database that one transaction at a time uses. */
interface Way {
  readonly isAlive: boolean;
  end(): void;
}

/** Up to `size` ways to one database, opened when they are needed. */
export class Pool<Open extends Way> {
  readonly #idle: Open[] = [];
  readonly #all = new Set<Open>();
  readonly #timers = new Map<Open, NodeJS.Timeout>();
  readonly #places: Semaphore;
  #isClosed = false;

  constructor(
    size: number,
    private readonly options: {
      /** How long an idle way is kept; ms. */
      idleFor: number;
      open(signal: AbortSignal): Promise<Open>;
    },
  ) {
    this.#places = new Semaphore(size);
  }

  /** Returns a way for the caller's exclusive use. @throws the signal's reason; the error of the opening */
  async take(signal: AbortSignal): Promise<Open> {
    await this.#places.acquire(signal);
    for (let connection = this.#idle.pop(); connection; connection = this.#idle.pop()) {
      clearTimeout(this.#timers.get(connection));
      if (connection.isAlive) return connection;
      this.#drop(connection);
    }
    try {
      const opened = await this.options.open(signal);
      this.#all.add(opened);
      return opened;
    } catch (error) {
      this.#places.release();
      throw error;
    }
  }

  give(used: Open): void {
    if (used.isAlive && !this.#isClosed) {
      this.#idle.push(used);
      this.#timers.set(used, setTimeout(() => this.#drop(used), this.options.idleFor).unref());
    } else this.#drop(used);
    this.#places.release();
  }

  close(): void {
    this.#isClosed = true;
    for (const each of this.#all) this.#drop(each);
  }

  #drop(connection: Open): void {
    clearTimeout(this.#timers.get(connection));
    this.#timers.delete(connection);
    this.#all.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    if (connection.isAlive) connection.end();
  }
}
