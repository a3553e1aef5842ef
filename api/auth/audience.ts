import type { FastifyRequest } from 'fastify';
import { getBase } from '../http/base-path.js';

/** Tells whether a token for an address is for the route of a request too: the address itself, and what is below. */
export function isFor(audience: string, request: FastifyRequest): boolean {
  const route = `${getBase(request)}${request.routeOptions.url ?? request.url}`;
  return route === audience || route.startsWith(`${audience}/`);
}
