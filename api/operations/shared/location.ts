import type { FastifyReply } from 'fastify';

/** Sets `Location` to a path of this service, as callers see it. */
export function setLocation(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('location', reply.server.basePath + path);
}
