import { httpTransport } from '../rest/http-transport.js';
import type { Transport } from '../rest/transport.js';
import { findRunningServer, type RunningServer } from './installation.js';

/**
 * Returns the transport to a service of this machine. One with TLS is known by the certificate that it has written down in
 * its data directory.
 */
export function localServer({ url, certificate }: RunningServer, dataDirectory: string): Transport {
  if (certificate === undefined) return httpTransport(url);
  let pinned: Promise<typeof fetch> | undefined;
  const current = () => findRunningServer(dataDirectory)?.certificate;
  return httpTransport(url, () => {
    pinned ??= import('../rest/pinned-fetch.js').then(({ pinnedFetch }) => pinnedFetch(current));
    return pinned;
  });
}
