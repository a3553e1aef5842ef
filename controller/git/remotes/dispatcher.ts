import { readFileSync } from 'node:fs';
import type { Dispatcher } from 'undici';

export interface DispatcherOptions {
  connections: number;
  connectTimeoutMs: number;
  /** Turns off undici's limits on silence, for a client that measures silence itself. */
  measuresSilence?: boolean;
}

/**
 * Opens the connections to one server: with the certificates of `caFile` besides the usual ones, and through the proxy
 * that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name.
 */
export async function openDispatcher(
  caFile: string | undefined,
  { connections, connectTimeoutMs, measuresSilence = false }: DispatcherOptions,
): Promise<Dispatcher> {
  // Loaded with the first request: a service without a remote starts without it.
  const { createProxyAgent } = await import('../../http-client/index.js');
  const { rootCertificates } = await import('node:tls');
  const tls = caFile === undefined ? {} : { ca: [...rootCertificates, readFileSync(caFile, 'utf8')] };
  return createProxyAgent({
    connect: { ...tls, timeout: connectTimeoutMs },
    requestTls: tls,
    connections,
    ...(measuresSilence ? { headersTimeout: 0, bodyTimeout: 0 } : {}),
  });
}
