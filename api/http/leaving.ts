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
  /** Has each answer end its connection: another app of this process takes the next ones. */
  endConnections(): void;
}

/**
 * Lets the app leave before it closes: `/readyz` says so, which load balancers and other nodes see within a second, and each
 * answer ends its connection, so that none is in use when the app closes.
 */
export function useLeaving(app: FastifyInstance): void {
  let endsConnections = false;
  const leaving = {
    hasBegun: false,
    begin() {
      leaving.hasBegun = true;
      endsConnections = true;
    },
    endConnections() {
      endsConnections = true;
    },
  };
  app.decorate('leaving', leaving);
  // When the answer is sent: a request that waited was made before.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (endsConnections) reply.header('connection', 'close');
    done();
  });
}
