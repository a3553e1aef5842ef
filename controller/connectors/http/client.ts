import { hash } from 'node:crypto';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import type { ClientContext } from '../contract/connector.js';
import { createTlsClient } from '../network/client.js';
import type { HttpConfig } from './config-schema.js';
import { type Credentials, getCredentials } from './credentials/credentials.js';
import { getTlsOptions } from './credentials/tls.js';
import { RateLimit } from './limits/rate-limit.js';

/** The things that all calls of a connection share. */
export interface HttpConnection {
  readonly fetch: typeof globalThis.fetch;
  /** As `Network.transfer`. */
  readonly transfer: typeof globalThis.fetch;
  /** For authorities: no other server gets the certificate of the connection. */
  readonly authorityFetch: typeof globalThis.fetch;
  readonly credentials: Credentials | undefined;
  readonly limit: RateLimit | undefined;
  close(): Promise<void>;
}

/** By the configurations: a limit counts on when its connection is unused for a while and opens again. */
const limits = new BoundedMap<string, RateLimit>(256);
/** Access tokens and challenges are kept likewise. */
const signIns = new BoundedMap<string, Credentials>(256);

/** @throws ConnectorError for a certificate or key that cannot be used */
export async function openHttp({
  config,
  network,
}: Pick<ClientContext<HttpConfig>, 'config' | 'network'>): Promise<HttpConnection> {
  const { auth, rateLimit, tls, baseUrl } = config;
  const client = tls && createTlsClient(network, getTlsOptions(tls, baseUrl));
  const { origin } = new URL(baseUrl);
  const { fetch, transfer } = client ?? network;
  return {
    fetch,
    transfer,
    authorityFetch: (url, init) =>
      new URL(String(url)).origin === origin ? fetch(url, init) : network.fetch(url, init),
    credentials: auth && kept(signIns, [auth, origin], () => getCredentials(auth)),
    limit: rateLimit && kept(limits, config, () => new RateLimit(rateLimit)),
    close: async () => client?.close(),
  };
}

/** @param key holds secrets, so only its digest is kept */
function kept<Value>(values: Map<string, Value>, key: unknown, create: () => Value): Value {
  const digest = hash('sha256', JSON.stringify(key));
  const value = values.get(digest) ?? create();
  values.set(digest, value);
  return value;
}
