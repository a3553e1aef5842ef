import { Agent, type RequestInit, Response, fetch as send } from 'undici';
import { shortened } from '../../../schemas/shortened.js';
import { ConnectorError } from '../contract/connector.js';
import { AddressRefused, guardedLookup, literalGuard, rootCause } from './guard.js';

export interface HttpClientOptions {
  /** Allows requests to loopback and private ranges (`Flows.AllowPrivateNetworks`). */
  allowPrivateNetworks: boolean;
  /** The longest duration of a request, its body included. */
  timeoutMs?: number;
  /** The largest size of a body, after decompression. */
  maxResponseBytes?: number;
}

/** Gives flows and connectors access to the network. */
export interface HttpClient {
  /**
   * Sends like the standard `fetch` for HTTP and HTTPS, under the network rules, also after redirects; credentials in
   * `Authorization` and `Cookie` are not sent after a redirect to another origin.
   * @throws ConnectorError; the reason of the caller's signal when that aborts.
   */
  readonly fetch: typeof globalThis.fetch;
  /** Closes the pooled connections. */
  close(): Promise<void>;
}

/** Creates a client with its own pool of connections. */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { allowPrivateNetworks, timeoutMs = 30_000, maxResponseBytes = 8 * 1024 * 1024 } = options;
  const agent = new Agent({
    connect: { lookup: guardedLookup(allowPrivateNetworks), timeout: 10_000 },
    keepAliveTimeout: 10_000,
    connections: 64,
  });
  const dispatcher = agent.compose(literalGuard(allowPrivateNetworks));

  async function guarded(input: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = checkProtocol(input);
    const exchange = new Exchange(url, timeoutMs, maxResponseBytes, init.signal ?? undefined);
    try {
      return exchange.limit(await send(url, { ...init, signal: exchange.signal, dispatcher }));
    } catch (error) {
      throw exchange.failed(error);
    }
  }
  return { fetch: guarded as unknown as typeof globalThis.fetch, close: () => agent.close() };
}

function checkProtocol(input: string | URL): URL {
  const url = URL.canParse(String(input)) ? new URL(input) : undefined;
  if (url && (url.username !== '' || url.password !== '')) {
    const where = `${url.protocol}//${url.host}`;
    const detail = `The address of ${where} has a user or password in it; use \`authentication\`, and a secret for the password`;
    throw new ConnectorError('configuration', 400, 'Address not usable', detail);
  }
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  const detail = `\`${shortened(String(input), 200)}\` is not an http or https address`;
  throw new ConnectorError('configuration', 400, 'Address not usable', detail);
}

/** Limits the time and the size of one request and its response. */
class Exchange {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private expired = false;

  constructor(
    private readonly url: URL,
    private readonly timeoutMs: number,
    private readonly maxBytes: number,
    private readonly outer: AbortSignal | undefined,
  ) {
    this.timer = setTimeout(() => {
      this.expired = true;
      this.controller.abort();
    }, timeoutMs);
    if (outer?.aborted) this.forward();
    else outer?.addEventListener('abort', this.forward, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Returns the response with a body that fails when it grows too long. */
  limit(response: Response): Response {
    const { status, statusText, headers, url, redirected } = response;
    if (response.body === null) this.done();
    const body = response.body === null ? null : ReadableStream.from(this.read(response.body));
    const limited = new Response(body, { status, statusText, headers });
    return Object.defineProperties(limited, { url: { value: url }, redirected: { value: redirected } });
  }

  /** Returns the error to throw in place of `error`. */
  failed(error: unknown): unknown {
    this.done();
    if (error instanceof ConnectorError) return error;
    if (this.outer?.aborted) return this.outer.reason;
    const place = `${this.url.protocol}//${this.url.host}`;
    if (this.expired) {
      const detail = `${place} did not answer within ${this.timeoutMs} ms`;
      return new ConnectorError('timeout', 408, 'Request Timeout', detail, { cause: error });
    }
    const root = rootCause(error);
    if (root instanceof AddressRefused) {
      return new ConnectorError('authorization', 403, 'Address not allowed', root.message, { cause: error });
    }
    const detail = `${place}: ${root.message}`;
    return new ConnectorError('communication', 503, 'Service Unavailable', detail, { cause: error });
  }

  private async *read(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      for await (const chunk of body) {
        size += chunk.byteLength;
        if (size > this.maxBytes) throw this.tooLarge();
        yield chunk;
      }
    } catch (error) {
      throw this.failed(error);
    } finally {
      this.done();
    }
  }

  private tooLarge(): ConnectorError {
    const detail = `${this.url.host} answered with more than ${this.maxBytes} bytes`;
    return new ConnectorError('communication', 502, 'Response too large', detail);
  }

  private done(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener('abort', this.forward);
  }

  private readonly forward = () => this.controller.abort(this.outer?.reason);
}
