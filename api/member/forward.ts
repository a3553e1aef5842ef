import type { TLSSocket } from 'node:tls';
import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { buildConnector, Dispatcher } from 'undici';
import { createAgent } from '../../controller/http-client/index.js';
import { Problem } from '../../controller/problems/index.js';
import type { MemberController } from '../../controller/start/contract.js';
import type { NodeRecord } from '../../controller/storage/index.js';
import { callerHeader, signedCaller } from '../http/caller-address.js';

type Forwarding = Pick<MemberController, 'leader' | 'vault'>;

/** Returns a function that has a request answered by the node that leads. Call it before the body is read. */
export async function openForwarding(app: FastifyInstance, { leader, vault }: Forwarding) {
  const connections = new LeaderConnections(leader);
  app.addHook('onClose', () => connections.close());
  await app.register(replyFrom, {
    undici: connections,
    disableRequestLogging: true,
    // A caller knows whether a request may be repeated.
    retryMethods: [],
  });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const url = leader()?.url;
    if (url === undefined) throw leaderless();
    const { method, headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
    // The body passes through as it arrives.
    if (hasBody && method !== 'GET' && method !== 'HEAD') request.body = request.raw;
    await new Promise<void>((resolve, reject) => {
      reply.raw.once('close', resolve);
      reply.from(`${url}${request.raw.url}`, {
        queryString: () => (request.raw.url ?? '').split('?')[1] ?? '',
        rewriteRequestHeaders: (_request, headers) => ({
          ...headers,
          host: request.headers.host,
          'x-request-id': request.id,
          [callerHeader]: signedCaller(vault, request),
        }),
        // An answer that has begun ends with its connection.
        onError: (_reply, { error }) =>
          reply.raw.headersSent || reply.raw.destroyed ? resolve() : reject(leaderless(error)),
      });
    });
    // A connection that broke off counts as answered, too: no route takes the request.
    if (!reply.sent) reply.hijack();
    return reply;
  };
}

function leaderless(cause?: unknown): Problem {
  return new Problem(
    'standby',
    'The node that leads does not answer; another one takes over within seconds.',
    {
      cause,
    },
  );
}

/** How often the leader is looked at. */
const lookEveryMs = 250;

/**
 * Connections to the leader. Requests that wait for a leader end when another one has taken over, or the lease has ended: it may
 * be stopped, with its connections open.
 */
class LeaderConnections extends Dispatcher {
  readonly #timer: NodeJS.Timeout;
  #agent: Dispatcher;
  #known: NodeRecord | undefined;

  constructor(private readonly leader: MemberController['leader']) {
    super();
    this.#known = leader();
    this.#agent = this.#open();
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
  }

  override dispatch(...asked: Parameters<Dispatcher['dispatch']>): boolean {
    this.#look();
    return this.#agent.dispatch(...asked);
  }

  override async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#agent.destroy();
  }

  override destroy(): Promise<void> {
    return this.close();
  }

  #look(): void {
    const now = this.leader();
    if (now?.id === this.#known?.id && now?.url === this.#known?.url) return;
    this.#known = now;
    const before = this.#agent;
    this.#agent = this.#open();
    void before.destroy(new Error('The leader has changed'));
  }

  /** The certificate is for the name that callers use, so it is compared with the one that the leader noted in the database. */
  #open(): Dispatcher {
    // A resumed session would not show its certificate.
    const open = buildConnector({ rejectUnauthorized: false, maxCachedSessions: 0, timeout: 5_000 });
    return createAgent({
      // An answer takes as long as a call waits; a stream is silent for a while.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (options, done) => {
        open(options, (error, socket) => {
          if (error) return done(error, null);
          const shown = (socket as TLSSocket).getPeerX509Certificate?.()?.fingerprint256;
          if (shown === this.leader()?.fingerprint) return done(null, socket);
          socket.destroy();
          done(new Error('The certificate is not that of the leader'), null);
        });
      },
    });
  }
}
