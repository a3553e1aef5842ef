import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Controller } from '../controller/contract.js';
import type { TraceContext } from '../controller/runs/contract.js';
import { traceParentOf } from './trace-parent.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span that what the request starts is part of. */
    trace: TraceContext | undefined;
    /** The span of the request itself, where requests are traced. */
    span: { parent: TraceContext | undefined; start: number } | undefined;
  }
}

/** Reads which trace each request is part of; where traces are wanted, each is a span of it. */
export function useTraces(app: FastifyInstance, { traces }: Controller): void {
  app.decorateRequest('trace');
  app.decorateRequest('span');
  app.addHook('onRequest', (request, _reply, done) => {
    const parent = traceParentOf(request.headers);
    request.trace = parent;
    if (traces) {
      const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
      const spanId = randomBytes(8).toString('hex');
      request.trace = { sampled: true, ...parent, traceId, spanId };
      request.span = { parent, start: Date.now() };
    }
    done();
  });
  if (!traces) return;
  app.addHook('onResponse', (request, reply, done) => {
    const { span, trace, method, routeOptions, id } = request;
    if (span && trace?.sampled) {
      const { statusCode } = reply;
      const route = routeOptions.url ?? '';
      traces.add([
        {
          traceId: trace.traceId,
          spanId: trace.spanId,
          ...(span.parent ? { parentSpanId: span.parent.spanId } : {}),
          kind: 'server',
          name: route === '' ? method : `${method} ${route}`,
          start: span.start,
          end: Date.now(),
          attributes: {
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': statusCode,
            'svc.request.id': id,
          },
          ...(statusCode >= 500 ? { error: `HTTP ${statusCode}` } : {}),
        },
      ]);
    }
    done();
  });
}
