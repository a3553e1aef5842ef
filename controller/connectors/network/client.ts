import { shortened } from '../../../schemas/shortened.js';
import { wholeTurn } from '../../concurrency/loop-turn.js';
import { ConnectorError } from '../contract/connector.js';
import type { Network } from '../contract/network.js';
import { guardedLookup, requireAllowed } from './guard.js';
import type { ClientTls, HttpPool } from './http-pool.js';
import type { PlainInit } from './plain-request.js';

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

/** Creates a client for one connection with TLS of its own, under the rules of the network; its callers limit the time. */
export function createTlsClient(network: Pick<Network, 'lookup' | 'check'>, tls: ClientTls): HttpClient {
  return clientUnder(network, tls, { timeoutMs: 3_600_000 });
}

function clientUnder(
  network: Pick<Network, 'lookup' | 'check'>,
  tls: ClientTls | undefined,
  { timeoutMs = 30_000, maxResponseBytes: maxBytes = 8 * 1024 * 1024 }: HttpLimits,
): HttpClient {
  let opened: HttpPool | undefined;
  let opening: Promise<HttpPool> | undefined;
  let isClosed = false;
  const open = async (): Promise<HttpPool> => {
    if (isClosed) throw new Error('the client is closed');
    // The library takes a tenth of a start, so it is loaded with the first request.
    opening ??= import('./http-pool.js').then(async (library) => {
      await wholeTurn();
      return new library.HttpPool({ network, tls });
    });
    opened = await opening;
    return opened;
  };
  const limits = { timeoutMs, maxBytes, isTransfer: false };
  const transferLimits = { timeoutMs: transferSilenceMs, maxBytes, isTransfer: true };
  return {
    async fetch(input, init) {
      const url = checkProtocol(input as string | URL);
      const pool = opened ?? (await open());
      return pool.send(url, init as PlainInit | undefined, limits);
    },
    async transfer(input, init) {
      const url = checkProtocol(input as string | URL);
      const pool = opened ?? (await open());
      return pool.sendStandard(url, init as PlainInit | undefined, transferLimits);
    },
    async close() {
      isClosed = true;
      await (await opening)?.close();
    },
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
