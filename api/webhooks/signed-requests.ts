import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';

/**
 * Prepares a scope for requests that prove their sender by a signature over the bytes of the body: the bytes are kept, and
 * each address is limited. The limit comes before the signature, so that others cannot use up what a sender may send.
 */
export async function takeSignedRequests(scope: FastifyInstance, perMinute: () => number): Promise<void> {
  await scope.register(rateLimit, {
    max: perMinute,
    timeWindow: '1 minute',
    errorResponseBuilder: (_request, { after }) =>
      new Problem(
        'rate_limited',
        `There are too many deliveries from this address; the next may come in ${after}`,
      ),
  });
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/**
 * Returns the headers, by lower-case name, and the bytes of the body.
 * @throws Problem unsupported_media_type for a compressed body
 */
export function getSignedRequest({ headers, body }: FastifyRequest) {
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding.toLowerCase() !== 'identity') {
    throw new Problem('unsupported_media_type', `The body is compressed (\`${coding.slice(0, 50)}\`)`, {
      hints: ['Send the body as it is, without `Content-Encoding`.'],
    });
  }
  const joined = Object.entries(headers).map(([name, value]) => {
    return [name, Array.isArray(value) ? value.join(', ') : value] as const;
  });
  return { headers: Object.fromEntries(joined), body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) };
}
