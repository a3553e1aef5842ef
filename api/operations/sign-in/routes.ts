import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireSameSite } from '../../auth/same-site.js';
import { findCookie, setCookie } from '../../auth/session-cookie.js';
import { getAddress } from '../../http/base-path.js';
import type { Result } from '../shared/operation.js';
import { type Input, platformPath, type Route, route } from '../shared/route.js';
import { loginSeconds } from './login-cookie.js';
import { beginOidcSignIn, completeOidcSignIn, type LoginStep } from './oidc-operations.js';
import { endSession, listSignInWays, oidcLoginPath, openSession, readSession } from './operations.js';

const auth = `${platformPath}/auth`;
const callbackPath = `${auth}/oidc/callback`;

/** Routes of pages of the console. No other protocol has them: they work by cookies. */
export const signInRoutes: readonly Route[] = [
  route('GET', `${auth}/ways`, listSignInWays, { credential: 'none' }),
  route('POST', `${auth}/session`, openSession, {
    body: ['username', 'password'],
    credential: 'none',
    // A page of another site must not sign a browser in as another user.
    headers: requireSameSite,
    respond: carrySession,
  }),
  route('GET', `${auth}/session`, readSession, { respond: carrySession }),
  route('DELETE', `${auth}/session`, endSession, {
    query: ['everywhere'],
    credential: 'optional',
    statuses: [204],
    respond: carrySession,
  }),
];

/** Addresses that a browser goes through on its way to an identity provider and back: no program calls them. */
export const oidcRoutes: readonly Route[] = [
  route('GET', oidcLoginPath, beginOidcSignIn, {
    query: ['provider', 'to'],
    credential: 'none',
    statuses: [302],
    answers: {},
    headers: readRedirectUri,
    respond: lead,
  }),
  route('GET', callbackPath, completeOidcSignIn, {
    anyRequest: true,
    credential: 'none',
    statuses: [302],
    answers: {},
    headers: readCallback,
    respond: lead,
  }),
];

function readRedirectUri(request: FastifyRequest, input: Input): void {
  input['redirectUri'] = `${request.server.baseUrl ?? getAddress(request)}${callbackPath}`;
}

function readCallback(request: FastifyRequest, input: Input): void {
  input['query'] = request.url.split(/\?(.*)/s)[1] ?? '';
  const login = findCookie('svc_login', request);
  if (login !== undefined) input['login'] = login;
}

/** Leads the browser on. A sign-in that has ended leaves no cookie. */
function lead(request: FastifyRequest, reply: FastifyReply, result: Result): boolean {
  const { location, login } = result.value as LoginStep;
  carrySession(request, reply, result);
  setCookie(reply, 'svc_login', login ?? '', login === undefined ? 0 : loginSeconds);
  const isPath = location.startsWith('/');
  reply
    .header('referrer-policy', 'no-referrer')
    .redirect(isPath ? request.server.basePath + location : location, 302);
  return true;
}

/** Sets the cookie of a session that has begun, and removes that of one that has ended. */
function carrySession(_request: FastifyRequest, reply: FastifyReply, { session }: Result): undefined {
  reply.header('cache-control', 'no-store');
  if (session === undefined) return;
  setCookie(reply, 'svc_session', session?.token ?? '', session?.maxAge ?? 0);
}
