import type { OutgoingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import { pipeline, Readable, Transform } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { wholeTurn } from '../../controller/concurrency/loop-turn.js';
import { type Abortable, JoinedSignal } from '../../controller/concurrency/signals.js';
import { Problem } from '../../controller/problems/index.js';
import type { Controller } from '../../controller/start/contract.js';
import { requireLeader, withoutLeader } from '../../controller/start/leader-needed.js';
import { restoreExactNumbers } from '../../schemas/json/exact-number.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { isObject } from '../../schemas/json/values.js';
import { getBase } from '../http/base-path.js';
import { depthProblem, inTurn } from '../http/bodies.js';
import { countStream } from '../http/open-streams.js';
import { toProblem } from '../http/problem-answers.js';
import { CallContext } from '../http/request-hooks.js';
import { findIssuer, getMcpResource } from '../oauth/issuer.js';
import { challengeScope, listIssuers } from '../oauth/metadata.js';
import { usualEffects } from '../oauth/requested-scopes.js';
import type { Manual } from '../operations/shared/tool.js';
import { findAgent, newSession } from './clients.js';
import {
  findMessage,
  findRefusedId,
  type McpCall,
  requireOwnOrigin,
  Sessions,
  sessionHeader,
} from './scope.js';
import type { McpService } from './service.js';
import { getWriteOptions, readOnlyPath } from './write-options.js';

const methods = ['GET', 'POST', 'DELETE'] as const;
const path = '/mcp';
const paths = [path, readOnlyPath] as const;
const metadataPaths = [
  `/.well-known/oauth-protected-resource${path}`,
  '/.well-known/oauth-protected-resource',
];

export const mcpRoutes = [
  ...paths.flatMap((each) => methods.map((method) => ({ method, path: each }))),
  ...metadataPaths.map((name) => ({ method: 'GET', path: name })),
];

function readText(bytes: Buffer): string {
  const text = bytes.toString();
  const refusal = depthProblem(text);
  if (refusal) throw refusal;
  return text;
}

export interface McpOptions {
  controller: Controller;
  /** Aborts when the service stops. */
  closing: Abortable;
  manual(): Promise<Manual>;
}

/** Serves the Model Context Protocol at `/mcp` (Streamable HTTP) to authenticated callers. */
export function registerMcp(app: FastifyInstance, options: McpOptions): void {
  const { settings } = options.controller;
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
    const issuers = listIssuers(settings.Auth, findIssuer(settings, request));
    if (reply.statusCode !== 401 || issuers.length === 0 || hasApiKey(request)) return;
    const metadata = `${getBase(request)}${metadataPaths[0]}`;
    const { authorization } = request.headers;
    const error = authorization === undefined ? '' : ', error="invalid_token"';
    reply.header(
      'www-authenticate',
      `Bearer realm="svc", resource_metadata="${metadata}", scope="${challengeScope}"${error}`,
    );
  });
  const requests = new McpRequests(options);
  for (const url of paths) {
    app.route({
      method: [...methods],
      url,
      // An agent has a credential of its own, which is not that of the person in the browser.
      config: { ignoresCookies: true },
      handler: (request, reply) => requests.answer(request, reply),
    });
  }
  app.addHook('preClose', () => requests.close());
}

/** A program that was given a key is not led to a sign-in: its key has to be put right. */
function hasApiKey({ headers }: FastifyRequest): boolean {
  return headers['x-api-key'] !== undefined || /^Bearer +svc_/i.test(headers.authorization ?? '');
}

/** Answers the requests of all clients. */
class McpRequests {
  readonly #sessions = new Sessions();
  // The library keeps the signal of a request, not the request: without it the signal would never abort.
  readonly #open = new Set<Request>();
  #service: Promise<McpService> | undefined;

  constructor(private readonly options: McpOptions) {}

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { controller, closing } = this.options;
    const context = new CallContext(controller, reply, closing, 'mcp');
    const service = await this.#load();
    if (requestsNotices(request)) {
      countStream(reply);
      reply.header('cache-control', 'no-store').type('text/event-stream');
      const events = Readable.from(service.notices(context.listening), { objectMode: false });
      return sendEvents(reply, events, closing);
    }
    const message = findMessage(request.body);
    const refused = message && findRefusedId(message);
    if (refused !== undefined) return reply.code(400).type('application/json').send(refused);
    const call = this.#getCall(request, reply, context, message);
    if (controller.isMember) {
      const response = await withoutLeader(() => answerRead(service, request, message, call));
      return send(reply, response, call, closing);
    }
    const plain = message && service.plainAnswer(message, request.headers, call);
    if (plain) return reply.type('application/json').send(await plain);
    const listens = message?.['method'] === 'subscriptions/listen';
    if (listens) countStream(reply);
    const waiting = listens ? context.listening : context.signal;
    const gone = new JoinedSignal(waiting, givenUp(request));
    const web = webRequest(request, gone.signal, message !== undefined);
    this.#open.add(web);
    reply.raw.once('close', () => {
      this.#open.delete(web);
      gone.release();
    });
    return send(reply, await service.answer(web, message, call), call, closing);
  }

  async close(): Promise<void> {
    await (await this.#service)?.close();
  }

  /** Loads the library with the first request: most services never get one. */
  #load(): Promise<McpService> {
    const { controller } = this.options;
    this.#service ??= loadService(controller);
    return this.#service;
  }

  #getCall(
    request: FastifyRequest,
    reply: FastifyReply,
    connection: CallContext,
    message: JsonObject | undefined,
  ): McpCall {
    const { controller, closing, manual } = this.options;
    const { caller, principal, origin } = connection;
    const { headers, url } = request;
    return {
      controller,
      caller,
      principal,
      closing,
      manual,
      connection,
      origin: Object.assign({}, origin, { agent: findAgent(message, headers) ?? origin.agent }),
      explain: (error) => toProblem(error, request),
      cancelled: message && follow(this.#sessions, headers, message, reply, principal.id),
      baseUrl: getBase(request),
      writeOptions: getWriteOptions(url, headers),
    };
  }
}

