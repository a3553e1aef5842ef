import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import type { Controller } from '../../controller/start/contract.js';
import { sendPage } from '../http/browser-pages.js';
import { toProblem } from '../http/problem-answers.js';
import { CallContext } from '../http/request-hooks.js';
import { page } from './page/page.js';
import { pageAssets } from './page/register.js';

export const graphQLRoutes = [
  { method: 'GET', path: '/graphql' },
  { method: 'POST', path: '/graphql' },
  pageAssets,
] as const;

/**
 * Serves GraphQL over HTTP at `/graphql` to authenticated callers. A browser that asks for a page gets GraphiQL, which
 * needs no credential; its queries do.
 * @param closing aborts when the service stops
 */
export function registerGraphQL(app: FastifyInstance, controller: Controller, closing: AbortSignal): void {
  const { QueryDepth: depth, QueryCost: cost } = controller.settings.Limits;
  let service: Promise<import('./service.js').GraphQLService> | undefined;
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // The library is loaded with the first request: most services never get one.
    service ??= import('./service.js').then(({ GraphQLService }) => new GraphQLService({ depth, cost }));
    const answered = await (await service).answer(request, {
      context: () => new CallContext(controller, reply, closing, 'graphql'),
      explain: (error) => toProblem(error, request),
      mask: controller.vault.maskJson,
    });
    return reply.code(answered.status).headers(answered.headers).send(answered.body);
  };
  app.get('/graphql', { config: { credential: 'optional' } }, (request, reply) => {
    if (wantsPage(request)) return sendPage(reply, page);
    if (!request.caller) throw new Problem('unauthenticated', 'The request carries no credential');
    return answer(request, reply);
  });
  app.post('/graphql', { config: { bodyTypes: ['application/json'] } }, answer);
}

function wantsPage({ headers, query }: FastifyRequest): boolean {
  const isQuery = Object.hasOwn(query as object, 'query');
  return !isQuery && (headers.accept ?? '').includes('text/html');
}
