import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { defaultWait, longestWait } from '../operations/shared/fields.js';

/** The media type of a `Content-Type` header, without its parameters. */
export function mediaTypeOf(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/** @throws Problem not_acceptable when an `Accept` header excludes JSON, and YAML where that is available */
export function requireJsonAccepted(header: string | undefined, alsoYaml = false): void {
  // Nearly every client sends one of these.
  if (header === undefined || header === '*/*' || header === 'application/json') return;
  const isJson = (type: string) =>
    type === '*/*' || type === 'application/*' || /^application\/(\w+\+)?json$/.test(type);
  const wanted = accepted(header);
  if (wanted.some(({ type }) => isJson(type) || (alsoYaml && isYaml(type)))) return;
  throw new Problem(
    'not_acceptable',
    `\`Accept: ${header}\` excludes ${alsoYaml ? 'JSON and YAML' : 'JSON'}, and nothing else is available`,
  );
}

/** Tells whether the header prefers YAML; JSON wins a tie. */
export function prefersYaml(header: string | undefined): boolean {
  const wanted = header === undefined ? [] : accepted(header);
  const yaml = Math.max(0, ...wanted.filter(({ type }) => isYaml(type)).map(({ weight }) => weight));
  return yaml > 0 && wanted.every(({ type, weight }) => isYaml(type) || weight < yaml || type.includes('*'));
}

function isYaml(type: string): boolean {
  return /^(application|text)\/(x-)?yaml$/.test(type);
}

/** The media types of an `Accept` header (RFC 9110, 12.5.1) that are not excluded by `q=0`. */
function accepted(header: string): { type: string; weight: number }[] {
  return header.split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q=[\d.]+$/.test(parameter));
    const weight = quality === undefined ? 1 : Number(quality.slice(2));
    return weight > 0 ? [{ type, weight }] : [];
  });
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
    if (seconds !== undefined) wait = Math.min(Number(seconds), longestWait);
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
export function versionsOf(header: string): string {
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
export function streamOf(description: string): Readonly<Record<string, JsonObject>> {
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

export const formType = 'application/x-www-form-urlencoded';

/** Media types of JSON that some routes take in place of `application/json` (RFC 7396, RFC 6902). */
const patches = ['application/merge-patch+json', 'application/json-patch+json'];

/** Lists and objects inside each other that a body may have: code that walks values does so by recursion. */
const deepest = 500;

/**
 * Takes bodies of JSON, of the media types that the route names. An empty body counts as none, since many clients send
 * the header always.
 */
export function takeBodies(app: FastifyInstance): void {
  const readJson = createJsonReader(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    ['application/json', ...patches],
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      if (bytes.length === 0) return done(null, undefined);
      const refusal = refusalOf(request) ?? encodingProblem(bytes);
      if (refusal) return done(refusal);
      let value: Json;
      try {
        value = readJson(request, bytes.toString());
      } catch (error) {
        return done(error as Error);
      }
      done(null, value);
    },
  );
}

/** The problem of a body that is not UTF-8 (RFC 8259, 8.1): its faulty bytes would become other characters. */
function encodingProblem(bytes: Uint8Array): Problem | undefined {
  if (isUtf8(bytes)) return undefined;
  return new Problem('request_invalid', 'The body is not valid UTF-8', {
    hints: ['Encode the body as UTF-8.'],
  });
}

/** Takes bodies of the type `application/x-www-form-urlencoded`, each field once (RFC 6749, 3.2). */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>(formType, { parseAs: 'buffer' }, (_request, bytes, done) => {
    const refusal = encodingProblem(bytes);
    if (refusal) return done(refusal);
    const fields = [...new URLSearchParams(bytes.toString())];
    const names = fields.map(([name]) => name);
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice === undefined) done(null, Object.fromEntries(fields));
    else done(new Problem('request_invalid', `The field \`${twice.slice(0, 100)}\` is given twice`));
  });
}

