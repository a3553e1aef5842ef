import type { FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import { credentialHeaders } from '../auth/authenticate.js';
import { getVersions, matchesTag } from '../http/headers.js';
import type { Route } from '../operations/shared/route.js';

/** Tells whether a write can be compared with a read of the same path; writes that read `If-Match` themselves are not. */
export function hasPrecondition({ method, path, requestHeaders }: Route, routes: readonly Route[]): boolean {
  const isWrite = method === 'PUT' || method === 'PATCH' || method === 'DELETE';
  if (!isWrite || requestHeaders?.['if-match'] !== undefined) return false;
  return routes.some((other) => other.method === 'GET' && other.path === path);
}

/**
 * Refuses a write whose `If-None-Match` (RFC 9110, 13.1.2) names the version that reading gives now, or is `*`. An entity
 * that cannot be read is left to the write.
 * @throws Problem version_conflict
 */
export async function requireNoMatch(request: FastifyRequest): Promise<void> {
  const etags = request.headers['if-none-match'];
  if (etags === undefined) return;
  const etag = await readTag(request);
  if (etag === undefined || !matchesTag(getVersions(etags), getVersions(etag))) return;
  throw new Problem('version_conflict', `The entity is there, at ${etag}, which \`If-None-Match\` excludes`, {
    hints: ['Leave `If-None-Match` out to change the entity; `If-Match` names the version that you have.'],
  });
}

/**
 * Compares `If-Match` (RFC 9110, 13.1.1) with the `ETag` that reading gives now. An entity that cannot be read is left to
 * the write, which answers why.
 * @throws Problem version_conflict
 */
export async function requireMatch(request: FastifyRequest): Promise<void> {
  const etags = request.headers['if-match'];
  if (etags === undefined) return;
  const etag = await readTag(request);
  if (etag === undefined) return;
  // Weak tags never match: two versions with one weak tag may differ (RFC 9110, 8.8.3.2).
  const tags = etags.split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.includes(etag)) return;
  throw new Problem('version_conflict', `The entity is at ${etag}; the caller has ${etags.slice(0, 200)}`);
}

/** Returns the entity tag that reading the path of a request gives; undefined for what cannot be read. */
async function readTag(request: FastifyRequest): Promise<string | undefined> {
  const credentials = credentialHeaders.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const url = request.url.split('?', 1)[0] ?? '';
  const headers = { ...Object.fromEntries(credentials), host: request.host };
  const read = await request.server.inject({ method: 'GET', url, headers, remoteAddress: request.ip });
  const { etag } = read.headers;
  return read.statusCode === 200 && typeof etag === 'string' ? etag : undefined;
}
