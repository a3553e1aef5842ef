import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher } from 'undici';
import { fenceEmitter } from '../concurrency/emitter-fence.js';
import type { ResponseHandler } from './response-handler.js';

/**
 * A connection to one server whose parser is not paused when its socket ends: undici asserts that outside of all promises
 * (`Parser.finish`), so that a server that closes while the reader of its response has paused would end the process.
 *
 * Readers pause as ever, and the socket then stops reading. When the socket ends, the parser is resumed before undici hears of
 * it. The reader gets what the socket still held, which is at most its `highWaterMark`, and then the end or the error.
 */
export class BodySafeClient extends Client {
  /** The last response of the connection. */
  #response: ResponseHandler | undefined;
  readonly #failed: (error: Error) => void;

  /** @param failed is called with what the listeners of the socket throw */
  constructor(origin: string | URL, options: Client.Options, failed: (error: Error) => void) {
    const connect = options.connect as buildConnector.connector;
    super(origin, {
      ...options,
      connect: (place, done) =>
        connect(place, (...[error, socket]) => {
          if (error) return done(error, null);
          this.#guard(socket);
          fenceEmitter(socket, String(origin), (failure) => {
            this.#failed(failure);
            // The socket of a tunnel is no longer one of the pool, which would end it.
            socket.destroy();
          });
          done(null, socket);
        }),
    });
    this.#failed = failed;
  }

  /** @param handler one of a `FencedPool` */
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const response = handler as ResponseHandler;
    response.begins = this.#begins;
    return super.dispatch(options, response);
  }

  readonly #begins = (response: ResponseHandler): void => {
    this.#response = response;
  };

  /** Called before undici listens to the socket, whose listeners are called in their order. */
  #guard(socket: Socket): void {
    socket.on('end', () => this.#response?.release());
    const destroy = socket.destroy.bind(socket);
    socket.destroy = (error?: Error): Socket => {
      // undici ends the body after these; all other errors end the request at once.
      const endsBody = !error || (error as NodeJS.ErrnoException).code === 'ECONNRESET';
      if (!endsBody || socket.destroyed) return destroy(error);
      try {
        this.#response?.release();
      } catch (failure) {
        return destroy(failure as Error);
      }
      return destroy(error);
    };
  }
}
