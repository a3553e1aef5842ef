import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Histogram } from 'prom-client';
import { type Abortable, JoinedSignal, type LateSignal } from '../../controller/concurrency/signals.js';
import { type CallWriter, Problem } from '../../controller/problems/index.js';
import type { TraceContext } from '../../controller/runs/contract.js';
import type { AuditEntry } from '../../controller/security/audit/contract.js';
import type { Principal } from '../../controller/security/identity/access/access.js';
import type { Caller } from '../../controller/security/identity/credentials/credential-index.js';
import type { Controller } from '../../controller/start/contract.js';
import type { OperationContext, Origin } from '../operations/shared/operation.js';
import type { Route } from '../operations/shared/route.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined where no credential is needed and none was sent. */
    caller: Caller | undefined;
    /** The span that everything the request starts belongs to. */
    trace: TraceContext | undefined;
    /** The span of the request itself, where requests are traced. */
    span: { parent: TraceContext | undefined; start: number } | undefined;
  }
  interface FastifyContextConfig {
    /** The media types the body may have. */
    bodyTypes?: readonly string[];
    credential?: Route['credential'] | undefined;
    /** See `Operation.atMembers`. */
    atMembers?: Route['operation']['atMembers'];
    /** The session of a browser at the console does not count here. */
    ignoresCookies?: true;
    /** The route may change something, whatever its method. */
    writes?: boolean;
    /** The body is passed to the operation as a stream. */
    streamed?: true | undefined;
  }
}

const anonymous: Principal = { id: 'anonymous', role: 'viewer' };

/** Made once: every answered call aborts its signal, and to make an error takes longer than all else about that. */
const connectionClosed = new DOMException('The connection is closed', 'AbortError');

/** One HTTP call, as an operation sees it. */
export class CallContext implements OperationContext {
  readonly caller: Caller | undefined;
  audit?: AuditEntry;
  #ending: LateSignal | undefined;
  #listening: AbortSignal | undefined;

  constructor(
    readonly controller: Controller,
    private readonly reply: FastifyReply,
    private readonly closing: Abortable,
    private readonly via: 'rest' | 'graphql' | 'mcp' = 'rest',
    readonly writeCall: CallWriter | undefined = undefined,
  ) {
    this.caller = reply.request.caller;
  }

  get principal(): Principal {
    return this.caller?.principal ?? anonymous;
  }

  get origin(): Origin {
    const { id, ip, headers, trace } = this.reply.request;
    return { requestId: id, address: ip, agent: headers['user-agent'] ?? '', via: this.via, trace };
  }

  /** Aborts when the connection is gone or the service stops; made only for an operation that asks. */
  get ending(): LateSignal {
    this.#ending ??= this.#whileConnected();
    return this.#ending;
  }

  get signal(): AbortSignal {
    return this.ending.signal;
  }

  get listening(): AbortSignal {
    const { identity } = this.controller;
    this.#listening ??= this.caller ? identity.whileValid(this.caller, this.signal) : this.signal;
    return this.#listening;
  }

  #whileConnected(): LateSignal {
    const joined = new JoinedSignal(this.closing);
    const { raw } = this.reply;
    if (raw.destroyed) joined.abort(connectionClosed);
    else raw.once('close', () => joined.abort(connectionClosed));
    return joined;
  }
}

/** The histogram of answer times; set once its library is loaded, before which no route answers. */
export interface RequestTimes {
  seconds: Histogram<'method' | 'route' | 'status'> | undefined;
}

const acceptableId = /^[\w.:-]{1,128}$/;

/** Gives each request an id: the caller's `X-Request-Id` where it is a plain word, else one of this process's own. */
export function requestIds(): (request?: IncomingMessage) => string {
  const boot = randomBytes(6).toString('hex');
  let count = 0;
  return (request) => {
    const header = request?.headers['x-request-id'];
    if (typeof header === 'string' && acceptableId.test(header)) return header;
    count += 1;
    return `${boot}-${count.toString(36)}`;
  };
}

/**
 * Answers each request with its id, reads which trace it belongs to, and records its time and span. Refuses requests once
 * `closing` aborts. Call it before any route is registered.
 */
export function useRequestHooks(
  app: FastifyInstance,
  { traces }: Pick<Controller, 'traces'>,
  times: RequestTimes,
  closing: Abortable,
): void {
  app.decorateRequest('trace');
  app.decorateRequest('span');
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    if (closing.aborted) return done(new Problem('shutting_down', 'The service is shutting down'));
    const parent = findTraceParent(request.headers);
    request.trace = parent;
    if (traces) beginSpan(request, parent);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    // The route, not the path: there are as many series as routes, whatever callers ask for.
    const labels = { method, route: routeOptions.url ?? 'none', status: String(reply.statusCode) };
    times.seconds?.observe(labels, reply.elapsedTime / 1_000);
    if (traces) endSpan(traces, request, reply);
    done();
  });
}

function beginSpan(request: FastifyRequest, parent: TraceContext | undefined): void {
  const traceId = parent?.traceId ?? randomBytes(16).toString('hex');
  const spanId = randomBytes(8).toString('hex');
  request.trace = { sampled: true, ...parent, traceId, spanId };
  request.span = { parent, start: Date.now() };
}

function endSpan(
  traces: NonNullable<Controller['traces']>,
  request: FastifyRequest,
  { statusCode }: FastifyReply,
): void {
  const { span, trace, method, routeOptions, id } = request;
  if (!span || !trace?.sampled) return;
  const route = routeOptions.url ?? '';
  traces.add([
    {
      traceId: trace.traceId,
      spanId: trace.spanId,
      ...(span.parent ? { parentSpanId: span.parent.spanId } : {}),
      kind: 'server',
      name: route === '' ? method : `${method} ${route}`,
      start: span.start,
      end: Date.now(),
      attributes: {
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': statusCode,
        'svc.request.id': id,
      },
      ...(statusCode >= 500 ? { error: `HTTP ${statusCode}` } : {}),
    },
  ]);
}

const stateMember =
  /^[a-z0-9][a-z0-9_*/@-]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}[\x21-\x2b\x2d-\x3c\x3e-\x7e]$/;

/**
 * Reads the span that a request belongs to (W3C Trace Context, level 1). Returns undefined where the headers name none, or
 * are malformed: a request is never refused for them.
 */
function findTraceParent(headers: IncomingHttpHeaders): TraceContext | undefined {
  const { traceparent, tracestate } = headers;
  if (typeof traceparent !== 'string' || traceparent.length > 256) return undefined;
  const [, version = '', traceId = '', spanId = '', flags = '', more] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(traceparent) ?? [];
  // Later versions may have more fields; version 0 has not, and `ff` is no version.
  const isKnown = version !== '' && version !== 'ff' && (version !== '00' || more === undefined);
  if (!isKnown || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  const state = findTraceState([tracestate ?? []].flat().join(','));
  const sampled = (Number.parseInt(flags, 16) & 1) === 1;
  return { traceId, spanId, sampled, ...(state === undefined ? {} : { state }) };
}

/** Up to 32 members of 512 characters in all, each once. */
function findTraceState(text: string): string | undefined {
  if (text.length > 512) return undefined;
  const members = text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
  const keys = new Set(members.map((each) => each.slice(0, each.indexOf('='))));
  const isValid =
    members.length <= 32 && keys.size === members.length && members.every((each) => stateMember.test(each));
  return isValid && members.length > 0 ? members.join(',') : undefined;
}
