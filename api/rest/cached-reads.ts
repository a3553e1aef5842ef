import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Stands between the version of an entity, which writes take, and what makes the tag that of one representation. */
const separator = '~';

declare module 'fastify' {
  interface FastifyReply {
    /** Of the body, where it is known before that is sent. */
    digest: string | undefined;
  }
}

/** What values that come again are sent as. */
const written = new WeakMap<object, { text: string; digest: string }>();

/** Sends a value that is the same as long as it is right: it is written once. */
export function sendKept(reply: FastifyReply, value: object): FastifyReply {
  let known = written.get(value);
  if (!known) {
    const write = reply.getSerializationFunction('200', 'application/json') ?? JSON.stringify;
    const text = write(value as Record<string, unknown>);
    known = { text, digest: digestOf(text) };
    written.set(value, known);
  }
  reply.digest = known.digest;
  return reply.type('application/json; charset=utf-8').send(known.text);
}

/**
 * Answers to `GET` can be kept and asked after: each has an `ETag` of all that is in it, and who has it already is answered
 * 304 (RFC 9110, 13.1.2). What the answer says of its caching itself counts; else it is for this caller only.
 */
export function tagRead<Payload>(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Payload,
  done: (error: null, payload: Payload | null) => void,
): void {
  const isText = reply.statusCode === 200 && typeof payload === 'string';
  const isKnown = isText && isKnownTo(request, reply, payload);
  // What would be sent to `HEAD` is measured.
  done(null, isKnown && request.method !== 'HEAD' ? null : payload);
}

function isKnownTo({ headers }: FastifyRequest, reply: FastifyReply, payload: string): boolean {
  const kept = reply.getHeader('cache-control');
  if (kept === 'no-store') return false;
  if (kept === undefined) reply.header('cache-control', 'private, no-cache');
  const etag = tagOf(reply, payload);
  reply.header('etag', etag);
  if (!matchesTag(headers['if-none-match'], etag)) return false;
  reply.code(304).removeHeader('content-type');
  return true;
}

/** A file is told by its version alone; JSON says more of an entity than what the version covers. */
function tagOf(reply: FastifyReply, payload: string): string {
  const version = reply.getHeader('etag');
  const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
  if (typeof version === 'string' && !isJson) return version;
  const digest = reply.digest ?? digestOf(payload);
  return typeof version === 'string' ? `${version.slice(0, -1)}${separator}${digest}"` : `"${digest}"`;
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/** Whether a header with entity tags, or `*`, names this one; weak ones count too, since it is about reading. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}

/** The versions that an `If-Match` of the tags of any representations means. */
export function versionsOf(header: string): string {
  return header.replace(/~[\w-]{22}"/g, '"');
}
