import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    leaving: Leaving;
  }
}

interface Leaving {
  /** True while requests are still answered, and their senders are to turn to other nodes. */
  readonly hasBegun: boolean;
  begin(): void;
}

/**
 * Lets the app leave before it closes: `/readyz` says so, which load balancers and other nodes see within a second, and each
 * answer ends its connection, so that none is in use when the app closes.
 */
export function useLeaving(app: FastifyInstance): void {
  const leaving = {
    hasBegun: false,
    begin() {
      leaving.hasBegun = true;
    },
  };
  app.decorate('leaving', leaving);
  app.addHook('onRequest', (_request, reply, done) => {
    if (leaving.hasBegun) reply.header('connection', 'close');
    done();
  });
}
