import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Controller } from '../controller/contract.js';
import { Problem } from '../controller/problems/index.js';
import { useAuthentication } from './auth/authenticate.js';
import { frontRoutes, registerFront } from './browser-pages.js';
import { answerClientError } from './client-errors.js';
import { registerPage } from './graphql/page/register.js';
import { graphQLRoutes, registerGraphQL } from './graphql/register.js';
import { healthRoutes, registerHealth } from './health.js';
import { mcpRoutes, registerMcp, registerResourceMetadata } from './mcp/register.js';
import { metricsRoute, RequestMetrics, registerMetrics } from './metrics.js';
import { documentationRoutes, registerDocumentation } from './openapi/register.js';
import { sendProblem, toProblem } from './problem-answers.js';
import { requestIds } from './request-id.js';
import { useTraces } from './request-spans.js';
import { takeBodies } from './rest/bodies.js';
import { registerRest } from './rest/register.js';
import { routes } from './rest/routes/index.js';
import { useSerialization } from './rest/serialization.js';
import { refuseUnknown, routerOptions } from './rest/unknown-requests.js';
import { useValidation } from './rest/validation.js';
import { passOverLargeBodies, refuseSlowBodies } from './unread-bodies.js';
import { closeUnusedConnections } from './unused-connections.js';
import { registerGitSync } from './webhooks/git-sync.js';
import { gitSyncRoute } from './webhooks/git-sync-route.js';

export interface AppOptions {
  controller: Controller;
  log: FastifyBaseLogger;
  /** How long an event stream may be silent before a comment is sent; 15 seconds unless said. */
  heartbeatMs?: number;
  /** How long a body may take to arrive; a minute unless said. */
  bodyTimeoutMs?: number;
  /** How long answers under way may take once the service stops; 5 seconds unless said. */
  latestCloseMs?: number;
}

/** The service's HTTP surface over a controller. Does not listen, and leaves the controller to its owner. */
export function buildApp({
  controller,
  log,
  heartbeatMs = 15_000,
  bodyTimeoutMs = 60_000,
  latestCloseMs = 5_000,
}: AppOptions): FastifyInstance {
  const { Limits, Server } = controller.settings;
  const nextId = requestIds();
  const closing = new AbortController();
  const problems = { baseUrl: Server.BaseUrl, maskJsonText: controller.vault.maskJsonText };
  const app = Fastify({
    loggerInstance: log,
    // The id is logged where something is worth logging; a child logger per request costs more than a short run.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextId,
    bodyLimit: Limits.RequestBody,
    ...(Server.TrustedProxies.length > 0 ? { trustProxy: Server.TrustedProxies } : {}),
    return503OnClosing: false,
    routerOptions,
    frameworkErrors: (error, request, reply) =>
      sendProblem(toProblem(error, request), request, reply, problems),
    clientErrorHandler: (error, socket) => answerClientError(error, socket, nextId()),
  });
  const requests = new RequestMetrics();
  requests.watch(app);
  useValidation(app);
  useSerialization(app);
  refuseSlowBodies(app, bodyTimeoutMs);
  passOverLargeBodies(app, bodyTimeoutMs);
  takeBodies(app);
  app.setErrorHandler((error, request, reply) =>
    sendProblem(toProblem(error, request), request, reply, problems),
  );
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done(closing.signal.aborted ? new Problem('shutting_down', 'The service is shutting down') : undefined);
  });
  useTraces(app, controller);
  refuseUnknown(app, [
    ...routes,
    ...healthRoutes,
    ...frontRoutes,
    ...documentationRoutes,
    ...graphQLRoutes,
    ...mcpRoutes,
    gitSyncRoute,
    metricsRoute,
  ]);
  // Open streams and waiting calls end first; else closing would wait for the runs they wait for.
  app.addHook('preClose', (done) => {
    closing.abort();
    // Whoever keeps a connection open does not keep the service from stopping.
    const late = setTimeout(() => app.server.closeAllConnections(), latestCloseMs).unref();
    app.server.once('close', () => clearTimeout(late));
    done();
  });
  closeUnusedConnections(app);
  registerHealth(app, controller);
  registerGitSync(app, controller);
  registerFront(app, documentationRoutes[1].path);
  registerDocumentation(app, {
    bindings: [...routes, gitSyncRoute],
    version: controller.version,
    baseUrl: Server.BaseUrl,
  });
  registerPage(app);
  registerResourceMetadata(app, controller);
  app.register(async (rest) => {
    useAuthentication(rest, controller);
    registerRest(rest, routes, { controller, closing: closing.signal, heartbeatMs });
    registerGraphQL(rest, { controller, closing: closing.signal });
    await registerMetrics(rest, controller, requests);
    rest.register(async (mcp) => registerMcp(mcp, { controller, closing: closing.signal }));
  });
  return app;
}
