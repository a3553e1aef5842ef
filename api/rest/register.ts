import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Abortable } from '../../controller/concurrency/signals.js';
import { KeyedMutex } from '../../controller/concurrency/turns.js';
import { Problem } from '../../controller/problems/index.js';
import type { Controller } from '../../controller/start/contract.js';
import { acceptAnything, acceptForms, formType } from '../http/bodies.js';
import { sendEventStream } from '../http/event-stream.js';
import { getMediaType, matchesTag, requireJsonAccepted } from '../http/headers.js';
import { CallContext } from '../http/request-hooks.js';
import { perform } from '../operations/shared/authorization.js';
import type { FileDownload, Result } from '../operations/shared/operation.js';
import { getBodyTypes, getParams, type Input, isCached, type Route } from '../operations/shared/route.js';
import { sendKept, tagRead } from './cached-reads.js';
import { requestText } from './call-text.js';
import { hasPrecondition, requireMatch, requireNoMatch } from './preconditions.js';
import { getSchema } from './schemas.js';

export interface RestOptions {
  controller: Controller;
  /** Aborts when the service stops. */
  closing: Abortable;
  heartbeatMs: number;
}

/** Binds operations to methods and paths. */
export function registerRest(app: FastifyInstance, routes: readonly Route[], options: RestOptions): void {
  // Between the comparison of a precondition and the write, no other caller changes the entity.
  const turns = new KeyedMutex();
  app.decorateReply('digest');
  const add = (scope: FastifyInstance, route: Route) =>
    scope.route({
      method: route.method,
      url: route.path,
      schema: getSchema(route),
      config: {
        bodyTypes: getBodyTypes(route),
        credential: route.credential,
        streamed: route.streamed,
        atMembers: route.operation.atMembers,
        writes: !route.operation.hints.readOnly && !route.isVisited,
      },
      handler: getHandler(route, options, hasPrecondition(route, routes) ? turns : undefined),
      ...(isCached(route) ? { onSend: tagRead } : {}),
    });
  const takesForm = (route: Route) => !route.anyRequest && getBodyTypes(route).includes(formType);
  const hasOwnParser = (route: Route) => takesForm(route) || route.streamed || route.anyRequest;
  for (const route of routes) if (!hasOwnParser(route)) add(app, route);
  app.register(async (scope) => {
    acceptAnything(scope);
    for (const route of routes) if (route.anyRequest) add(scope, route);
  });
  app.register(async (scope) => {
    const streamed = routes.filter((route) => route.streamed);
    const types = [...new Set(streamed.flatMap(getBodyTypes))];
    // The operation itself limits the size of the stream.
    if (types.length > 0) scope.addContentTypeParser(types, (_request, payload, done) => done(null, payload));
    for (const route of streamed) add(scope, route);
  });
  app.register(async (scope) => {
    acceptForms(scope);
    for (const route of routes.filter(takesForm)) add(scope, route);
  });
}

/** @param turns of writes under a precondition */
function getHandler(route: Route, options: RestOptions, turns: KeyedMutex | undefined) {
  const { operation, headers, respond } = route;
  const toInput = inputReader(route);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const input = toInput(request);
    headers?.(request, input);
    if (input['follow'] !== true && route.answers === undefined)
      requireJsonAccepted(request.headers.accept, route.alsoYaml);
    const context = new CallContext(options.controller, reply, options.closing, 'rest', requestText);
    const isChange = route.method !== 'GET' && route.method !== 'POST';
    if (isChange) await requireNoMatch(request);
    const write = () => perform(operation, context, input);
    const result = await (turns
      ? turns.run(getEntity(route, input), () => requireMatch(request).then(write))
      : write());
    if (respond?.(request, reply, result)) return reply;
    return sendResult(request, reply, result, options.heartbeatMs);
  };
}

