import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import { depthProblem } from '../json-depth.js';

/** Media types of JSON that some routes take in place of `application/json` (RFC 7396, RFC 6902). */
const patches = ['application/merge-patch+json', 'application/json-patch+json'];

/** Bodies are JSON, of the media types the route names; an empty one is as good as none, since many clients send the header always. */
export function takeBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    ['application/json', ...patches],
    { parseAs: 'string' },
    (request, body, done) => {
      if (body === '') return done(null, undefined);
      const refusal = refusalOf(request) ?? depthProblem(body);
      if (refusal) done(refusal);
      else parse(request, body, (error, value) => done(error && faultOf(body, error), value));
    },
  );
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
