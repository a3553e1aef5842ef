import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wholeTurn } from '../../controller/concurrency/loop-turn.js';
import type { Abortable } from '../../controller/concurrency/signals.js';
import { Problem } from '../../controller/problems/index.js';
import type { Controller } from '../../controller/start/contract.js';
import { withoutLeader } from '../../controller/start/leader-needed.js';
import { sendPage } from '../http/browser-pages.js';
import { sendEventStream } from '../http/event-stream.js';
import { toProblem } from '../http/problem-answers.js';
import { CallContext } from '../http/request-hooks.js';
import { getPage } from './page/page.js';
import { pageAssets } from './page/register.js';

export const graphQLRoutes = [
  { method: 'GET', path: '/graphql' },
  { method: 'POST', path: '/graphql' },
  pageAssets,
] as const;

export interface GraphQLOptions {
  controller: Controller;
  /** Aborts when the service stops. */
  closing: Abortable;
  /** Silence on an event stream before a comment is sent. */
  heartbeatMs: number;
}

/**
 * Serves GraphQL over HTTP at `/graphql` to authenticated callers. A browser that asks for a page gets GraphiQL, which
 * needs no credential; its queries do. A client that accepts only server-sent events gets the results as such.
 */
export function registerGraphQL(
  app: FastifyInstance,
  { controller, closing, heartbeatMs }: GraphQLOptions,
): void {
  const { QueryDepth: depth, QueryCost: cost, Subscriptions: subscriptions } = controller.settings.Limits;
  let loaded: Promise<import('./service.js').GraphQLService> | undefined;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    loaded ??= loadService({ depth, cost, subscriptions }, controller.branches.production);
    const service = await loaded;
    const parts = {
      context: () => new CallContext(controller, reply, closing, 'graphql', service.writeCall),
      explain: (error: unknown) => toProblem(error, request),
      mask: controller.vault.maskJson,
    };
    const takes = accepted(request);
    if (takes.events && (!takes.json || (await service.isSubscription(request))))
      return sendEventStream(reply, service.events(request, parts), heartbeatMs);
    const work = () => service.answer(request, parts);
    const answered = await (controller.isMember ? withoutLeader(work) : work());
    return reply.code(answered.status).headers(answered.headers).send(answered.body);
  };
  app.get('/graphql', { config: { credential: 'optional' } }, (request, reply) => {
    if (wantsPage(request)) return sendPage(reply, getPage(app.basePath));
    if (!request.caller) throw new Problem('unauthenticated', 'The request carries no credential');
    return answer(request, reply);
  });
  app.post('/graphql', { config: { bodyTypes: ['application/json'] } }, answer);
}

/**
 * Loads the library with the first request: most services never get one. Each part takes 50 ms, so each has a turn of the
 * event loop of its own.
 */
async function loadService(
  limits: ConstructorParameters<typeof import('./service.js').GraphQLService>[0],
  production: string,
): Promise<import('./service.js').GraphQLService> {
  await import('graphql');
  await wholeTurn();
  const { GraphQLService } = await import('./service.js');
  await wholeTurn();
  return new GraphQLService(limits, production);
}

/** Some clients accept every form of answer in each request. */
function accepted({ headers: { accept = '*/*' } }: FastifyRequest): { events: boolean; json: boolean } {
  return { events: /\btext\/event-stream\b/i.test(accept), json: /json|\*/i.test(accept) };
}

function wantsPage({ headers, query }: FastifyRequest): boolean {
  const isQuery = Object.hasOwn(query as object, 'query') || Object.hasOwn(query as object, 'extensions');
  return !isQuery && (headers.accept ?? '').includes('text/html');
}
