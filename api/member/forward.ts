import { Readable } from 'node:stream';
import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LateSignal } from '../../controller/concurrency/signals.js';
import type { MemberController } from '../../controller/start/contract.js';
import { callerHeader, isPassedOn, signedCaller } from '../http/caller-address.js';
import { askReadiness, isUnsent, LeaderConnections } from './leader-connections.js';
import { LeaderLink, type LeaderNode, leaderless } from './leader-link.js';

type Forwarding = Pick<MemberController, 'leader' | 'vault' | 'settings'>;

/** How often a request is sent again that no leader has taken. */
const mostRepeats = 3;

/** Passes requests on to the node that leads. */
export interface Forward {
  /** Has a request answered by the leader. Call it before the body is read. @throws Problem standby */
  pass(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** See `LeaderLink.refusal`. */
  refusal(): string | undefined;
}

export async function openForwarding(
  app: FastifyInstance,
  { leader, vault, settings }: Forwarding,
  hasServed = false,
): Promise<Forward> {
  const connections = new LeaderConnections(leader);
  const { BasePath = '' } = settings.Server;
  const link = new LeaderLink({
    ...{ leader, hasServed },
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

  async function pass(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    // A leader whose address leads to members would have requests go round for ever.
    if (isPassedOn({ vault }, request)) throw leaderless(new Error('Passed on twice'));
    const { method, headers } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
    // A body passes through as it arrives. It outlives a connection that was never made.
    const bodyOf = () =>
      hasBody && !isRead ? Readable.from(request.raw.iterator({ destroyOnReturn: false })) : undefined;
    const gone = new LateSignal();
    reply.raw.once('close', () => gone.abort(new Error('The caller has left')));
    for (let repeats = 0; ; repeats++) {
      const serving = await link.serving(gone);
      const error = await send(serving, bodyOf());
      if (error === undefined) break;
      link.lost(serving, error);
      const isUntaken = isUnsent(error) || isRead;
      if (reply.raw.headersSent || !isUntaken || repeats === mostRepeats) throw leaderless(error);
    }
    // A connection that broke off counts as answered, too: no route takes the request.
    if (!reply.sent) reply.hijack();
    return reply;

    /** @returns the error where the leader has not begun to answer */
    function send({ url }: LeaderNode, body: Readable | undefined): Promise<unknown> {
      return new Promise((resolve) => {
        if (reply.raw.destroyed) return resolve(undefined);
        reply.raw.once('close', () => resolve(undefined));
        request.body = body;
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
            resolve(reply.raw.headersSent || reply.raw.destroyed ? undefined : error),
        });
      });
    }
  }

  return { pass, refusal: () => link.refusal() };
}
