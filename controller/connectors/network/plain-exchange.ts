import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { type Decode, decoder } from './decoders.js';
import {
  type ExchangeLimits,
  exchangeError,
  lateError,
  requireStatus,
  tooLargeError,
} from './exchange-errors.js';
import { type PlainBody, PlainResponse } from './plain-response.js';

/** Bytes of a body that are taken from the socket before its reader comes. */
const maxUnread = 65_536;
/** The statuses of responses without a body (Fetch standard, "null body status"). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** One request and its response, within limits of time and size: the handler of a dispatched request. */
export class PlainExchange implements Dispatcher.DispatchHandler, PlainBody {
  readonly #response: Promise<PlainResponse>;
  readonly #timer: NodeJS.Timeout;
  #resolve: (response: PlainResponse) => void = () => {};
  #reject: (error: unknown) => void = () => {};
  #controller: Dispatcher.DispatchController | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  /** True when all has arrived, or the exchange failed. */
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;
  /** Waits for the whole body. */
  #reader: { resolve(body: Buffer): void; reject(error: unknown): void } | undefined;
  /** The body on its way to a reader of pieces. */
  #arriving: Readable | undefined;
  #decode: Decode | undefined;

  constructor(
    private readonly sent: { readonly url: URL; readonly method: string },
    private readonly limits: ExchangeLimits,
    private readonly outer: AbortSignal | undefined,
  ) {
    this.#response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#timer = setTimeout(() => this.#fail(lateError(sent.url, limits)), limits.timeoutMs);
    if (outer?.aborted) this.#abort();
    else outer?.addEventListener('abort', this.#abort, { once: true });
  }

  /** Resolves with the response as soon as its head is there. @throws ConnectorError; the reason of the caller's signal */
  send(request: Dispatcher.DispatchOptions, dispatcher: Dispatcher): Promise<PlainResponse> {
    if (!this.#isOver) dispatcher.dispatch(request, this);
    return this.#response;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(ended());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
    statusText = '',
  ): void {
    // The response follows an interim one.
    if (status < 200) return;
    const { url, method } = this.sent;
    try {
      requireStatus(status, url);
      const hasBody = method !== 'HEAD' && !bodiless.has(status);
      const coding = headers['content-encoding'];
      if (hasBody && coding !== undefined) this.#decode = decoder(String(coding));
      const head = { status, statusText, headers: getHeaders(headers), url };
      this.#resolve(new PlainResponse(head, hasBody ? this : undefined));
    } catch (error) {
      this.#fail(error);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#arriving) {
      if (!this.#arriving.push(chunk)) controller.pause();
      return;
    }
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#reader) this.#requireSize(this.#size);
    else if (this.#size > maxUnread) controller.pause();
  }

  onResponseEnd(): void {
    this.#end();
    this.#arriving?.push(null);
    this.#reader?.resolve(this.#received());
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.#fail(error);
  }

  async whole(): Promise<Buffer> {
    if (this.#decode) {
      const pieces: Uint8Array[] = [];
      for await (const piece of this.pieces()) pieces.push(piece);
      return Buffer.concat(pieces);
    }
    this.#requireSize(this.#size);
    if (this.#failure) throw this.#failure.error;
    if (this.#isOver) return this.#received();
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      this.#controller?.resume();
    });
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    const { url } = this.sent;
    let size = 0;
    try {
      for await (const piece of this.#content()) {
        size += piece.length;
        this.#requireSize(size);
        if (this.#failure) break;
        yield piece;
      }
    } catch (error) {
      this.#fail(exchangeError(error, url));
    }
    if (this.#failure) throw this.#failure.error;
  }

  cancel(): void {
    if (!this.#isOver) this.#fail(ended());
  }

  /** Takes over what has arrived. */
  #content(): AsyncIterable<Uint8Array> {
    const arriving = new Readable({ read: () => this.#controller?.resume() });
    // The reader gets the failure from the exchange, if there is still a reader.
    arriving.on('error', () => {});
    this.#arriving = arriving;
    for (const chunk of this.#chunks.splice(0)) arriving.push(chunk);
    if (this.#failure) arriving.destroy(asError(this.#failure.error));
    else if (this.#isOver) arriving.push(null);
    return this.#decode ? this.#decode(arriving) : arriving;
  }

  #received(): Buffer {
    const [first, second] = this.#chunks;
    return first && !second ? first : Buffer.concat(this.#chunks);
  }

  #requireSize(size: number): void {
    if (size > this.limits.maxBytes) this.#fail(tooLargeError(this.sent.url, this.limits));
  }

  readonly #abort = (): void => this.#fail(this.outer?.reason);

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.outer?.removeEventListener('abort', this.#abort);
  }

  #fail(cause: unknown): void {
    if (this.#failure) return;
    const wasOver = this.#isOver;
    const error = this.outer?.aborted ? this.outer.reason : exchangeError(cause, this.sent.url);
    this.#failure = { error };
    this.#end();
    this.#reject(error);
    this.#reader?.reject(error);
    this.#arriving?.destroy(asError(error));
    if (!wasOver) this.#controller?.abort(ended());
  }
}

function ended(): Error {
  return new Error('The request was ended');
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

function getHeaders(received: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received))
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each ?? '');
  return headers;
}
