import { parse, serialize } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookies of a browser at the console: of its session, and of a sign-in at an issuer that is under way. */
type CookieName = 'svc_session' | 'svc_login';

type CookieRequest = Pick<FastifyRequest, 'headers' | 'protocol' | 'server'>;

/** Matches the cookies of the console, which nothing else may set. */
export const consoleCookies = /^\s*(__(Host|Secure)-)?svc_(session|login)\s*=/i;

/** A browser has to reach the service over TLS for its cookie to be secure, though a proxy may end it. */
function isSecure({ protocol, server }: CookieRequest): boolean {
  return protocol === 'https' || server.baseUrl?.startsWith('https:') === true;
}

/**
 * Returns the name of a cookie under which a browser takes it from this service only: the prefixes have it refuse one that another
 * host of the domain, or a page without TLS, has set (RFC 6265bis, 4.1.3).
 */
function getName(name: CookieName, request: CookieRequest): string {
  if (!isSecure(request)) return name;
  return request.server.basePath === '' ? `__Host-${name}` : `__Secure-${name}`;
}

/** Returns the value of a cookie; undefined without one. */
export function findCookie(name: CookieName, request: CookieRequest): string | undefined {
  const header = request.headers.cookie;
  if (header === undefined) return undefined;
  const value = parse(header)[getName(name, request)];
  return value === '' ? undefined : value;
}

/** @param maxAge seconds; 0 removes the cookie */
export function setCookie(reply: FastifyReply, name: CookieName, value: string, maxAge: number): void {
  const { request, server } = reply;
  const cookie = serialize(getName(name, request), value, {
    httpOnly: true,
    // Not `strict`: a link in a message leads to the console, and an issuer back to it.
    sameSite: 'lax',
    secure: isSecure(request),
    path: `${server.basePath}/`,
    maxAge,
  });
  reply.header('set-cookie', cookie);
}
