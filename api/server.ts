import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Controller } from '../controller/start/contract.js';
import { useAuthentication } from './auth/authenticate.js';
import { linkRoutes } from './forms/link-routes.js';
import { registerForms } from './forms/register.js';
import { registerPage } from './graphql/page/register.js';
import { graphQLRoutes, registerGraphQL } from './graphql/register.js';
import { createHttpApp } from './http/app.js';
import { frontRoutes, registerFront } from './http/browser-pages.js';
import { consoleRoutes } from './http/console-files.js';
import { useLease } from './http/lease.js';
import { healthRoutes, metricsRoute, registerHealth, registerMetrics } from './http/monitoring.js';
import type { RequestTimes } from './http/request-hooks.js';
import type { Manual } from './manual/manual.js';
import { manualRoutes, openBuiltManual, registerManual } from './manual/register.js';
import { mcpRoutes, registerMcp, registerResourceMetadata } from './mcp/register.js';
import { oauthRoutes, registerOAuth } from './oauth/register.js';
import { documentationRoutes, registerDocumentation } from './openapi/register.js';
import { consentPageRoutes } from './operations/consents/routes.js';
import { toHints } from './operations/hinted-calls.js';
import { routes } from './operations/registry.js';
import { oidcRoutes, signInRoutes } from './operations/sign-in/routes.js';
import { requestText } from './rest/call-text.js';
import { registerRest } from './rest/register.js';
import { refuseUnknown, useSerialization, useValidation } from './rest/schemas.js';
import { registerGitSync } from './webhooks/git-sync.js';
import { gitSyncRoute } from './webhooks/git-sync-route.js';
import { hookCheckRoute, hookRoute } from './webhooks/hook-route.js';
import { registerHooks } from './webhooks/hooks.js';

export interface AppOptions {
  controller: Controller;
  log: FastifyBaseLogger;
  /** Silence on an event stream before a comment is sent; 15 seconds by default. */
  heartbeatMs?: number;
  /** Time for the headers of a request to arrive, also of the first one on a connection; 20 seconds by default. */
  headersTimeoutMs?: number;
  /** Time for a body to arrive; a minute by default. */
  bodyTimeoutMs?: number;
  /** Time for answers under way to end once the service stops; 5 seconds by default. */
  latestCloseMs?: number;
  /** Opens the manual; by default the one that the build has made. */
  manual?: () => Promise<Manual>;
  /** The folder of the built console; by default the one that the build has made. */
  consoleFolder?: string;
}

/** Every route that is no operation's. */
const otherRoutes = [
  ...healthRoutes,
  ...frontRoutes,
  ...consoleRoutes,
  ...signInRoutes,
  ...oidcRoutes,
  ...consentPageRoutes,
  ...documentationRoutes,
  ...manualRoutes,
  ...graphQLRoutes,
  ...mcpRoutes,
  ...oauthRoutes,
  gitSyncRoute,
  hookRoute,
  hookCheckRoute,
  ...linkRoutes,
  metricsRoute,
];

/** The service's protocols over a controller. Does not listen, and leaves the controller to its owner. */
export function buildApp({
  controller,
  log,
  heartbeatMs = 15_000,
  headersTimeoutMs = 20_000,
  bodyTimeoutMs = 60_000,
  latestCloseMs = 5_000,
  manual = openBuiltManual,
  consoleFolder,
}: AppOptions): FastifyInstance {
  const times: RequestTimes = { seconds: undefined };
  const { app, closing } = createHttpApp({
    controller,
    log,
    times,
    headersTimeoutMs,
    bodyTimeoutMs,
    latestCloseMs,
    toHints: (problem) =>
      toHints(problem, { writeCall: requestText, production: controller.branches.production }),
  });
  useLease(app, controller.lease);
  useValidation(app);
  useSerialization(app);
  refuseUnknown(app, [...routes, ...otherRoutes]);
  registerHealth(app, controller, 'leader');
  registerGitSync(app, controller);
  registerHooks(app, controller);
  registerFront(app, consoleFolder);
  registerDocumentation(app, {
    version: controller.version,
    baseUrl: controller.settings.Server.BaseUrl,
  });
  registerManual(app, manual);
  registerPage(app);
  registerResourceMetadata(app, controller);
  app.register(async (scope) => {
    useAuthentication(scope, controller);
    registerForms(scope, controller);
    registerOAuth(scope, { controller, closing });
    registerRest(scope, [...routes, ...signInRoutes, ...oidcRoutes, ...consentPageRoutes], {
      controller,
      closing,
      heartbeatMs,
    });
    registerGraphQL(scope, { controller, closing, heartbeatMs });
    await registerMetrics(scope, controller, times);
    scope.register(async (mcp) => registerMcp(mcp, { controller, closing, manual }));
  });
  return app;
}
