import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { MemberController } from '../../controller/start/contract.js';
import { LeaderNeeded } from '../../controller/start/leader-needed.js';
import { useAuthentication } from '../auth/authenticate.js';
import { registerPage } from '../graphql/page/register.js';
import { registerGraphQL } from '../graphql/register.js';
import { createHttpApp } from '../http/app.js';
import { registerFront } from '../http/browser-pages.js';
import { registerHealth, registerMetrics } from '../http/monitoring.js';
import type { RequestTimes } from '../http/request-hooks.js';
import { openBuiltManual, registerManual } from '../manual/register.js';
import { registerMcp } from '../mcp/register.js';
import { registerDocumentation } from '../openapi/register.js';
import { toHints } from '../operations/hinted-calls.js';
import { routes } from '../operations/registry.js';
import { requestText } from '../rest/call-text.js';
import { registerRest } from '../rest/register.js';
import { useSerialization, useValidation } from '../rest/schemas.js';
import { openForwarding } from './forward.js';
import { getReadBody, OwnRequests } from './own-requests.js';

/**
 * The service's protocols over a member: starts of flows that need nothing but the flow, and reads that need nothing but what each node
 * has, are answered here, all other requests by the leader. Does not listen.
 * @param hasServed true where this process has served before, in another role
 */
export async function buildMemberApp(
  member: MemberController,
  log: FastifyBaseLogger,
  hasServed = false,
): Promise<FastifyInstance> {
  const { version, view: controller } = member;
  const { production } = member.branches;
  const times: RequestTimes = { seconds: undefined };
  const { app, closing } = createHttpApp({
    controller: member,
    log,
    times,
    headersTimeoutMs: 20_000,
    bodyTimeoutMs: 60_000,
    latestCloseMs: 1_000,
    toHints: (problem) => toHints(problem, { writeCall: requestText, production }),
  });
  const forward = await openForwarding(app, member, hasServed);
  const own = new OwnRequests(member, forward);
  app.addHook('onRequest', (request, reply) => own.passOthers(request, reply));
  useValidation(app);
  useSerialization(app);
  const readiness = () => [...member.readiness(), forward.refusal() ?? []].flat();
  registerHealth(app, { version, readiness }, 'member');
  registerFront(app);
  registerDocumentation(app, { version, baseUrl: member.settings.Server.BaseUrl });
  registerManual(app, openBuiltManual);
  registerPage(app);
  app.register(async (scope) => {
    useAuthentication(scope, controller);
    scope.setErrorHandler((error, request, reply) => {
      if (!(error instanceof LeaderNeeded)) throw error;
      const body = getReadBody(request);
      // The start of a run is not repeated elsewhere, whatever it has met.
      if (body === undefined) throw new Error('A start has come to need the leader', { cause: error });
      return forward.pass(request, reply, body);
    });
    const served = routes.filter(({ operation }) => operation.atMembers !== undefined);
    const options = { controller, closing, heartbeatMs: 15_000 };
    registerRest(scope, served, options);
    registerGraphQL(scope, options);
    await registerMetrics(scope, member, times);
    scope.register(async (mcp) => registerMcp(mcp, { controller, closing, manual: openBuiltManual }));
  });
  return app;
}
