import type { Dispatcher } from 'undici';

/**
 * Passes on what a connection tells of one request, and notes whether the reader of its response has paused. Agents give their
 * pools handlers of the older form only.
 */
export class ResponseHandler implements Dispatcher.DispatchHandler {
  /** Called when the response begins. */
  begins: (response: ResponseHandler) => void = () => {};
  #resume: () => void = () => {};
  #isPaused = false;
  #isReleased = false;
  #isOver = false;
  readonly #handler: Dispatcher.DispatchHandler;
  readonly #running: Set<ResponseHandler>;

  /** @param running holds the handler until its request is over */
  constructor(handler: Dispatcher.DispatchHandler, running: Set<ResponseHandler>) {
    this.#handler = handler;
    this.#running = running;
    running.add(this);
  }

  /** Lets the reader have everything that the socket held. The parser is not paused again. */
  release(): void {
    this.#isReleased = true;
    if (this.#isPaused) this.#resume();
  }

  onConnect(abort: (error?: Error) => void): void {
    if (this.#isOver) abort();
    else this.#handler.onConnect?.(abort);
  }

  onUpgrade(status: number, headers: Parameter<'onUpgrade'>[1], socket: Parameter<'onUpgrade'>[2]): void {
    if (this.#end()) this.#handler.onUpgrade?.(status, headers, socket);
  }

  onResponseStarted(): void {
    if (!this.#isOver) this.#handler.onResponseStarted?.();
  }

  onHeaders(status: number, headers: Buffer[], resume: () => void, statusText: string): boolean {
    if (this.#isOver) return true;
    this.#resume = () => {
      this.#isPaused = false;
      resume();
    };
    this.begins(this);
    return this.#note(this.#handler.onHeaders?.(status, headers, this.#resume, statusText) ?? true);
  }

  onData(chunk: Buffer): boolean {
    return this.#isOver || this.#note(this.#handler.onData?.(chunk) ?? true);
  }

  onComplete(trailers: string[] | null): void {
    if (this.#end()) this.#handler.onComplete?.(trailers);
  }

  /** Also called by the pool, when the library has failed: what it still tells of the request is not passed on. */
  onError(error: Error): void {
    if (this.#end()) this.#handler.onError?.(error);
  }

  onBodySent(size: number, total: number): void {
    if (!this.#isOver) this.#handler.onBodySent?.(size, total);
  }

  #note(goesOn: boolean): boolean {
    this.#isPaused = !goesOn && !this.#isReleased;
    return !this.#isPaused;
  }

  /** Returns false where the request has ended before. */
  #end(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    this.#running.delete(this);
    return true;
  }
}

type Parameter<Name extends keyof Dispatcher.DispatchHandler> = Parameters<
  NonNullable<Dispatcher.DispatchHandler[Name]>
>;
