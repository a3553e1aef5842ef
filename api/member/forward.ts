import type { TLSSocket } from 'node:tls';
import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dispatcher } from 'undici';
import { Problem } from '../../controller/problems/index.js';
import type { MemberController } from '../../controller/start/contract.js';
import { callerHeader, signedCaller } from '../http/caller-address.js';

type Forwarding = Pick<MemberController, 'leader' | 'vault'>;

/** Returns a function that has a request answered by the node that leads. Call it before the body is read. */
export async function openForwarding(app: FastifyInstance, { leader, vault }: Forwarding) {
  await app.register(replyFrom, {
    undici: await trustingLeader(leader),
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
        onError: (_reply, { error }) => reject(leaderless(error)),
      });
    });
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

/**
 * Connections to the leader. Its certificate is for the name that callers use, so it is compared with the one that the
 * leader noted in the database.
 */
async function trustingLeader(leader: MemberController['leader']): Promise<Dispatcher> {
  const { Agent, buildConnector } = await import('undici');
  // A resumed session would not show its certificate.
  const open = buildConnector({ rejectUnauthorized: false, maxCachedSessions: 0, timeout: 5_000 });
  return new Agent({
    // An answer takes as long as a call waits; a stream is silent for a while.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect(options, done) {
      open(options, (error, socket) => {
        if (error) return done(error, null);
        const shown = (socket as TLSSocket).getPeerX509Certificate?.()?.fingerprint256;
        if (shown === leader()?.fingerprint) return done(null, socket);
        socket.destroy();
        done(new Error('The certificate is not that of the leader'), null);
      });
    },
  });
}
