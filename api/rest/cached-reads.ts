import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag, representationTag } from '../http/headers.js';

declare module 'fastify' {
  interface FastifyReply {
    /** Digest of the body, where it is known before the body is sent. */
    digest: string | undefined;
  }
}

/** Values that are answered again and again, as they are sent. */
const cache = new WeakMap<object, { text: string; digest: string }>();

/** Sends a value that the operation keeps: it is serialised once. */
export function sendKept(reply: FastifyReply, value: object): FastifyReply {
  let cached = cache.get(value);
  if (!cached) {
    const write = reply.getSerializationFunction('200', 'application/json') ?? JSON.stringify;
    const text = write(value as Record<string, unknown>);
    cached = { text, digest: computeDigest(text) };
    cache.set(value, cached);
  }
  reply.digest = cached.digest;
  return reply.type('application/json; charset=utf-8').send(cached.text);
}

/**
 * Adds an `ETag` of the whole body to an answer to `GET`; a caller that has the body already is answered 304 (RFC 9110,
 * 13.1.2). Without a `Cache-Control` of its own, the answer is for this caller only.
 */
export function tagRead<Payload>(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
  done: (error: null, payload: Payload | null) => void,
): void {
  const isText = reply.statusCode === 200 && typeof payload === 'string';
  const isKnown = isText && isKnownTo(request, reply, payload);
  // The length of an answer to `HEAD` is that of the body.
  done(null, isKnown && request.method !== 'HEAD' ? null : payload);
}

function isKnownTo({ headers }: FastifyRequest, reply: FastifyReply, payload: string): boolean {
  const kept = reply.getHeader('cache-control');
  if (kept === 'no-store') return false;
  if (kept === undefined) reply.header('cache-control', 'private, no-cache');
  const etag = getTag(reply, payload);
  reply.header('etag', etag);
  if (!matchesTag(headers['if-none-match'], etag)) return false;
  reply.code(304).removeHeader('content-type');
  return true;
}

/** A file is identified by its version alone; JSON has members that the version does not cover. */
function getTag(reply: FastifyReply, payload: string): string {
  const version = reply.getHeader('etag');
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
  if (typeof version === 'string' && !isJson) return version;
  const digest = reply.digest ?? computeDigest(payload);
  return typeof version === 'string' ? representationTag(version, digest) : `"${digest}"`;
}

function computeDigest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}
