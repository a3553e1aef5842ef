import { type RequestInit, Response } from 'undici';
import {
  type ExchangeLimits,
  exchangeError,
  lateError,
  requireStatus,
  tooLargeError,
} from './exchange-errors.js';

/** The limits of an exchange; those of a transfer are for its silence and for responses that are refusals. */
interface StandardLimits extends ExchangeLimits {
  readonly isTransfer: boolean;
}

/** Limits the time and the size of one request that `fetch` sends, and of its response. */
export class StandardExchange {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #expired = false;

  constructor(
    private readonly url: URL,
    private readonly limits: StandardLimits,
    private readonly outer: AbortSignal | undefined,
  ) {
    this.#timer = setTimeout(() => {
      this.#expired = true;
      this.#controller.abort();
    }, limits.timeoutMs);
    if (outer?.aborted) this.#forward();
    else outer?.addEventListener('abort', this.#forward, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Returns a body to send that notes its progress; nothing for one that is no stream. */
  sending(body: RequestInit['body']): Pick<RequestInit, 'body' | 'duplex'> {
    const isStream = typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
    if (!this.limits.isTransfer || !isStream) return {};
    return { body: this.#noting(body as AsyncIterable<Uint8Array>), duplex: 'half' };
  }

  /** Returns the response with a body that fails when it grows too long. @throws ConnectorError for an unknown status */
  limit(response: Response): Response {
    const { status, statusText, headers, url, redirected } = response;
    requireStatus(status, this.url);
    if (response.body === null) this.#done();
    const body =
      response.body === null ? null : this.#read(response.body, this.limits.isTransfer && response.ok);
    const limited = new Response(body, { status, statusText, headers });
    return Object.defineProperties(limited, { url: { value: url }, redirected: { value: redirected } });
  }

  /** Ends the exchange and returns the error to throw in place of `error`. */
  failed(error: unknown): unknown {
    this.#done();
    this.#controller.abort();
    if (this.outer?.aborted) return this.outer.reason;
    return exchangeError(this.#expired ? lateError(this.url, this.limits, error) : error, this.url);
  }

  async *#noting(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      this.#timer.refresh();
      yield chunk;
    }
  }

  /** A caller that cancels the content, also before its first piece, ends the response of the server. */
  #read(body: ReadableStream<Uint8Array>, isFile: boolean): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    let size = 0;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (content) => {
          try {
            const { done, value } = await reader.read();
            if (done) {
              this.#done();
              content.close();
              return;
            }
            size += value.byteLength;
            if (isFile) this.#timer.refresh();
            else if (size > this.limits.maxBytes) throw tooLargeError(this.url, this.limits);
            content.enqueue(value);
          } catch (error) {
            throw this.failed(error);
          }
        },
        cancel: (reason) => {
          this.#done();
          return reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }

  #done(): void {
    clearTimeout(this.#timer);
    this.outer?.removeEventListener('abort', this.#forward);
  }

  readonly #forward = () => this.#controller.abort(this.outer?.reason);
}
