import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../controller/problems/index.js';
import { findCookie } from '../../auth/session-cookie.js';
import { getAddress } from '../../http/base-path.js';
import type { Result } from '../shared/operation.js';
import { type Input, type Route, route } from '../shared/route.js';
import {
  beginConsent,
  type ConsentStep,
  callbackPath,
  completeConsent,
  consentsPath,
  openConsent,
  readConsent,
  revokeConsent,
} from './operations.js';

const consent = '/api/v1/:branch/connections/:connection/consent';

export const consentRoutes: readonly Route[] = [
  route('GET', consent, readConsent, { query: ['env'] }),
  route('POST', consent, beginConsent, { query: ['env'] }),
  route('DELETE', consent, revokeConsent, { query: ['env'] }),
];

/** Addresses that the browser of a person goes through on its way to an authority and back: no program calls them. */
export const consentPageRoutes: readonly Route[] = [
  route('GET', callbackPath, completeConsent, {
    anyRequest: true,
    credential: 'optional',
    isVisited: true,
    statuses: [302],
    answers: {},
    headers: readAnswer,
    respond: lead,
  }),
  route('GET', `${consentsPath}/:attempt`, openConsent, {
    credential: 'optional',
    isVisited: true,
    statuses: [302],
    answers: {},
    headers: readBrowser,
    respond: lead,
  }),
];

function readSession(request: FastifyRequest, input: Input): void {
  const token = findCookie('svc_session', request);
  // The session of a browser, and no other credential: the caller is then that of the session.
  const isBrowser = request.headers.authorization === undefined && request.headers['x-api-key'] === undefined;
  if (token !== undefined && isBrowser) input['session'] = createHash('sha256').update(token).digest('hex');
}

/** @throws Problem cross_site_refused for a link of another site, which could have a person consent unseen */
function readBrowser(request: FastifyRequest, input: Input): void {
  if (request.headers['sec-fetch-site'] === 'cross-site')
    throw new Problem('cross_site_refused', 'Another site leads to this consent', {
      hints: ['Paste the address into the address bar of the browser, if you want to give the consent.'],
    });
  readSession(request, input);
  input['redirectUri'] = `${request.server.baseUrl ?? getAddress(request)}${callbackPath}`;
}

function readAnswer(request: FastifyRequest, input: Input): void {
  readSession(request, input);
  input['query'] = request.url.split(/\?(.*)/s)[1] ?? '';
}

function lead(request: FastifyRequest, reply: FastifyReply, { value }: Result): boolean {
  const { location } = value as ConsentStep;
  reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(location.startsWith('/') ? request.server.basePath + location : location, 302);
  return true;
}
