import type { FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import { credentialHeaders } from '../auth/credential.js';
import type { RestBinding } from './binding.js';

/** Whether a write is one of what is read at the same path, and does not look at `If-Match` itself. */
export function hasPrecondition(
  { method, path, requestHeaders }: RestBinding,
  bindings: readonly RestBinding[],
): boolean {
  const isWrite = method === 'PUT' || method === 'PATCH' || method === 'DELETE';
  if (!isWrite || requestHeaders?.['if-match'] !== undefined) return false;
  return bindings.some((other) => other.method === 'GET' && other.path === path);
}

/**
 * Holds `If-Match` (RFC 9110, 13.1.1) against the `ETag` that reading gives now. What cannot be read is left to the write,
 * which says why. @throws Problem version_conflict
 */
export async function requireMatch(request: FastifyRequest): Promise<void> {
  const wanted = request.headers['if-match'];
  if (wanted === undefined) return;
  const known = credentialHeaders.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  const url = request.url.split('?', 1)[0] ?? '';
  const headers = { ...Object.fromEntries(known), host: request.host };
  const read = await request.server.inject({ method: 'GET', url, headers, remoteAddress: request.ip });
  const { etag } = read.headers;
  if (read.statusCode !== 200 || typeof etag !== 'string') return;
  const tags = wanted.split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.includes(etag)) return;
  throw new Problem('version_conflict', `It is at ${etag} now; the caller has ${wanted.slice(0, 200)}.`);
}