/** Methods whose answers come at once, and are the same at each node. */
const readMethods: ReadonlySet<unknown> = new Set([
  'initialize',
  'server/discover',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
]);

/**
 * Returns the whole answer to one message that only reads, at a member. What may take long, or tells another message of the same client to
 * end, is the leader's, where all of these meet. @throws LeaderNeeded
 */
async function answerRead(
  service: McpService,
  request: FastifyRequest,
  message: JsonObject | undefined,
  call: McpCall,
): Promise<Response> {
  if (!message) return requireLeader('messages that are no requests');
  const plain = service.plainAnswer(message, request.headers, call);
  if (plain) return new Response(await plain, { headers: { 'content-type': 'application/json' } });
  if (!readMethods.has(message['method'])) return requireLeader(`the method ${message['method']}`);
  const answer = await service.answer(webRequest(request, call.connection.signal, true), message, call);
  const text = await answer.text();
  return new Response(text === '' ? null : text, answer);
}

/** Serves the metadata that names the issuer of tokens (RFC 9728); 404 without an issuer. */
export function registerResourceMetadata(app: FastifyInstance, { settings }: Controller): void {
  for (const name of metadataPaths) {
    app.get(name, async (request) => {
      const state = findIssuer(settings, request);
      const issuers = listIssuers(settings.Auth, state);
      if (issuers.length === 0) {
        const reason = 'reason' in state ? `: ${state.reason}` : '';
        throw new Problem('route_not_found', `There is no issuer of tokens${reason}`, {
          hints: ['Send an API key: `X-API-Key`, or `Authorization: Bearer`.'],
        });
      }
      return {
        resource: getMcpResource(getBase(request)),
        resource_name: 'svc',
        authorization_servers: issuers,
        scopes_supported: usualEffects,
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
  if (message['method'] === 'initialize') reply.header(sessionHeader, newSession(message));
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
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || name === 'x-api-key' || name === 'authorization' ? [] : [[name, String(value)]],
  );
  const init = { method, headers: entries, signal };
  return new Request(`http://svc${url}`, typeof body === 'string' && !isRead ? { ...init, body } : init);
}

async function send(
  reply: FastifyReply,
  response: Response,
  call: McpCall,
  closing: Abortable,
): Promise<FastifyReply> {
  reply.code(response.status);
  response.headers.forEach((value, name) => {
    reply.header(name, value);
  });
  const isStream = (response.headers.get('content-type') ?? '').startsWith('text/event-stream');
  if (isStream && response.body)
    return sendEvents(reply, Readable.fromWeb(response.body as WebStream), closing, createExactEvents(call));
  return reply.send(withExactNumbers(await response.text(), call));
}

/** Passes on the events of the SDK, each of which comes as a piece, with the exact numbers of a result. */
function createExactEvents(call: McpCall): Transform {
  const head = 'data: ';
  const toExactLine = (line: string) =>
    line.startsWith(`${head}{`) ? `${head}${withExactNumbers(line.slice(head.length), call)}` : line;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      if (call.exactResult === undefined) done(null, piece);
      else done(null, piece.toString().split('\n').map(toExactLine).join('\n'));
    },
  });
}

/** Returns a message of the SDK with the exact numbers of the call's result, which the SDK writes as text. */
function withExactNumbers(text: string, { exactResult }: McpCall): string {
  if (exactResult === undefined) return text;
  const message = JSON.parse(text) as JsonObject;
  if (!isObject(message['result'])) return text;
  restoreExactNumbers(message['result'], exactResult);
  return toJsonText(message);
}

/** Sends a stream of events; a client that leaves is not an error. */
function sendEvents(
  reply: FastifyReply,
  events: Readable,
  closing: Abortable,
  passing?: Transform,
): FastifyReply {
  // Proxies such as nginx pass each event on at once.
  reply.header('x-accel-buffering', 'no').hijack();
  const { raw } = reply;
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
  raw.flushHeaders();
  pipeline([events, ...(passing ? [passing] : []), raw], () => {
    // A connection kept alive would delay the stop of the service. A request of the same process has none.
    if (closing.aborted && raw.socket instanceof Socket) raw.socket.destroySoon();
  });
  return reply;
}

/**
 * Loads the library, what it is built on and what is built on it in different turns of the event loop: together they take
 * more than 100 ms.
 */
async function loadService(controller: Controller): Promise<McpService> {
  await import('zod/v4/core');
  await wholeTurn();
  await import('zod/v4');
  await wholeTurn();
  await import('@modelcontextprotocol/server');
  await wholeTurn();
  const { McpService } = await import('./service.js');
  await wholeTurn();
  const service = new McpService(controller);
  await service.prepare();
  return service;
}
