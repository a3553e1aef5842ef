import type { FastifyInstance, FastifyReply } from 'fastify';

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
  const mark = (reply: FastifyReply): void => {
    if (endsConnections) reply.header('connection', 'close');
  };
  // Streams are sent past the hook before an answer.
  app.addHook('onRequest', (_request, reply, done) => {
    mark(reply);
    done();
  });
  // A request that waited was made before the end began.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    mark(reply);
    done();
  });
}