/** Takes bodies of any type: JSON and forms parsed, text as text, anything else in base64. */
export function acceptAnything(app: FastifyInstance): void {
  const readJson = createJsonReader(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      done(null, bodyOf(request, bytes, readJson));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** The form in which a body of a media type is passed on. */
export function bodyKindOf(mediaType: string): 'json' | 'text' | 'base64' {
  if (/[/+]json$/.test(mediaType)) return 'json';
  return /^text\/|[/+]xml$/.test(mediaType) ? 'text' : 'base64';
}

function bodyOf(request: FastifyRequest, bytes: Buffer, readJson: ReturnType<typeof createJsonReader>): Json {
  if (bytes.length === 0) return null;
  const type = mediaTypeOf(request.headers['content-type']);
  const kind = bodyKindOf(type);
  const refusal = kind === 'json' ? encodingProblem(bytes) : undefined;
  if (refusal) throw refusal;
  if (kind === 'json') return readJson(request, bytes.toString());
  if (type === formType) return fieldsOf(new URLSearchParams(bytes.toString()));
  return bytes.toString(kind === 'text' ? 'utf8' : 'base64');
}

/** Fields by name; a list where one comes more than once. @throws Problem request_invalid */
export function fieldsOf(fields: URLSearchParams): Record<string, string | string[]> {
  const names = new Set(fields.keys());
  if (names.has('__proto__')) {
    throw new Problem('request_invalid', 'A field is called `__proto__`', { hints: ['Rename the field.'] });
  }
  const entries = [...names].map((name): [string, string | string[]] => {
    const [first = '', ...more] = fields.getAll(name);
    return [name, more.length === 0 ? first : [first, ...more]];
  });
  return Object.fromEntries(entries);
}

/** Reads JSON from outside: refuses deep nesting, and keys that change the prototype of objects. */
function createJsonReader(app: FastifyInstance): (request: FastifyRequest, text: string) => Json {
  const parse = app.getDefaultJsonParser('error', 'error');
  return (request, text) => {
    const refusal = depthProblem(text);
    if (refusal) throw refusal;
    let read: { error: Error | null; value?: Json } | undefined;
    parse(request, text, (error, value) => {
      read = { error, value };
    });
    if (!read || read.error) throw faultOf(text, read?.error ?? new Error('JSON was not read'));
    return read.value ?? null;
  };
}

/** Explains a refusal: text that is JSON all the same has a key that would change the prototype of objects. */
function faultOf(body: string, error: Error): Error {
  try {
    JSON.parse(body);
  } catch {
    return error;
  }
  return new Problem('request_invalid', 'The body has a key `__proto__`, or `prototype` in a `constructor`', {
    hints: ['Rename the key: these names have a special meaning in JavaScript.'],
    cause: error,
  });
}

function refusalOf({ headers, routeOptions }: FastifyRequest): Problem | undefined {
  const { bodyTypes } = routeOptions.config;
  const type = headers['content-type'];
  if (bodyTypes === undefined || (type !== undefined && bodyTypes.includes(type))) return undefined;
  if (bodyTypes.includes(mediaTypeOf(type))) return undefined;
  const taken = bodyTypes.map((known) => `\`${known}\``).join(' or ');
  return new Problem('unsupported_media_type', `The body is not ${taken}`, {
    hints: [`Send \`Content-Type: ${bodyTypes.join('` or `')}\`.`],
  });
}

/**
 * Answers 408 to a body that does not arrive in time and closes its connection, since slow bodies hold connections and memory.
 * Routes that take the body as a stream (`streamed`) set their own limit.
 */
export function refuseSlowBodies(app: FastifyInstance, limitMs: number): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (hasBody(request.headers) && !request.routeOptions.config.streamed) {
      const late = setTimeout(() => {
        reply.header('connection', 'close');
        const seconds = Math.ceil(limitMs / 1000);
        payload.emit(
          'error',
          new Problem('request_timeout', `The body did not arrive completely within ${seconds} s`),
        );
      }, limitMs);
      // The answer ends the time too, since a body that is not read never ends. The timer keeps no process alive.
      late.unref();
      const settle = () => clearTimeout(late);
      reply.raw.once('finish', settle).once('close', settle);
      payload.once('end', settle).once('error', settle).once('close', settle);
    }
    done(null, payload);
  });
}

/**
 * Reads on after a body that is too large, for this long at most, so that the answer reaches a client that still sends: a
 * connection that is closed at once takes the answer with it.
 */
export function passOverLargeBodies(app: FastifyInstance, limitMs: number): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (reply.statusCode === 413 && !raw.complete) {
      reply.removeHeader('connection');
      const late = setTimeout(() => raw.destroy(), limitMs).unref();
      raw.once('close', () => clearTimeout(late));
    }
    done(null, payload);
  });
}

/** Tells whether the headers announce a body (RFC 9112, section 6). */
function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

const quote = 34;
const backslash = 92;
/** `[` and `{`, `]` and `}` differ in one bit. */
const opening = 91;
const closing = 93;
const bit = 32;

/** The problem of JSON text that nests too deep, found before any of the text is parsed. */
export function depthProblem(text: string): Problem | undefined {
  // Nearly all bodies are too short to nest that deep.
  if (text.length <= deepest || !nestsDeeper(text)) return undefined;
  return new Problem('request_invalid', `The body is nested deeper than ${deepest} levels`, {
    hints: ['Flatten the body: nest lists and objects less deeply.'],
  });
}

function nestsDeeper(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === backslash) at += 1;
      else if (code === quote) isText = false;
    } else if (code === quote) isText = true;
    else if ((code & ~bit) === opening) {
      depth += 1;
      if (depth > deepest) return true;
    } else if ((code & ~bit) === closing) depth -= 1;
  }
  return false;
}
