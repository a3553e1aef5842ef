import type { Socket } from 'node:net';
import { type buildConnector, Client, type Dispatcher } from 'undici';

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

  constructor(origin: string | URL, options: Client.Options) {
    const connect = options.connect as buildConnector.connector;
    super(origin, {
      ...options,
      connect: (place, done) =>
        connect(place, (...[error, socket]) => {
          if (error) return done(error, null);
          this.#guard(socket);
          done(null, socket);
        }),
    });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    return super.dispatch(options, new ResponseHandler(handler, this.#begin));
  }

  readonly #begin = (response: ResponseHandler): void => {
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

/**
 * Passes on what a connection tells of one request, and notes whether the reader of its response has paused. Pools give clients
 * handlers of the older form only.
 */
class ResponseHandler implements Dispatcher.DispatchHandler {
  #resume: () => void = () => {};
  #isPaused = false;
  #isReleased = false;
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #begin: (response: ResponseHandler) => void;

  constructor(handler: Dispatcher.DispatchHandler, begin: (response: ResponseHandler) => void) {
    this.#handler = handler;
    this.#begin = begin;
  }

  /** Lets the reader have everything that the socket held. The parser is not paused again. */
  release(): void {
    this.#isReleased = true;
    if (this.#isPaused) this.#resume();
  }

  onConnect(abort: (error?: Error) => void): void {
    this.#handler.onConnect?.(abort);
  }

  onUpgrade(status: number, headers: Parameter<'onUpgrade'>[1], socket: Parameter<'onUpgrade'>[2]): void {
    this.#handler.onUpgrade?.(status, headers, socket);
  }

  onResponseStarted(): void {
    this.#handler.onResponseStarted?.();
  }

  onHeaders(status: number, headers: Buffer[], resume: () => void, statusText: string): boolean {
    this.#resume = () => {
      this.#isPaused = false;
      resume();
    };
    this.#begin(this);
    return this.#note(this.#handler.onHeaders?.(status, headers, this.#resume, statusText) ?? true);
  }

  onData(chunk: Buffer): boolean {
    return this.#note(this.#handler.onData?.(chunk) ?? true);
  }

  #note(goesOn: boolean): boolean {
    this.#isPaused = !goesOn && !this.#isReleased;
    return !this.#isPaused;
  }

  onComplete(trailers: string[] | null): void {
    this.#handler.onComplete?.(trailers);
  }

  onError(error: Error): void {
    this.#handler.onError?.(error);
  }

  onBodySent(size: number, total: number): void {
    this.#handler.onBodySent?.(size, total);
  }
}

type Parameter<Name extends keyof Dispatcher.DispatchHandler> = Parameters<
  NonNullable<Dispatcher.DispatchHandler[Name]>
>;