/** Identifies the written entity, whichever path leads to it. */
function getEntity({ operation, path }: Route, input: Input): string {
  const { type, name } = operation.target?.(input) ?? {};
  return name === undefined ? path : JSON.stringify([type, name]);
}

/** Gathers an operation's input from path, query and body. */
function inputReader(route: Route): (request: FastifyRequest) => Input {
  const { fixed, query, body, bodies, rest } = route;
  const params = getParams(route).map((name) => ({ name, input: name === '*' && rest ? rest : name }));
  const hasBody = body !== undefined;
  const wholeBody = typeof body === 'string' ? body : undefined;
  return (request) => {
    const input: Input = Object.assign({}, fixed);
    const path = request.params as Record<string, unknown>;
    for (const { name, input: property } of params) input[property] = path[name];
    const queryFields = request.query as Record<string, unknown>;
    // Copied by name, because spreading this object is slow; other names were refused.
    for (const name of query ?? []) if (queryFields[name] !== undefined) input[name] = queryFields[name];
    if (bodies) takeBody(input, bodies, request);
    else if (wholeBody !== undefined) input[wholeBody] = request.body;
    else if (hasBody) Object.assign(input, request.body);
    return input;
  };
}

/** @throws Problem body_invalid for a request without a body */
function takeBody(
  input: Input,
  bodies: NonNullable<Route['bodies']>,
  { headers, body }: FastifyRequest,
): void {
  const is = bodies[getMediaType(headers['content-type'])];
  if (is !== undefined && body !== undefined && body !== null) {
    if (typeof is === 'string') input[is] = body;
    else Object.assign(input, body);
    return;
  }
  const types = Object.keys(bodies).join('` or `');
  throw new Problem('body_invalid', `The operation needs a body of \`${types}\``);
}

const statusByOutcome = { created: 201, accepted: 202, deleted: 204 } as const;

/** Sends the result of an operation: a value, a file, or a stream of events. */
function sendResult(
  request: FastifyRequest,
  reply: FastifyReply,
  { value, isKept, outcome, stream, download }: Result,
  heartbeatMs: number,
): FastifyReply {
  if (download) {
    reply.header('content-disposition', attachment(download.name));
    if ('file' in download) return sendFile(request, reply, download);
    return reply.type(download.type).send(download.content);
  }
  if (stream) return sendEventStream(reply, stream, heartbeatMs);
  if (isKept) return sendKept(reply, value as object);
  return reply.code(outcome ? statusByOutcome[outcome] : 200).send(value);
}

/** The header for a file that a browser saves: a name in ASCII, and the name itself where that differs (RFC 6266). */
function attachment(name: string): string {
  const plain = name.replace(/[^\w. ()-]/g, '_');
  if (plain === name) return `attachment; filename="${plain}"`;
  const encoded = encodeURIComponent(name.replace(/\p{Cs}/gu, '_')).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Sends a file, or one range of it, or that it has not changed (RFC 9110, 13 and 14). */
function sendFile(request: FastifyRequest, reply: FastifyReply, download: FileDownload): FastifyReply {
  const { file, open, type } = download;
  const { headers } = request;
  reply.header('etag', file.etag).header('last-modified', file.modified.toUTCString());
  reply
    .header('x-content-type-options', 'nosniff')
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, no-cache');
  if (matchesTag(headers['if-none-match'], file.etag)) return reply.code(304).send();
  reply.type(type);
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === file.etag;
  const range = isCurrent ? findRange(headers.range, file.size) : undefined;
  if (range === 'beyond') {
    reply.header('content-range', `bytes */${file.size}`);
    throw new Problem(
      'range_not_satisfiable',
      `The file has ${file.size} bytes, and the range begins after them`,
    );
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : file.size);
  return reply.send(request.method === 'HEAD' ? '' : open(range));
}

/** Undefined for a header that is no single range of bytes: the whole file is the answer then. */
function findRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'beyond' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  if (start >= size) return 'beyond';
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return end < start ? undefined : { start, end };
}
