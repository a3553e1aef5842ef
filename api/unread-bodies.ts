import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../controller/problems/index.js';

/**
 * Bodies that trickle in hold a connection and what was read of them: one that is not whole in time is answered 408, and
 * its connection closed. Routes that take what arrives as it comes (`streamed`) see to that themselves.
 */
export function refuseSlowBodies(app: FastifyInstance, limitMs: number): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (hasBody(request.headers) && !request.routeOptions.config.streamed) {
      const late = setTimeout(() => {
        reply.header('connection', 'close');
        const seconds = Math.ceil(limitMs / 1000);
        payload.emit('error', new Problem('request_timeout', `The body was not whole within ${seconds} s`));
      }, limitMs);
      // A body that nobody reads has no end; its answer does. And it keeps no process that is done.
      late.unref();
      const settle = () => clearTimeout(late);
      reply.raw.once('finish', settle).once('close', settle);
      payload.once('end', settle).once('error', settle).once('close', settle);
    }
    done(null, payload);
  });
}

/**
 * The answer to a body that is too large reaches who is still sending: what comes is passed over, for this long at most. A
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

/** Whether a body is announced (RFC 9112, section 6). */
function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}
