import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { Controller, MemberController } from '../../controller/start/contract.js';
import { useAuthentication } from '../auth/authenticate.js';
import { findCookie } from '../auth/session-cookie.js';
import { createHttpApp } from '../http/app.js';
import { healthRoutes, metricsRoute, registerHealth, registerMetrics } from '../http/monitoring.js';
import type { RequestTimes } from '../http/request-hooks.js';
import { routes } from '../operations/registry.js';
import { registerRest } from '../rest/register.js';
import { useSerialization, useValidation } from '../rest/schemas.js';
import { openForwarding } from './forward.js';

/** The operations that a member performs itself, where it can. */
const performed: ReadonlySet<string> = new Set(['run-flow', 'serve-flow']);

/** The paths at which each node answers about itself. */
const ownPaths: ReadonlySet<string | undefined> = new Set([
  ...healthRoutes.map(({ path }) => path),
  metricsRoute.path,
]);

/**
 * The service's protocols over a member: starts of flows that need nothing but the flow are answered here, all other
 * requests by the leader. Does not listen.
 * @param hasServed true where this process has served before, in another role
 */
export async function buildMemberApp(
  member: MemberController,
  log: FastifyBaseLogger,
  hasServed = false,
): Promise<FastifyInstance> {
  const times: RequestTimes = { seconds: undefined };
  const limits = { headersTimeoutMs: 20_000, bodyTimeoutMs: 60_000, latestCloseMs: 1_000 };
  const { app, closing } = createHttpApp({ controller: member, log, times, ...limits });
  const forward = await openForwarding(app, member, hasServed);
  const starts = routes.filter(({ operation }) => performed.has(operation.name));
  const startPaths: ReadonlySet<string | undefined> = new Set(starts.map(({ path }) => path));
  app.addHook('onRequest', async (request, reply) => {
    const { url } = request.routeOptions;
    if (request.is404 || !ownPaths.has(url)) {
      const isStart = !request.is404 && startPaths.has(url);
      if (!isStart || !(await mayStart(member, request))) return forward.pass(request, reply);
    }
    return undefined;
  });
  useValidation(app);
  useSerialization(app);
  const { version } = member;
  const readiness = () => [...member.readiness(), forward.refusal() ?? []].flat();
  registerHealth(app, { version, readiness }, 'member');
  // The operations above use no part of the controller that a member lacks.
  const controller = member as unknown as Controller;
  app.register(async (scope) => {
    useAuthentication(scope, controller);
    registerRest(scope, starts, { controller, closing, heartbeatMs: 15_000 });
    await registerMetrics(scope, controller, times);
  });
  return app;
}

/** The holder of a share link may start a flow a number of times, which the leader counts, as it knows the browsers at the console. */
async function mayStart(member: MemberController, request: FastifyRequest): Promise<boolean> {
  const { headers, query, params } = request;
  const { env, share } = query as { env?: string; share?: string };
  if (share !== undefined || headers['x-share-token'] !== undefined) return false;
  // The leader knows the sessions of browsers.
  if (findCookie('svc_session', request) !== undefined) return false;
  const { branch, flow } = params as { branch: string; flow: string };
  return member.mayStart(branch, { flow, environment: env });
}
