import type { SecureContext } from 'node:tls';
import type { Agent, Dispatcher, RequestInit, Response } from 'undici';
import { shortened } from '../../../schemas/shortened.js';
import { ConnectorError } from '../contract/connector.js';
import type { Network } from '../contract/network.js';
import { AddressRefused, guardedLookup, literalGuard, requireAllowed, rootCause } from './guard.js';

interface HttpLimits {
  /** The longest duration of a request, its body included. */
  timeoutMs?: number;
  /** The largest size of a body, after decompression. */
  maxResponseBytes?: number;
}

export interface HttpClientOptions extends HttpLimits {
  /** Allows requests to loopback and private ranges (`Flows.AllowPrivateNetworks`). */
  allowPrivateNetworks: boolean;
}

/** The longest time without a piece of a transfer. Connectors have shorter limits of their own. */
const transferSilenceMs = 300_000;

/** Gives flows and connectors access to the network. */
export interface HttpClient {
  /**
   * Sends like the standard `fetch` for HTTP and HTTPS, under the network rules, also after redirects; credentials in
   * `Authorization` and `Cookie` are not sent after a redirect to another origin.
   * @throws ConnectorError; the reason of the caller's signal when that aborts.
   */
  readonly fetch: typeof globalThis.fetch;
  /** As `fetch`; see `Network.transfer`. */
  readonly transfer: typeof globalThis.fetch;
  /** Closes the pooled connections. */
  close(): Promise<void>;
}

/** Creates a client with its own pool of connections. */
export function createHttpClient({ allowPrivateNetworks, ...limits }: HttpClientOptions): HttpClient {
  const rules = {
    lookup: guardedLookup(allowPrivateNetworks),
    check: (host: string) => requireAllowed(host, allowPrivateNetworks),
  };
  return clientUnder(rules, undefined, limits);
}

/** The TLS of one connection. */
export interface ClientTls {
  readonly secureContext: SecureContext;
  readonly servername?: string;
}

/** Creates a client for one connection with TLS of its own, under the rules of the network; its callers limit the time. */
export function createTlsClient(network: Pick<Network, 'lookup' | 'check'>, tls: ClientTls): HttpClient {
  return clientUnder(network, tls, { timeoutMs: 3_600_000 });
}

function clientUnder(
  { lookup, check }: Pick<Network, 'lookup' | 'check'>,
  tls: ClientTls | undefined,
  { timeoutMs = 30_000, maxResponseBytes = 8 * 1024 * 1024 }: HttpLimits,
): HttpClient {
  let opened: Pool | undefined;
  let opening: Promise<Pool> | undefined;
  let isClosed = false;
  const open = async () => {
    if (isClosed) throw new Error('the client is closed');
    opening ??= openPool({ lookup, check }, tls);
    opened = await opening;
    return opened;
  };

  const guarded = (isTransfer: boolean) =>
    (async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
      const url = checkProtocol(input);
      const limits = isTransfer
        ? { timeoutMs: transferSilenceMs, maxBytes: maxResponseBytes, isTransfer }
        : { timeoutMs, maxBytes: maxResponseBytes, isTransfer };
      const exchange = new Exchange(url, limits, init.signal ?? undefined);
      try {
        const { library, dispatcher } = opened ?? (await open());
        const sent = { ...init, ...exchange.sending(init.body), signal: exchange.signal, dispatcher };
        return exchange.limit(await library.fetch(url, sent), library.Response);
      } catch (error) {
        throw exchange.failed(error);
      }
    }) as unknown as typeof globalThis.fetch;
  return {
    fetch: guarded(false),
    transfer: guarded(true),
    async close() {
      isClosed = true;
      await (await opening)?.agent.close();
    },
  };
}

/** The connections of a client, and the library that sends over them. */
interface Pool {
  library: typeof import('undici');
  agent: Agent;
  dispatcher: Dispatcher;
}

