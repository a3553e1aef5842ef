import { Semaphore } from '../../../concurrency/turns.js';

/** A database connection; used by one transaction at a time. */
interface PooledConnection {
  readonly isAlive: boolean;
  end(): void;
}

/** At most `maxSize` connections to one database, opened on demand and closed after `idleTimeoutMs` without use. */
export class ConnectionPool<Connection extends PooledConnection> {
  readonly #idle: Connection[] = [];
  readonly #all = new Set<Connection>();
  readonly #timers = new Map<Connection, NodeJS.Timeout>();
  readonly #slots: Semaphore;
  #isClosed = false;

  constructor(
    maxSize: number,
    private readonly options: {
      idleTimeoutMs: number;
      open(signal: AbortSignal): Promise<Connection>;
    },
  ) {
    this.#slots = new Semaphore(maxSize);
  }

  /** Returns a connection for exclusive use until `release`. @throws the signal's reason, or the error of opening */
  async acquire(signal: AbortSignal): Promise<Connection> {
    await this.#slots.acquire(signal);
    for (let connection = this.#idle.pop(); connection; connection = this.#idle.pop()) {
      clearTimeout(this.#timers.get(connection));
      if (connection.isAlive) return connection;
      this.#drop(connection);
    }
    try {
      const connection = await this.options.open(signal);
      this.#all.add(connection);
      return connection;
    } catch (error) {
      this.#slots.release();
      throw error;
    }
  }

  release(connection: Connection): void {
    if (connection.isAlive && !this.#isClosed) {
      this.#idle.push(connection);
      this.#timers.set(
        connection,
        setTimeout(() => this.#drop(connection), this.options.idleTimeoutMs).unref(),
      );
    } else this.#drop(connection);
    this.#slots.release();
  }

  close(): void {
    this.#isClosed = true;
    for (const connection of this.#all) this.#drop(connection);
  }

  #drop(connection: Connection): void {
    clearTimeout(this.#timers.get(connection));
    this.#timers.delete(connection);
    this.#all.delete(connection);
    const at = this.#idle.indexOf(connection);
    if (at >= 0) this.#idle.splice(at, 1);
    if (connection.isAlive) connection.end();
  }
}
