import type { FastifyRequest } from 'fastify';

/** Tells whether a token for an address is for the route of a request too: the address itself, and what is below. */
export function isFor(audience: string, request: FastifyRequest): boolean {
  const route = `${request.server.getBase(request)}${request.routeOptions.url ?? request.url}`;
  return route === audience || route.startsWith(`${audience}/`);
}
