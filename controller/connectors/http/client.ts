import { hash } from 'node:crypto';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import type { ClientContext } from '../contract/connector.js';
import type { SharedTurns } from '../contract/shared-turns.js';
import { createTlsClient } from '../network/client.js';
import type { HttpConfig } from './config-schema.js';
import type { HttpAuth } from './credentials/auth-schema.js';
import { type Credentials, getCredentials } from './credentials/credentials.js';
import { getTlsOptions, type TlsConfig } from './credentials/tls.js';
import { RateLimit } from './limits/rate-limit.js';
import type { RateLimitConfig } from './limits/rate-limit-schema.js';
import type { SigningMeans } from './send-signed-in.js';

/** The way to a server, with the TLS of the connection, and the credentials for it. */
export interface ServerAccess extends SigningMeans {
  /** As `Network.transfer`. */
  readonly transfer: typeof globalThis.fetch;
  close(): Promise<void>;
}

/** The things that all calls of a connection share. */
export interface HttpConnection extends ServerAccess {
  readonly limit: RateLimit | undefined;
}

type Means = Pick<ClientContext<unknown>, 'network' | 'consent'>;

/** By the configurations: a limit counts on when its connection is unused for a while and opens again. */
const limits = new BoundedMap<string, RateLimit>(256);
/** Those that several processes share, by what they are shared through. */
const sharedLimits = new WeakMap<SharedTurns, BoundedMap<string, RateLimit>>();
/** Access tokens and challenges are kept likewise; an authority may give other ones for another certificate of the client. */
const signIns = new BoundedMap<string, Credentials>(256);

/**
 * Opens the way to a server. No other server gets the certificate of the connection.
 * @param address of the server; undefined where each call has its own
 * @throws ConnectorError for a certificate or key that cannot be used
 */
export function openAccess(
  { auth, tls }: { auth?: HttpAuth | undefined; tls?: TlsConfig | undefined },
  address: string | undefined,
  { network, consent }: Means,
): ServerAccess {
  const client = tls && createTlsClient(network, getTlsOptions(tls, address ?? 'https:'));
  const origin = address === undefined ? undefined : new URL(address).origin;
  const { fetch, transfer } = client ?? network;
  const create = (one: HttpAuth) => () => getCredentials(one, consent);
  // Tokens of a consent are kept by the installation.
  const isKept = origin !== undefined && !consent;
  return {
    fetch,
    transfer,
    authorityFetch: (url, init) =>
      new URL(String(url)).origin === origin ? fetch(url, init) : network.fetch(url, init),
    credentials: auth && (isKept ? kept(signIns, [auth, tls, origin], create(auth)) : create(auth)()),
    close: async () => client?.close(),
  };
}

/** @throws ConnectorError for a certificate or key that cannot be used */
export async function openHttp({
  config,
  network,
  consent,
  turns,
}: Pick<ClientContext<HttpConfig>, 'config' | 'network' | 'consent' | 'turns'>): Promise<HttpConnection> {
  return { ...openAccess(config, config.baseUrl, { network, consent }), limit: getLimit(config, turns) };
}

/** Returns the limits of a configuration, which all connections with an equal one share; undefined where it states none. */
export function getLimit(
  config: { rateLimit?: RateLimitConfig },
  turns: SharedTurns | undefined,
): RateLimit | undefined {
  const { rateLimit } = config;
  if (!rateLimit) return undefined;
  if (!turns) return kept(limits, config, () => new RateLimit(rateLimit));
  const shared = sharedLimits.get(turns) ?? new BoundedMap<string, RateLimit>(256);
  sharedLimits.set(turns, shared);
  return kept(shared, config, () => new RateLimit(rateLimit, { turns, key: JSON.stringify(config) }));
}

/** @param key holds secrets, so only its digest is kept */
function kept<Value>(values: Map<string, Value>, key: unknown, create: () => Value): Value {
  const digest = hash('sha256', JSON.stringify(key));
  const value = values.get(digest) ?? create();
  values.set(digest, value);
  return value;
}
