import type { FastifyInstance } from 'fastify';
import { Problem } from '../../controller/problems/index.js';

/** A host with or without a port (RFC 9110, 7.2). */
const hostForm = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i;

/** Refuses requests of HTTP/1.1 without a `Host`, with several, or with one that is none (RFC 9112, 3.2). */
export function useHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    const count = raw.rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;
    const { host } = raw.headers;
    if (host === undefined && raw.httpVersion === '1.0') return done();
    if (count <= 1 && host !== undefined && hostForm.test(host)) return done();
    const detail =
      host === undefined
        ? 'The header `Host` is missing'
        : count > 1
          ? 'The request has several headers `Host`'
          : 'The header `Host` is no host';
    const hints = ['Send one header `Host` with the name, and perhaps the port, of the address.'];
    done(new Problem('request_invalid', detail, { hints }));
  });
}
