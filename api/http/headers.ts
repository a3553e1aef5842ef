import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { defaultWait, maxWait } from '../operations/shared/fields.js';
import { accepted } from './pages/accept.js';

/** The media type of a `Content-Type` header, without its parameters. */
export function getMediaType(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** @throws Problem not_acceptable when an `Accept` header excludes JSON, and YAML where that is available */
export function requireJsonAccepted(header: string | undefined, alsoYaml = false): void {
  // Nearly every client sends one of these.
  if (header === undefined || header === '*/*' || header === 'application/json') return;
  const isJson = (type: string) =>
    type === '*/*' || type === 'application/*' || /^application\/(\w+\+)?json$/.test(type);
  const codings = accepted(header);
  if (codings.some(({ type }) => isJson(type) || (alsoYaml && isYaml(type)))) return;
  throw new Problem(
    'not_acceptable',
    `\`Accept: ${header}\` excludes ${alsoYaml ? 'JSON and YAML' : 'JSON'}, and nothing else is available`,
  );
}

/** Tells whether the header prefers YAML; JSON wins a tie. */
export function prefersYaml(header: string | undefined): boolean {
  const codings = header === undefined ? [] : accepted(header);
  const yaml = Math.max(0, ...codings.filter(({ type }) => isYaml(type)).map(({ weight }) => weight));
  return yaml > 0 && codings.every(({ type, weight }) => isYaml(type) || weight < yaml || type.includes('*'));
}

function isYaml(type: string): boolean {
  return /^(application|text)\/(x-)?yaml$/.test(type);
}

/** The preferences of a `Prefer` header (RFC 7240) that svc knows. */
interface Preference {
  /** Seconds to wait; 0 to be answered at once. */
  wait: number;
  /** The value of `Preference-Applied`. */
  applied: string;
}

/**
 * Reads `respond-async` and `wait=N`. `wait` wins where both are given: `respond-async, wait=5` means in 5 seconds at the
 * latest. Returns undefined when the header names neither; unknown preferences are ignored, as the RFC demands.
 */
export function parsePrefer(header: string | string[] | undefined): Preference | undefined {
  if (typeof header !== 'string') return undefined;
  let wait: number | undefined;
  let isAsync = false;
  for (const part of header.split(',')) {
    const preference = part.split(';', 1)[0]?.trim().toLowerCase() ?? '';
    const seconds = /^wait\s*=\s*"?(\d{1,9})"?$/.exec(preference)?.[1];
    if (seconds !== undefined) wait = Math.min(Number(seconds), maxWait);
    if (preference === 'respond-async') isAsync = true;
  }
  if (wait !== undefined) return { wait, applied: isAsync ? `respond-async, wait=${wait}` : `wait=${wait}` };
  return isAsync ? { wait: 0, applied: 'respond-async' } : undefined;
}

/** Request header of routes that may wait. */
export const preferHeader: Readonly<Record<string, JsonObject>> = {
  prefer: {
    type: 'string',
    description: '`wait=N` (seconds, at most 300) or `respond-async` (RFC 7240).',
  },
};

/** Sets `wait` to the seconds that the `Prefer` header states, or else to the usual ones. */
export function readWait({ headers }: FastifyRequest, input: Record<string, unknown>): void {
  input['wait'] = parsePrefer(headers['prefer'])?.wait ?? defaultWait;
}

/** Tells whether a header with entity tags, or `*`, names this one; weak tags match too, since this is for reads. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}

/** Separates the version of an entity, which writes accept, from the digest of one representation. */
const separator = '~';

/** The entity tag of one representation of an entity whose version has the tag `version`. */
export function representationTag(version: string, digest: string): string {
  return `${version.slice(0, -1)}${separator}${digest}"`;
}

/** The versions that an `If-Match` of the tags of any representations means. */
export function getVersions(header: string): string {
  return header.replace(/~[\w-]{22}"/g, '"');
}

/** Request headers of routes that answer with server-sent events. */
export const lastEventId: Readonly<Record<string, JsonObject>> = {
  'last-event-id': {
    type: 'string',
    description: 'The last event that the client has received; the stream continues after it.',
  },
};

/** The schema of an answer of server-sent events. */
export function getStream(description: string): Readonly<Record<string, JsonObject>> {
  return { 'text/event-stream': { type: 'string', description } };
}

/** Sets `follow` for callers that accept server-sent events, and `after` to where their stream was lost. */
export function readStreamHeaders({ headers }: FastifyRequest, input: Record<string, unknown>): void {
  input['follow'] = accepted(headers.accept ?? '').some(({ type }) => type === 'text/event-stream');
  const last = headers['last-event-id'];
  if (last !== undefined) input['after'] = parseEventId(String(last));
}

function parseEventId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Problem('request_invalid', '`Last-Event-ID` is not the id of an event of this stream', {
    hints: ['Leave the header out to read from the start.'],
  });
}

/** Response header of calls that use an older version than the newest one. */
export const warningHeader: Readonly<Record<string, JsonObject>> = {
  'x-svc-warning': {
    type: 'string',
    description: 'Sent when the newest commit was not ready and an older one was used: names both.',
  },
};

/** Sets `X-Svc-Warning`; characters outside of ASCII are percent-encoded. */
export function setWarning(reply: FastifyReply, warning: string | null): void {
  if (warning !== null) {
    reply.header(
      'x-svc-warning',
      warning.replaceAll(/[^\x20-\x7e]/gu, (one) => encodeURIComponent(one)),
    );
  }
}
