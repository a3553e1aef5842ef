import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Controller } from '../../controller/contract.js';
import { Problem } from '../../controller/problems/index.js';
import type { JsonObject } from '../../schemas/json.js';
import { depthProblem } from '../json-depth.js';
import { addressOf, toProblem } from '../problem-answers.js';
import { CallContext } from '../rest/call-context.js';
import { messageOf } from './messages.js';
import { requireOwnOrigin } from './origins.js';
import { Sessions, sessionHeader } from './sessions.js';

export interface McpOptions {
  controller: Controller;
  /** Aborts when the service stops. */
  closing: AbortSignal;
}

const methods = ['GET', 'POST', 'DELETE'] as const;
const path = '/mcp';
const metadataPaths = [
  `/.well-known/oauth-protected-resource${path}`,
  '/.well-known/oauth-protected-resource',
];

export const mcpRoutes = [
  ...methods.map((method) => ({ method, path })),
  ...metadataPaths.map((known) => ({ method: 'GET', path: known })),
];

/** The Model Context Protocol at `/mcp` (Streamable HTTP), for who is authenticated. */
export function registerMcp(app: FastifyInstance, { controller, closing }: McpOptions): void {
  const { settings, version } = controller;
  const baseOf = (request: FastifyRequest) => settings.Server.BaseUrl ?? addressOf(request);
  const sessions = new Sessions();
  let service: Promise<import('./service.js').McpService> | undefined;
  // The protocol has answers of its own to what is not JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>('*', { parseAs: 'string' }, (_request, body, done) =>
    done(depthProblem(body) ?? null, body),
  );
  app.addHook('onRequest', (request, _reply, done) => {
    requireOwnOrigin(settings, { host: request.headers.host, origin: request.headers.origin });
    done();
  });
  app.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 401 || !settings.Auth.Oidc) return;
    const metadata = `${baseOf(request)}${metadataPaths[0]}`;
    reply.header('www-authenticate', `Bearer realm="svc", resource_metadata="${metadata}"`);
  });
  app.route({
    method: [...methods],
    url: path,
    handler: async (request, reply) => {
      // The library is loaded when somebody asks; most services are never asked.
      service ??= import('./service.js').then(({ McpService }) => new McpService(version, controller));
      const context = new CallContext(controller, request, reply, closing, 'mcp');
      const { caller, principal, origin } = context;
      const explain = (error: unknown) => toProblem(error, request);
      if (asksForNotices(request)) {
        reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no').type('text/event-stream');
        const events = Readable.from((await service).notices(context.listening), { objectMode: false });
        return sendEvents(reply, events, closing);
      }
      const message = messageOf(request.body);
      const takenBack = message && follow(sessions, request.headers, message, reply, principal.id);
      const baseUrl = baseOf(request);
      const call = { controller, caller, principal, origin, closing, explain, baseUrl, takenBack };
      const known = { ...call, connection: context };
      const plain = message && (await service).plainAnswer(message, request.headers, known);
      if (plain) return reply.type('application/json').send(await plain);
      const waiting = message?.['method'] === 'subscriptions/listen' ? context.listening : context.signal;
      const gone = AbortSignal.any([waiting, givenUp(request)]);
      const web = webRequest(request, gone, message !== undefined);
      return send(reply, await (await service).answer(web, message, known), closing);
    },
  });
  app.addHook('preClose', async () => (await service)?.close());
}

/** Where clients find out who issues tokens for this service (RFC 9728); there is nothing without an issuer. */
export function registerResourceMetadata(app: FastifyInstance, { settings }: Controller): void {
  for (const known of metadataPaths) {
    app.get(known, async (request) => {
      const { Oidc } = settings.Auth;
      if (!Oidc) {
        throw new Problem('route_not_found', 'No issuer of tokens is configured', {
          hints: ['Send an API key: `X-API-Key`, or `Authorization: Bearer`.'],
        });
      }
      return {
        resource: `${settings.Server.BaseUrl ?? addressOf(request)}${path}`,
        resource_name: 'svc',
        authorization_servers: [Oidc.Issuer],
        bearer_methods_supported: ['header'],
      };
    });
  }
}

/** As clients of 2025-11-25 do; in the current revision there is nothing to be had by GET. */
function asksForNotices({ method, headers }: FastifyRequest): boolean {
  const isBefore = String(headers['mcp-protocol-version'] ?? '').startsWith('2025-');
  return method === 'GET' && isBefore && (headers.accept ?? '').includes('text/event-stream');
}

/** What a session is for: a client that opens one is told its name, and one that has it takes requests back. */
function follow(
  sessions: Sessions,
  headers: FastifyRequest['headers'],
  message: JsonObject,
  reply: FastifyReply,
  client: string,
): AbortSignal | undefined {
  if (message['method'] === 'initialize') reply.header(sessionHeader, sessions.open());
  const session = headers[sessionHeader];
  if (typeof session !== 'string') return undefined;
  const { id, method, params } = message;
  if (method === 'notifications/cancelled') {
    sessions.takeBack(client, session, (params as JsonObject | undefined)?.['requestId'] ?? null);
  }
  if (id === undefined || method !== 'tools/call') return undefined;
  const { signal, end } = sessions.begin(client, session, id);
  reply.raw.once('close', end);
  return signal;
}

/** Aborts when who asks from within this process gives the request up: there is no connection to close. */
function givenUp({ raw }: FastifyRequest): AbortSignal {
  const gone = new AbortController();
  raw.once('error', () => gone.abort());
  return gone.signal;
}

/** Without the body where that is known already. */
function webRequest(
  { method, url, headers, body }: FastifyRequest,
  signal: AbortSignal,
  isRead: boolean,
): Request {
  const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'x-api-key' || name === 'authorization' ? [] : [[name, String(value)]],
  );
  const init = { method, headers: given, signal };
  return new Request(`http://svc${url}`, typeof body === 'string' && !isRead ? { ...init, body } : init);
}

async function send(reply: FastifyReply, response: Response, closing: AbortSignal): Promise<FastifyReply> {
  reply.code(response.status);
  response.headers.forEach((value, name) => {
    reply.header(name, value);
  });
  const isStream = (response.headers.get('content-type') ?? '').startsWith('text/event-stream');
  if (isStream && response.body)
    return sendEvents(reply, Readable.fromWeb(response.body as WebStream), closing);
  return reply.send(await response.text());
}

/** That a listener goes away is nothing to be told of. */
function sendEvents(reply: FastifyReply, events: Readable, closing: AbortSignal): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  raw.flushHeaders();
  pipeline(events, raw, () => {
    // Kept for the next request, the connection would keep the service from stopping.
    if (closing.aborted) raw.socket?.destroySoon();
  });
  return reply;
}
