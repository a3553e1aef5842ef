import type { Server as HttpsServer } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import type { Certificate } from '../../controller/security/tls/read-certificate.js';
import type { Settings } from '../../controller/settings/index.js';
import type { Controller } from '../../controller/start/contract.js';

type Server = Settings['Server'];

/** Suites for TLS 1.2 with forward secrecy and authenticated encryption (RFC 9325, 4.2), beside all those of TLS 1.3. */
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  ...['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305'].flatMap((suite) => [
    `ECDHE-ECDSA-${suite}`,
    `ECDHE-RSA-${suite}`,
  ]),
].join(':');

/** Returns what a TLS server needs to use the certificate. */
export function secureContext({ chain, key }: Certificate, { Tls }: Server): SecureContextOptions {
  return { cert: chain, key, ciphers, minVersion: Tls?.MinVersion ?? 'TLSv1.2' };
}

/** Uses each new certificate for new connections; open ones stay. */
export function followCertificate(
  app: FastifyInstance,
  { certificate, settings }: Pick<Controller, 'certificate' | 'settings'>,
): void {
  const server = app.server as unknown as HttpsServer;
  certificate?.onChange((next) => server.setSecureContext(secureContext(next, settings.Server)));
}

/**
 * Lets browsers use HTTPS only (RFC 6797). The header counts for all ports of a host, so it is sent only where the whole host
 * is this service: `BaseUrl` has neither a port nor a path. Behind a proxy, the proxy decides.
 */
export function useStrictTransport(
  app: FastifyInstance,
  { certificate, settings }: Pick<Controller, 'certificate' | 'settings'>,
): void {
  const host = /^https:\/\/([^/:@?#]+)$/.exec(settings.Server.BaseUrl ?? '')?.[1];
  if (!certificate || host === undefined) return;
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('strict-transport-security', 'max-age=31536000');
    done();
  });
}
