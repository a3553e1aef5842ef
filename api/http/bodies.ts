import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { nextTurn } from '../../controller/concurrency/loop-turn.js';
import { PassingMap } from '../../controller/concurrency/passing-map.js';
import { Problem } from '../../controller/problems/index.js';
import { keepDigits } from '../../schemas/json/json-text.js';
import { deepest, textNestsTooDeep } from '../../schemas/json/nesting.js';
import type { Json } from '../../schemas/json/types.js';
import { getMediaType } from './headers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The number under which `refuseSlowBodies` knows its body. */
    arrival: number | undefined;
  }
}

export const formType = 'application/x-www-form-urlencoded';

/** Media types of JSON that some routes take in place of `application/json` (RFC 7396, RFC 6902). */
const patches = ['application/merge-patch+json', 'application/json-patch+json'];

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
      const refusal = findRefusal(request) ?? encodingProblem(bytes);
      if (refusal) return done(refusal);
      inTurn(bytes, () => readJson(request, bytes.toString()), done);
    },
  );
}

/** Bytes of a body that takes milliseconds to read. */
const largeBody = 64 * 1024;

/** Reads a body; large ones share the event loop with other computations. */
export function inTurn<Body>(
  bytes: Uint8Array,
  read: () => Body,
  done: (error: Error | null, body?: Body) => void,
): void {
  const finish = () => {
    let body: Body;
    try {
      body = read();
    } catch (error) {
      return done(error as Error);
    }
    done(null, body);
  };
  if (bytes.length > largeBody) void nextTurn().then(finish);
  else finish();
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
    inTurn(bytes, () => readForm(bytes), done);
  });
}

function readForm(bytes: Buffer): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(bytes.toString())) {
    if (name in fields)
      throw new Problem('request_invalid', `The field \`${name.slice(0, 100)}\` is given twice`);
    fields[name] = value;
  }
  return { ...fields };
}

/** Takes bodies of any type: JSON and forms parsed, text as text, anything else in base64. */
export function acceptAnything(app: FastifyInstance): void {
  const read = createBodyReader(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (request, bytes, done) => {
    rawBodies.set(request, bytes);
    inTurn(bytes, () => read(request, bytes), done);
  });
}

const rawBodies = new WeakMap<FastifyRequest, Buffer>();

/** The bytes of a body that `acceptAnything` took, in base64; null without a body. */
export function getRawBody(request: FastifyRequest): string | null {
  const bytes = rawBodies.get(request);
  return bytes === undefined || bytes.length === 0 ? null : bytes.toString('base64');
}

/** Returns a function that reads a body as `acceptAnything` does. @throws Problem request_invalid */
export function createBodyReader(app: FastifyInstance): (request: FastifyRequest, bytes: Buffer) => Json {
  const readJson = createJsonReader(app);
  return (request, bytes) => getBody(request, bytes, readJson);
}

/** The form in which a body of a media type is passed on. */
export function getBodyKind(mediaType: string): 'json' | 'text' | 'base64' {
  if (/[/+]json$/.test(mediaType)) return 'json';
  return /^text\/|[/+]xml$/.test(mediaType) ? 'text' : 'base64';
}

function getBody(
  request: FastifyRequest,
  bytes: Buffer,
  readJson: ReturnType<typeof createJsonReader>,
): Json {
  if (bytes.length === 0) return null;
  const type = getMediaType(request.headers['content-type']);
  const kind = getBodyKind(type);
  const refusal = kind === 'json' ? encodingProblem(bytes) : undefined;
  if (refusal) throw refusal;
  if (kind === 'json') return readJson(request, bytes.toString());
  if (type === formType) return getFields(new URLSearchParams(bytes.toString()));
  return bytes.toString(kind === 'text' ? 'utf8' : 'base64');
}

/** Fields by name; a list where one comes more than once. @throws Problem request_invalid */
export function getFields(fields: URLSearchParams): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const earlierValue = values.get(name);
    if (earlierValue) earlierValue.push(value);
    else values.set(name, [value]);
  }
  if (values.has('__proto__')) {
    throw new Problem('request_invalid', 'A field is called `__proto__`', {
      hints: ['Rename the field.'],
    });
  }
  const entries = [...values].map(([name, [first = '', ...more]]): [string, string | string[]] => [
    name,
    more.length === 0 ? first : [first, ...more],
  ]);
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
    if (!read || read.error) throw toFault(text, read?.error ?? new Error('JSON was not read'));
    return keepDigits(text, read.value ?? null);
  };
}

/** Explains a refusal: text that is JSON all the same has a key that would change the prototype of objects. */
function toFault(body: string, error: Error): Error {
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

function findRefusal({ headers, routeOptions }: FastifyRequest): Problem | undefined {
  const { bodyTypes } = routeOptions.config;
  const type = headers['content-type'];
  if (bodyTypes === undefined || (type !== undefined && bodyTypes.includes(type))) return undefined;
  if (bodyTypes.includes(getMediaType(type))) return undefined;
  const taken = bodyTypes.map((value) => `\`${value}\``).join(' or ');
  return new Problem('unsupported_media_type', `The body is not ${taken}`, {
    hints: [`Send \`Content-Type: ${bodyTypes.join('` or `')}\`.`],
  });
}

/** A body that is under way. */
interface Arrival {
  number: number;
  payload: RequestPayload;
  reply: FastifyReply;
  /** ms, by `performance.now()`. */
  since: number;
}

/**
 * Answers 408 to a body that does not arrive in time and closes its connection, since slow bodies hold connections and memory.
 * Routes that take the body as a stream (`streamed`) set their own limit.
 */
export function refuseSlowBodies(app: FastifyInstance, limitMs: number): void {
  /** Bodies under way, by number. Looked at now and then: timers and listeners of each request cost more than its body. */
  const arriving = new PassingMap<number, Arrival>();
  let count = 0;
  let watch: NodeJS.Timeout | undefined;

  function look(): void {
    for (const { number, payload, reply, since } of arriving.values()) {
      // The answer ends the time too, since a body that is not read never ends.
      const isOver = reply.raw.writableEnded || reply.raw.destroyed;
      const isLate = performance.now() - since >= limitMs;
      if (!isOver && !isLate) continue;
      arriving.delete(number);
      if (isOver) continue;
      reply.header('connection', 'close');
      const seconds = Math.ceil(limitMs / 1000);
      const detail = `The body did not arrive completely within ${seconds} s`;
      payload.emit('error', new Problem('request_timeout', detail));
    }
    if (arriving.size > 0) return;
    clearInterval(watch);
    watch = undefined;
  }

  app.decorateRequest('arrival');
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (hasBody(request.headers) && !request.routeOptions.config.streamed) {
      request.arrival = ++count;
      arriving.set(count, { number: count, payload, reply, since: performance.now() });
      // The timer keeps no process alive.
      watch ??= setInterval(look, Math.ceil(limitMs / 20)).unref();
    }
    done(null, payload);
  });
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.arrival !== undefined) arriving.delete(request.arrival);
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearInterval(watch);
    done();
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

/** The problem of JSON text that nests too deep, found before any of the text is parsed. */
export function depthProblem(text: string): Problem | undefined {
  if (!textNestsTooDeep(text)) return undefined;
  return new Problem('request_invalid', `The body is nested deeper than ${deepest} levels`, {
    hints: ['Flatten the body: nest lists and objects less deeply.'],
  });
}
