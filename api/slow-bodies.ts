import type { FastifyInstance } from 'fastify';
import { Problem } from '../controller/problems/index.js';

/**
 * Bodies that trickle in hold a connection and what was read of them: one that is not whole in time is answered 408, and
 * its connection closed. Routes that take what arrives as it comes (`streamed`) see to that themselves.
 */
export function refuseSlowBodies(app: FastifyInstance, limitMs: number): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (!request.routeOptions.config.streamed) {
      const late = setTimeout(() => {
        reply.header('connection', 'close');
        const seconds = Math.ceil(limitMs / 1000);
        payload.emit('error', new Problem('request_timeout', `The body was not whole within ${seconds} s`));
      }, limitMs);
      // A body that nobody reads has no end; its answer does. And it does not keep a process that is done.
      late.unref();
      const settle = () => clearTimeout(late);
      reply.raw.once('finish', settle).once('close', settle);
      payload.once('end', settle).once('error', settle).once('close', settle);
    }
    done(null, payload);
  });
}
