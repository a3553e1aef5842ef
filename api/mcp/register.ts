import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { JoinedSignal } from '../../controller/concurrency/signals.js';
import { Problem } from '../../controller/problems/index.js';
import type { Controller } from '../../controller/start/contract.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { depthProblem, inTurn } from '../http/bodies.js';
import { addressOf, toProblem } from '../http/problem-answers.js';
import { CallContext } from '../http/request-hooks.js';
import { messageOf, requireOwnOrigin, Sessions, sessionHeader } from './scope.js';

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

function readText(bytes: Buffer): string {
  const text = bytes.toString();
  const refusal = depthProblem(text);
  if (refusal) throw refusal;
  return text;
}

/**
 * Serves the Model Context Protocol at `/mcp` (Streamable HTTP) to authenticated callers.
 * @param closing aborts when the service stops
 */
export function registerMcp(app: FastifyInstance, controller: Controller, closing: AbortSignal): void {
  const { settings, version } = controller;
  const baseOf = (request: FastifyRequest) => settings.Server.BaseUrl ?? addressOf(request);
  const sessions = new Sessions();
  // The library keeps the signal of a request, not the request: without it the signal would never abort.
  const open = new Set<Request>();
  let service: Promise<import('./service.js').McpService> | undefined;
  // The protocol answers a body that is not JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, (_request, bytes, done) =>
    inTurn(bytes, () => readText(bytes), done),
  );
  app.addHook('onRequest', (request, _reply, done) => {
    requireOwnOrigin(settings, request.headers);
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
      // The library is loaded with the first request: most services never get one.
      service ??= import('./service.js').then(({ McpService }) => new McpService(version, controller));
      const context = new CallContext(controller, reply, closing, 'mcp');
      const { caller, principal, origin } = context;
      const explain = (error: unknown) => toProblem(error, request);
      if (requestsNotices(request)) {
        reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no').type('text/event-stream');
        const events = Readable.from((await service).notices(context.listening), { objectMode: false });
        return sendEvents(reply, events, closing);
      }
      const message = messageOf(request.body);
      const cancelled = message && follow(sessions, request.headers, message, reply, principal.id);
      const baseUrl = baseOf(request);
      const call = { controller, caller, principal, origin, closing, explain, baseUrl, cancelled };
      const known = { ...call, connection: context };
      const plain = message && (await service).plainAnswer(message, request.headers, known);
      if (plain) return reply.type('application/json').send(await plain);
      const waiting = message?.['method'] === 'subscriptions/listen' ? context.listening : context.signal;
      const gone = new JoinedSignal(waiting, givenUp(request));
      const web = webRequest(request, gone.signal, message !== undefined);
      open.add(web);
      reply.raw.once('close', () => {
        open.delete(web);
        gone.release();
      });
      return send(reply, await (await service).answer(web, message, known), closing);
    },
  });
  app.addHook('preClose', async () => (await service)?.close());
}

/** Serves the metadata that names the issuer of tokens (RFC 9728); 404 without an issuer. */
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

/** True for the GET of a client of 2025-11-25; the current revision has no GET. */
function requestsNotices({ method, headers }: FastifyRequest): boolean {
  const isBefore = String(headers['mcp-protocol-version'] ?? '').startsWith('2025-');
  return method === 'GET' && isBefore && (headers.accept ?? '').includes('text/event-stream');
}

/** Opens a session for a client that initializes, and cancels requests by `notifications/cancelled`. */
function follow(
  sessions: Sessions,
  headers: FastifyRequest['headers'],
  message: JsonObject,
  reply: FastifyReply,
  client: string,
): AbortSignal | undefined {
  if (message['method'] === 'initialize') reply.header(sessionHeader, randomUUID());
  const session = headers[sessionHeader];
  if (typeof session !== 'string') return undefined;
  const { id, method, params } = message;
  if (method === 'notifications/cancelled') {
    sessions.cancel(client, session, (params as JsonObject | undefined)?.['requestId'] ?? null);
  }
  if (id === undefined || method !== 'tools/call') return undefined;
  const { signal, end } = sessions.begin(client, session, id);
  reply.raw.once('close', end);
  return signal;
}

/** Aborts when a caller inside this process gives up: there is no connection to close. */
function givenUp({ raw }: FastifyRequest): AbortSignal {
  const gone = new AbortController();
  raw.once('error', () => gone.abort());
  return gone.signal;
}

/** Returns the request for the SDK, without the body when that was parsed already. */
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

/** Sends a stream of events; a client that leaves is not an error. */
function sendEvents(reply: FastifyReply, events: Readable, closing: AbortSignal): FastifyReply {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  raw.flushHeaders();
  pipeline(events, raw, () => {
    // A connection kept alive would delay the stop of the service.
    if (closing.aborted) raw.socket?.destroySoon();
  });
  return reply;
}
