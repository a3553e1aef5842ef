import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Result } from '../shared/operation.js';
import { platformPath, type Route, route } from '../shared/route.js';
import { listErrors, readError } from './operations.js';

/** Leads a browser to the page of the manual, relative to this address: a proxy may put a path before it. */
function showPage(request: FastifyRequest, reply: FastifyReply, { value }: Result): boolean {
  reply.header('vary', 'Accept');
  if (!(request.headers.accept ?? '').includes('text/html')) return false;
  const { manual } = value as unknown as { manual: string };
  reply.redirect(`../../../..${manual}`, 303);
  return true;
}

export const errorRoutes: readonly Route[] = [
  route('GET', `${platformPath}/errors`, listErrors, { credential: 'none' }),
  route('GET', `${platformPath}/errors/:code`, readError, { credential: 'none', respond: showPage }),
];
