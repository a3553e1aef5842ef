import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import type { Json } from '../../schemas/json.js';
import { depthProblem } from '../json-depth.js';

/** Media types of JSON that some routes take in place of `application/json` (RFC 7396, RFC 6902). */
const patches = ['application/merge-patch+json', 'application/json-patch+json'];

/** Bodies are JSON, of the media types the route names; an empty one is as good as none, since many clients send the header always. */
export function takeBodies(app: FastifyInstance): void {
  const readJson = createJsonReader(app);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    ['application/json', ...patches],
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') return done(null, undefined);
      const refusal = refusalOf(request);
      if (refusal) return done(refusal);
      let value: Json;
      try {
        value = readJson(request, body);
      } catch (error) {
        return done(error as Error);
      }
      done(null, value);
    },
  );
}

/** Reads JSON from outside: not too deep, and without keys that change what all objects have. */
export function createJsonReader(app: FastifyInstance): (request: FastifyRequest, text: string) => Json {
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

/** JSON that is refused all the same holds a key that would change what all objects have. */
function faultOf(body: string, error: Error): Error {
  try {
    JSON.parse(body);
  } catch {
    return error;
  }
  return new Problem('request_invalid', 'The body has a key `__proto__`, or `prototype` in a `constructor`', {
    hints: ['Call the key otherwise: these names have a meaning of their own in JavaScript.'],
    cause: error,
  });
}

/** The media type of a `Content-Type` header, without its parameters. */
export function mediaTypeOf(header: string | undefined): string {
  return (header ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
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
