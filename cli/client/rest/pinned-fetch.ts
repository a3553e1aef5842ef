import type { TLSSocket } from 'node:tls';

type Fetch = typeof globalThis.fetch;

/**
 * Returns a `fetch` that trusts one certificate, of any authority and for any name: the service on this machine
 * may have a certificate for the name of its proxy only.
 * @param fingerprint returns the SHA-256 of the certificate, read for each connection because a service renews it
 */
export async function pinnedFetch(fingerprint: () => string | undefined): Promise<Fetch> {
  const { buildConnector, fetch } = await import('undici');
  const { createAgent } = await import('../../../controller/http-client/index.js');
  // A resumed session would not show its certificate.
  const open = buildConnector({ rejectUnauthorized: false, maxCachedSessions: 0 });
  const dispatcher = createAgent({
    connect(options, done) {
      open(options, (error, socket) => {
        if (error) return done(error, null);
        const shown = (socket as TLSSocket).getPeerX509Certificate?.()?.fingerprint256;
        if (shown !== undefined && shown === fingerprint()) return done(null, socket);
        socket.destroy();
        done(new Error('another program answers there, or its certificate has just changed'), null);
      });
    },
  });
  return ((input: never, init: object) => fetch(input, { ...init, dispatcher })) as unknown as Fetch;
}
