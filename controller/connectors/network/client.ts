import type { SecureContext } from 'node:tls';
import { Agent, type RequestInit, type Response, fetch as send } from 'undici';
import { shortened } from '../../../schemas/shortened.js';
import { ConnectorError } from '../contract/connector.js';
import type { Network } from '../contract/network.js';
import { guardedLookup, requireAllowed } from './guard.js';
import { guardedConnect } from './guarded-connect.js';
import { PlainExchange } from './plain-exchange.js';
import { type PlainInit, plainRequest } from './plain-request.js';
import { StandardExchange } from './standard-exchange.js';

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
  { timeoutMs = 30_000, maxResponseBytes: maxBytes = 8 * 1024 * 1024 }: HttpLimits,
): HttpClient {
  const connect = guardedConnect({ ...tls, lookup, timeout: 10_000 }, check);
  const dispatcher = new Agent({ connect, keepAliveTimeout: 10_000, connections: 64 });
  const limits = { timeoutMs, maxBytes, isTransfer: false };
  const transferLimits = { timeoutMs: transferSilenceMs, maxBytes, isTransfer: true };

  const sendStandard = async (url: URL, init: RequestInit, isTransfer: boolean): Promise<Response> => {
    const exchange = new StandardExchange(
      url,
      isTransfer ? transferLimits : limits,
      init.signal ?? undefined,
    );
    try {
      return exchange.limit(
        await send(url, { ...init, ...exchange.sending(init.body), signal: exchange.signal, dispatcher }),
      );
    } catch (error) {
      throw exchange.failed(error);
    }
  };
  const fetch = async (
    input: string | URL,
    init: PlainInit = {},
  ): Promise<globalThis.Response | Response> => {
    const url = checkProtocol(input);
    const plain = plainRequest(url, init);
    if (!plain) return sendStandard(url, init as RequestInit, false);
    const exchange = new PlainExchange({ url, method: plain.method }, limits, init.signal ?? undefined);
    return exchange.send(plain, dispatcher);
  };
  const transfer = async (input: string | URL, init: RequestInit = {}): Promise<Response> =>
    sendStandard(checkProtocol(input), init, true);
  return {
    fetch: fetch as typeof globalThis.fetch,
    transfer: transfer as unknown as typeof globalThis.fetch,
    close: () => dispatcher.close(),
  };
}

function checkProtocol(input: string | URL): URL {
  const url = input instanceof URL ? input : URL.canParse(String(input)) ? new URL(input) : undefined;
  if (url && (url.username !== '' || url.password !== '')) {
    const where = `${url.protocol}//${url.host}`;
    const detail = `The address of ${where} has a user or password in it; use \`authentication\`, and a secret for the password`;
    throw new ConnectorError('configuration', 400, 'Address not usable', detail);
  }
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  const detail = `\`${shortened(String(input), 200)}\` is not an http or https address`;
  throw new ConnectorError('configuration', 400, 'Address not usable', detail);
}
