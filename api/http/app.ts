import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Controller } from '../../controller/start/contract.js';
import { passOverLargeBodies, refuseSlowBodies, takeBodies } from './bodies.js';
import { answerClientError, sendProblem, toProblem } from './problem-answers.js';
import { type RequestTimes, requestIds, useRequestHooks } from './request-hooks.js';

export interface HttpAppOptions {
  controller: Controller;
  log: FastifyBaseLogger;
  times: RequestTimes;
  headersTimeoutMs: number;
  bodyTimeoutMs: number;
  latestCloseMs: number;
}

/** Most connections that have not sent a complete request yet; beyond it, the oldest is closed. */
const mostUnused = 1_000;

/** How paths are read, by Fastify and by the router of unknown requests. */
export const routerOptions = { maxParamLength: 512, ignoreTrailingSlash: true };

/**
 * Makes a Fastify app that identifies, times and traces requests, takes JSON, and answers errors as problems. `closing`
 * aborts when the service stops.
 */
export function createHttpApp(options: HttpAppOptions) {
  const { controller, log, times, headersTimeoutMs, bodyTimeoutMs, latestCloseMs } = options;
  const { Limits, Server } = controller.settings;
  const nextId = requestIds();
  const problems = { baseUrl: Server.BaseUrl, maskJsonText: controller.vault.maskJsonText };
  const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(toProblem(error, request), request, reply, problems);
  const app = Fastify({
    loggerInstance: log,
    // Log lines carry the id themselves; a child logger per request costs more than a short run.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextId,
    bodyLimit: Limits.RequestBody,
    ...(Server.TrustedProxies.length > 0 ? { trustProxy: Server.TrustedProxies } : {}),
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: headersTimeoutMs / 4 },
    return503OnClosing: false,
    routerOptions,
    frameworkErrors: answer,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, nextId()),
  });
  app.setErrorHandler(answer);
  const closing = closingOf(app, latestCloseMs);
  useRequestHooks(app, controller, times, closing);
  refuseSlowBodies(app, bodyTimeoutMs);
  passOverLargeBodies(app, bodyTimeoutMs);
  takeBodies(app);
  return { app, closing };
}

/**
 * Returns a signal that aborts when the app closes, so that open streams and waiting calls end before the server waits for
 * them. Closes connections that would keep the service from stopping.
 */
function closingOf(app: FastifyInstance, latestCloseMs: number): AbortSignal {
  const closing = new AbortController();
  const open = new Set<Socket>();
  const unused = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    unused.add(socket);
    for (const oldest of unused) {
      if (unused.size <= mostUnused) break;
      unused.delete(oldest);
      oldest.destroy();
    }
    socket.once('close', () => {
      open.delete(socket);
      unused.delete(socket);
    });
  });
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket));
  app.addHook('preClose', (done) => {
    closing.abort();
    const late = setTimeout(() => app.server.closeAllConnections(), latestCloseMs).unref();
    app.server.once('close', () => clearTimeout(late));
    // Browsers and pools open connections in advance, and Node waits for a first request on each.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    done();
  });
  return closing.signal;
}
