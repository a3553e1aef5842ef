import type { FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';

/** The header by which a page of the console says that it makes the request: no form or link of another site can set it. */
const consoleHeader = 'x-svc-console';

type BrowserRequest = Pick<FastifyRequest, 'headers' | 'host' | 'protocol' | 'server'>;

/**
 * Refuses a request that a browser says comes from a page of another origin. Programs, which say nothing, pass.
 * @throws Problem cross_site_refused
 */
export function requireSameSite(request: BrowserRequest): void {
  const site = request.headers['sec-fetch-site'];
  const { origin } = request.headers;
  const { baseUrl } = request.server;
  // No page can set `Sec-Fetch-Site`. Browsers leave it out where the service has no TLS; then `Origin` decides.
  if (site !== undefined) {
    if (site !== 'same-origin') throw refused('The browser says that the request comes from another site');
  } else if (origin !== undefined) {
    const own = [`${request.protocol}://${request.host}`, ...(baseUrl === undefined ? [] : [baseUrl])].map(
      findOrigin,
    );
    if (!own.includes(origin)) throw refused('The origin of the request is another site');
  }
}

/**
 * Refuses a request that changes something with nothing but the cookie of a browser, unless a page of the console made it.
 * @throws Problem cross_site_refused
 */
export function requireConsolePage(request: BrowserRequest): void {
  if (request.headers[consoleHeader] !== '1')
    throw refused(
      'A request with the cookie of the console that may change something needs a header of the console',
    );
  requireSameSite(request);
}

function findOrigin(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}

function refused(detail: string): Problem {
  return new Problem('cross_site_refused', detail);
}
