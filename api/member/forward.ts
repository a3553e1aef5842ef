import { Readable } from 'node:stream';
import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LateSignal } from '../../controller/concurrency/signals.js';
import { Problem } from '../../controller/problems/index.js';
import type { MemberController } from '../../controller/start/contract.js';
import type { Holder } from '../../controller/storage/index.js';
import { callerHeader, isPassedOn, signedCaller } from '../http/caller-address.js';
import { askReadiness, isUnsent, LeaderConnections } from './leader-connections.js';
import { LeaderLink, type LeaderNode, leaderless } from './leader-link.js';

interface Forwarding {
  member: Pick<MemberController, 'vault' | 'settings'> & Partial<Pick<MemberController, 'isCurrent'>>;
  /** The leader, as this process knows it. */
  findLeader(): Holder | undefined;
  /** See `LeaderLink`. */
  hasServed?: boolean;
}

/** Passes requests on to the node that leads. */
export interface Forward {
  /**
   * Has a request answered by the leader. Call it before the body is read, or with the body: null for none. A request with a body that
   * was read has changed nothing. @throws Problem standby
   */
  pass(request: FastifyRequest, reply: FastifyReply, body?: string | null): Promise<FastifyReply>;
  /**
   * Has a read answered by the leader, without a wait for one that does not answer: returns false then, and nothing has been sent. Call it
   * before the body is read.
   */
  offer(request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
  /** See `LeaderLink.hasLeader`. */
  hasLeader(): boolean;
  /** The number of requests that wait for a leader, or for its answer. */
  readonly count: number;
  /** See `LeaderLink.refusal`. */
  refusal(): string | undefined;
}

export async function openForwarding(
  app: FastifyInstance,
  { member, findLeader, hasServed }: Forwarding,
): Promise<Forward> {
  const { vault, settings } = member;
  const connections = new LeaderConnections(findLeader);
  const { BasePath = '' } = settings.Server;
  let count = 0;
  const link = new LeaderLink({
    leader: findLeader,
    hasServed,
    servesReads: () => member.isCurrent === true,
    ask: ({ url }) => askReadiness(`${url}${BasePath}/readyz`, connections),
  });
  app.addHook('preClose', (done) => {
    link.close();
    done();
  });
  app.addHook('onClose', () => connections.close());
  await app.register(replyFrom, {
    undici: connections,
    disableRequestLogging: true,
    // Which requests may be sent again is decided below.
    retryMethods: [],
  });

  async function offer(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
    if (!link.hasLeader) return false;
    try {
      await give(request, reply, { repeats: false });
      return true;
    } catch (error) {
      if (reply.raw.headersSent || !(error instanceof Problem) || error.code !== 'standby') throw error;
      return false;
    }
  }

  async function pass(
    request: FastifyRequest,
    reply: FastifyReply,
    text?: string | null,
  ): Promise<FastifyReply> {
    await give(request, reply, { text, repeats: true });
    return reply;
  }

  async function give(
    request: FastifyRequest,
    reply: FastifyReply,
    { text, repeats }: { text?: string | null | undefined; repeats: boolean },
  ): Promise<void> {
    // A leader whose address leads to members would have requests go round for ever.
    if (isPassedOn({ vault }, request)) throw leaderless(new Error('Passed on twice'));
    const { method, headers } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const hasBody =
      text === undefined &&
      (headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0');
    // A body passes through as it arrives. It outlives a connection that was never made.
    const findBody = () =>
      hasBody && !isRead ? Readable.from(request.raw.iterator({ destroyOnReturn: false })) : undefined;
    const gone = new LateSignal();
    reply.raw.once('close', () => gone.abort(new Error('The caller has left')));
    count += 1;
    try {
      await link.give(
        gone,
        (receiver) => send(receiver, findBody()),
        (error) => repeats && !reply.raw.headersSent && (isRead || isUnsent(error)),
      );
    } finally {
      count -= 1;
    }
    // A connection that broke off counts as answered, too: no route takes the request.
    if (!reply.sent) reply.hijack();

    /** Resolves with the end of the answer, or of the connection. @throws Problem standby where no answer has begun */
    function send({ url }: LeaderNode, body: Readable | undefined): Promise<void> {
      return new Promise((resolve, reject) => {
        if (reply.raw.destroyed) return resolve();
        reply.raw.once('close', resolve);
        request.body = body;
        reply.from(`${url}${request.raw.url}`, {
          ...toSentBody(request, text),
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
    }
  }

  return {
    pass,
    offer,
    refusal: () => link.refusal(),
    hasLeader: () => link.hasLeader,
    get count() {
      return count;
    },
  };
}

/** The options that send a body which was read already; none for one that passes through. */
function toSentBody({ headers }: FastifyRequest, text: string | null | undefined) {
  return typeof text === 'string'
    ? { body: text, contentType: headers['content-type'] ?? 'application/json' }
    : {};
}
