import type { EventEmitter } from 'node:events';
import { Dispatcher, Pool } from 'undici';
import { BodySafeClient } from './body-safe-client.js';
import { ResponseHandler } from './response-handler.js';

const forwarded = ['connect', 'disconnect', 'connectionError', 'drain'] as const;

/**
 * The connections to one server. An exception in one of them, outside of all promises, ends the requests of the pool with an
 * error, and a new pool takes its place: what the library knows of the connections is no longer to be trusted.
 */
export class FencedPool extends Dispatcher {
  readonly #origin: string | URL;
  readonly #options: Pool.Options;
  readonly #running = new Set<ResponseHandler>();
  #pool: Pool;

  constructor(origin: string | URL, options: Pool.Options) {
    super();
    this.#origin = origin;
    this.#options = options;
    this.#pool = this.#open();
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return this.#pool.dispatch(options, new ResponseHandler(handler, this.#running));
  }

  get destroyed(): boolean {
    return this.#pool.destroyed;
  }

  get closed(): boolean {
    return this.#pool.closed;
  }

  override close(...parameters: []): Promise<void> {
    return this.#pool.close(...parameters);
  }

  override destroy(...parameters: []): Promise<void> {
    return this.#pool.destroy(...parameters);
  }

  #open(): Pool {
    const pool = new Pool(this.#origin, {
      ...this.#options,
      factory: (origin: URL, options: object) =>
        new BodySafeClient(origin, options, (error) => this.#fail(pool, error)),
    });
    for (const event of forwarded)
      (pool as EventEmitter).on(event, (...values: unknown[]) =>
        (this as EventEmitter).emit(event, ...values),
      );
    return pool;
  }

  #fail(failed: Pool, error: Error): void {
    if (failed === this.#pool) {
      const isOver = failed.closed || failed.destroyed;
      if (!isOver) this.#pool = this.#open();
      // Ended here, and not by the pool that has failed, which may not know of them any more.
      for (const request of [...this.#running]) request.onError(error);
    }
    void failed.destroy(error).catch(() => {});
  }
}
