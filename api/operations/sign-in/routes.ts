import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireSameSite } from '../../auth/same-site.js';
import { setCookie } from '../../auth/session-cookie.js';
import type { Result } from '../shared/operation.js';
import { platformPath, type Route, route } from '../shared/route.js';
import { endSession, listSignInWays, openSession, readSession } from './operations.js';

const auth = `${platformPath}/auth`;

/** Routes of browsers at the console. No other protocol has them: they work by cookies. */
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

/** Sets the cookie of a session that has begun, and removes that of one that has ended. */
function carrySession(_request: FastifyRequest, reply: FastifyReply, { session }: Result): undefined {
  reply.header('cache-control', 'no-store');
  if (session === undefined) return;
  setCookie(reply, 'svc_session', session?.token ?? '', session?.maxAge ?? 0);
}
