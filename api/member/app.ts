import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { JoinedSignal } from '../../controller/concurrency/signals.js';
import type { MemberController } from '../../controller/start/contract.js';
import { LeaderNeeded } from '../../controller/start/leader-needed.js';
import type { Holder } from '../../controller/storage/index.js';
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

/** The longest wait for callers to make the last requests of their connections, each of which its answer ends. */
const maxLastRequestsMs = 1_000;
/** The longest wait for the answers of this process before it takes another role. */
const maxAnswersMs = 1_000;

interface MemberApp {
  app: FastifyInstance;
  /**
   * Ends the work of the member, which may stop once this resolves: its own requests have been answered. Those that wait for a leader go
   * on to wait, and the app closes after the last one.
   */
  handOver(): Promise<void>;
}

interface MemberAppOptions {
  /** True where this process has served before, in another role. */
  hasServed?: boolean;
  /** The leader, as this process knows it, also once it has another role; by default as the member knows it. */
  findLeader?(): Holder | undefined;
}

/**
 * The service's protocols over a member: starts of flows that need nothing but the flow, and reads that need nothing but what each node
 * has, are answered here, all other requests by the leader. Does not listen.
 */
export async function buildMemberApp(
  member: MemberController,
  log: FastifyBaseLogger,
  { hasServed = false, findLeader = member.leader }: MemberAppOptions = {},
): Promise<MemberApp> {
  const { version, view: controller } = member;
  const { production } = member.branches;
  const times: RequestTimes = { seconds: undefined };
  const {
    app,
    closing: appClosing,
    connections,
  } = createHttpApp({
    controller: member,
    log,
    times,
    headersTimeoutMs: 20_000,
    bodyTimeoutMs: 60_000,
    latestCloseMs: 1_000,
    toHints: (problem) => toHints(problem, { writeCall: requestText, production }),
  });
  const closing = new JoinedSignal(appClosing);
  const forward = await openForwarding(app, { member, findLeader, hasServed });
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
  /** Waits until the connections that are open wait for a leader, all of them, or not in time. */
  const othersEnded = async (maxMs: number): Promise<void> => {
    const deadline = performance.now() + maxMs;
    while (connections.count > forward.count && performance.now() < deadline) await sleep(10);
  };
  return {
    app,
    async handOver() {
      app.leaving.endConnections();
      await othersEnded(maxLastRequestsMs);
      // Requests that still arrive over a connection wait for the next leader.
      own.end();
      closing.abort();
      connections.closeIdle();
      await othersEnded(maxAnswersMs);
      connections
        .empty()
        .then(() => app.close())
        .catch((err: unknown) => log.warn({ err }, 'a member that has another role now did not close'));
    },
  };
}