/** Loads the library with the first request: it takes a tenth of a start. */
async function openPool(
  { lookup, check }: Pick<Network, 'lookup' | 'check'>,
  tls: ClientTls | undefined,
): Promise<Pool> {
  const library = await import('undici');
  const agent = new library.Agent({
    connect: { ...tls, lookup, timeout: 10_000 },
    keepAliveTimeout: 10_000,
    connections: 64,
  });
  return { library, agent, dispatcher: agent.compose(literalGuard(check)) };
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
    private readonly limits: { timeoutMs: number; maxBytes: number; isTransfer: boolean },
    private readonly outer: AbortSignal | undefined,
  ) {
    this.timer = setTimeout(() => {
      this.expired = true;
      this.controller.abort();
    }, limits.timeoutMs);
    if (outer?.aborted) this.forward();
    else outer?.addEventListener('abort', this.forward, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Returns a body to send that notes its progress; nothing for one that is no stream. */
  sending(body: RequestInit['body']): Pick<RequestInit, 'body' | 'duplex'> {
    const isStream = typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
    if (!this.limits.isTransfer || !isStream) return {};
    return { body: this.#noting(body as AsyncIterable<Uint8Array>), duplex: 'half' };
  }

  /**
   * Returns the response with a body that fails when it grows too long.
   * @param Limited the class of the library, whose other methods take its instances
   * @throws ConnectorError for an unknown status
   */
  limit(response: Response, Limited: typeof Response): Response {
    const { status, statusText, headers, url, redirected } = response;
    if (status < 200 || status > 599) throw this.unknownStatus(status);
    if (response.body === null) this.done();
    const body =
      response.body === null ? null : this.read(response.body, this.limits.isTransfer && response.ok);
    const limited = new Limited(body, { status, statusText, headers });
    return Object.defineProperties(limited, { url: { value: url }, redirected: { value: redirected } });
  }

  /** Ends the exchange and returns the error to throw in place of `error`. */
  failed(error: unknown): unknown {
    this.done();
    this.controller.abort();
    if (error instanceof ConnectorError) return error;
    if (this.outer?.aborted) return this.outer.reason;
    const place = `${this.url.protocol}//${this.url.host}`;
    if (this.expired) {
      const detail = `${place} did not answer within ${this.limits.timeoutMs} ms`;
      return new ConnectorError('timeout', 408, 'Request Timeout', detail, { cause: error });
    }
    const root = rootCause(error);
    if (root instanceof AddressRefused) {
      return new ConnectorError('authorization', 403, 'Address not allowed', root.message, { cause: error });
    }
    const detail = `${place}: ${root.message}`;
    return new ConnectorError('communication', 503, 'Service Unavailable', detail, { cause: error });
  }

  async *#noting(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      this.timer.refresh();
      yield chunk;
    }
  }

  /** A caller that cancels the content, also before its first piece, ends the response of the server. */
  private read(body: ReadableStream<Uint8Array>, isFile: boolean): ReadableStream<Uint8Array> {
    const reader = body.getReader();
    let size = 0;
    return new ReadableStream<Uint8Array>(
      {
        pull: async (content) => {
          try {
            const { done, value } = await reader.read();
            if (done) {
              this.done();
              content.close();
              return;
            }
            size += value.byteLength;
            if (isFile) this.timer.refresh();
            else if (size > this.limits.maxBytes) throw this.tooLarge();
            content.enqueue(value);
          } catch (error) {
            throw this.failed(error);
          }
        },
        cancel: (reason) => {
          this.done();
          return reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }

  private tooLarge(): ConnectorError {
    const detail = `${this.url.host} answered with more than ${this.limits.maxBytes} bytes`;
    return new ConnectorError('communication', 502, 'Response too large', detail);
  }

  private unknownStatus(status: number): ConnectorError {
    const detail = `${this.url.host} answered with ${status}, which is no status of HTTP`;
    return new ConnectorError('communication', 502, 'Bad Gateway', detail);
  }

  private done(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener('abort', this.forward);
  }

  private readonly forward = () => this.controller.abort(this.outer?.reason);
}
