import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Controller } from '../../controller/start/contract.js';
import { useRefusals } from '../auth/refusals.js';
import { basePathCutter, useSite } from './base-path.js';
import { passOverLargeBodies, refuseSlowBodies, takeBodies } from './bodies.js';
import { trustNodes } from './caller-address.js';
import { useHostCheck } from './host-check.js';
import { useLeaving } from './leaving.js';
import { followConnections } from './open-connections.js';
import { countStreams } from './open-streams.js';
import {
  answerClientError,
  answerExpectations,
  type ProblemAnswerOptions,
  sendProblem,
  toProblem,
} from './problem-answers.js';
import { type RequestTimes, requestIds, useRequestHooks } from './request-hooks.js';
import { followCertificate, secureContext, useStrictTransport } from './tls.js';

export interface HttpAppOptions {
  controller: Pick<Controller, 'certificate' | 'settings' | 'vault' | 'traces'>;
  log: FastifyBaseLogger;
  times: RequestTimes;
  headersTimeoutMs: number;
  bodyTimeoutMs: number;
  latestCloseMs: number;
  toHints?: ProblemAnswerOptions['toHints'];
}

/** How paths are read, by Fastify and by the router of unknown requests. */
export const routerOptions = { maxParamLength: 512, ignoreTrailingSlash: true };

/**
 * Makes a Fastify app that identifies, times and traces requests, takes JSON, and answers errors as problems. `closing`
 * aborts when the service stops.
 */
export function createHttpApp(options: HttpAppOptions) {
  const { controller, log, times, headersTimeoutMs, bodyTimeoutMs, latestCloseMs, toHints } = options;
  const { certificate, settings } = controller;
  const { Limits, Server } = settings;
  const { BasePath = '' } = Server;
  const nextId = requestIds();
  const problems = { baseUrl: Server.BaseUrl, maskJsonText: controller.vault.maskJsonText, toHints };
  const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(toProblem(error, request), request, reply, problems);
  const timeouts = {
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: headersTimeoutMs / 4,
    // Node would answer without a body; `useHostCheck` answers with a problem.
    requireHostHeader: false,
  };
  const app = Fastify({
    loggerInstance: log,
    // Log lines carry the id themselves; a child logger per request costs more than a short run.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextId,
    bodyLimit: Limits.RequestBody,
    ...(Server.TrustedProxies.length > 0 ? { trustProxy: Server.TrustedProxies } : {}),
    ...(BasePath === '' ? {} : { rewriteUrl: basePathCutter(BasePath) }),
    ...(certificate
      ? {
          https: {
            ...timeouts,
            ...secureContext(certificate.current, Server),
            handshakeTimeout: headersTimeoutMs,
          },
        }
      : { http: timeouts }),
    return503OnClosing: false,
    routerOptions,
    frameworkErrors: answer,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, nextId()),
  });
  app.setErrorHandler(answer);
  useLeaving(app);
  useRefusals(app);
  countStreams(app, controller.settings.Limits.Streams);
  useSite(app, Server);
  followCertificate(app, controller);
  const connections = followConnections(app, latestCloseMs, nextId);
  const { closing } = connections;
  useRequestHooks(app, controller, times, closing);
  useHostCheck(app);
  answerExpectations(app.server, nextId);
  trustNodes(app, controller);
  useStrictTransport(app, controller);
  refuseSlowBodies(app, bodyTimeoutMs);
  passOverLargeBodies(app, bodyTimeoutMs);
  takeBodies(app);
  return { app, closing, connections };
}
