import type { FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';

/** The headers that say who calls. */
export const credentialHeaders = ['x-api-key', 'authorization', 'x-share-token'] as const;

/**
 * The credential of a request: `X-API-Key`, else `Authorization: Bearer`, else the token of a share link in
 * `X-Share-Token` or `?share=`, which is taken out of the query. Undefined when there is none.
 * @throws Problem unauthenticated for an `Authorization` of another form
 */
export function credentialOf({ headers, query }: FastifyRequest): string | undefined {
  const key = headers['x-api-key'];
  const shared = takeShare(query as Record<string, unknown>);
  if (typeof key === 'string') return key;
  const { authorization } = headers;
  if (authorization === undefined) {
    const token = headers['x-share-token'];
    return typeof token === 'string' ? token : shared;
  }
  const match = /^Bearer +(\S+)$/i.exec(authorization);
  if (match?.[1]) return match[1];
  throw new Problem('unauthenticated', 'The `Authorization` header is not of the form `Bearer <key>`');
}

/** Operations know nothing of it, and would refuse it. */
function takeShare(query: Record<string, unknown>): string | undefined {
  const { share } = query;
  if (share === undefined) return undefined;
  delete query['share'];
  return typeof share === 'string' ? share : undefined;
}
