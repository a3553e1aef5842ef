import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Controller } from '../../controller/contract.js';
import type { Caller } from '../../controller/identity/contract.js';
import { Problem } from '../../controller/problems/index.js';
import { Turns } from '../../controller/turns/index.js';
import type { Result } from '../operations/operation.js';
import { perform } from '../operations/perform.js';
import { requireJsonAccepted } from './accept.js';
import { bodyTypesOf, type Input, isCached, paramsOf, type RestBinding, schemaOf } from './binding.js';
import { mediaTypeOf } from './bodies.js';
import { sendKept, tagRead } from './cached-reads.js';
import { CallContext } from './call-context.js';
import { eventStream } from './event-stream.js';
import { sendFile } from './file-answer.js';
import { acceptForms, formType } from './forms.js';
import { hasPrecondition, requireMatch } from './preconditions.js';
import { acceptAnything } from './served-flow.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined where no credential is needed and none was sent. */
    caller: Caller | undefined;
  }
  interface FastifyContextConfig {
    /** The media types the body may have. */
    bodyTypes?: readonly string[];
    credential?: RestBinding['credential'] | undefined;
    /** The body is handed over as it arrives. */
    streamed?: true | undefined;
  }
}

export interface RestOptions {
  controller: Controller;
  /** Aborts when the service stops. */
  closing: AbortSignal;
  heartbeatMs: number;
}

const statusOf = { created: 201, accepted: 202, deleted: 204 } as const;

/** Binds operations to methods and paths. */
export function registerRest(
  app: FastifyInstance,
  bindings: readonly RestBinding[],
  options: RestOptions,
): void {
  // What a write has compared with, nobody else changes before it has written.
  const turns = new Turns();
  app.decorateReply('digest');
  const route = (scope: FastifyInstance, binding: RestBinding) =>
    scope.route({
      method: binding.method,
      url: binding.path,
      schema: schemaOf(binding),
      config: {
        bodyTypes: bodyTypesOf(binding),
        credential: binding.credential,
        streamed: binding.streamed,
      },
      handler: handlerOf(binding, options, hasPrecondition(binding, bindings) ? turns : undefined),
      ...(isCached(binding) ? { onSend: tagRead } : {}),
    });
  const takesForm = (binding: RestBinding) => !binding.anyRequest && bodyTypesOf(binding).includes(formType);
  const isOwn = (binding: RestBinding) => takesForm(binding) || binding.streamed || binding.anyRequest;
  for (const binding of bindings) if (!isOwn(binding)) route(app, binding);
  app.register(async (scope) => {
    acceptAnything(scope);
    for (const binding of bindings) if (binding.anyRequest) route(scope, binding);
  });
  app.register(async (scope) => {
    const streamed = bindings.filter((binding) => binding.streamed);
    const types = [...new Set(streamed.flatMap(bodyTypesOf))];
    // As it arrives: the operation counts what it takes.
    if (types.length > 0) scope.addContentTypeParser(types, (_request, payload, done) => done(null, payload));
    for (const binding of streamed) route(scope, binding);
  });
  app.register(async (scope) => {
    acceptForms(scope);
    for (const binding of bindings.filter(takesForm)) route(scope, binding);
  });
}

/** @param turns of what is written under a precondition */
function handlerOf(binding: RestBinding, options: RestOptions, turns: Turns | undefined) {
  const { operation, headers, respond } = binding;
  const toInput = inputReader(binding);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const input = toInput(request);
    headers?.(request, input);
    if (input['follow'] !== true && binding.answers === undefined)
      requireJsonAccepted(request.headers.accept, binding.alsoYaml);
    const context = new CallContext(options.controller, request, reply, options.closing);
    const write = () => perform(operation, context, input);
    const result = await (turns
      ? turns.take(thingOf(binding, input), () => matching(request, write))
      : write());
    if (respond?.(request, reply, result)) return reply;
    return answer(request, reply, result, options.heartbeatMs);
  };
}

/** What is written, whichever path leads to it. */
function thingOf({ operation, path }: RestBinding, input: Input): string {
  const { type, name } = operation.target?.(input) ?? {};
  return name === undefined ? path : JSON.stringify([type, name]);
}

async function matching<Value>(request: FastifyRequest, write: () => Promise<Value>): Promise<Value> {
  await requireMatch(request);
  return write();
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { value, isKept, outcome, stream, download }: Result,
  heartbeatMs: number,
): FastifyReply {
  if (download) {
    reply.header('content-disposition', `attachment; filename="${download.name}"`);
    if ('file' in download) return sendFile(request, reply, download);
    return reply.type(download.type).send(download.content);
  }
  if (stream) {
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
    return reply.type('text/event-stream').send(eventStream(stream, heartbeatMs));
  }
  if (isKept) return sendKept(reply, value as object);
  return reply.code(outcome ? statusOf[outcome] : 200).send(value);
}

/** Gathers an operation's input from path, query and body. */
function inputReader(binding: RestBinding): (request: FastifyRequest) => Input {
  const { fixed, query, body, bodies, rest } = binding;
  const params = paramsOf(binding).map((name) => ({ name, input: name === '*' && rest ? rest : name }));
  const hasBody = body !== undefined;
  const wholeBody = typeof body === 'string' ? body : undefined;
  return (request) => {
    const input: Input = { ...fixed };
    const path = request.params as Record<string, unknown>;
    for (const { name, input: property } of params) input[property] = path[name];
    const asked = request.query as Record<string, unknown>;
    // By name, for it is an object that copies slowly; other names were refused.
    for (const name of query ?? []) if (asked[name] !== undefined) input[name] = asked[name];
    if (bodies) takeBody(input, bodies, request);
    else if (wholeBody !== undefined) input[wholeBody] = request.body;
    else if (hasBody) Object.assign(input, request.body);
    return input;
  };
}

/** @throws Problem body_invalid for a request without a body */
function takeBody(
  input: Input,
  bodies: NonNullable<RestBinding['bodies']>,
  { headers, body }: FastifyRequest,
): void {
  const is = bodies[mediaTypeOf(headers['content-type'])];
  if (is !== undefined && body !== undefined && body !== null) {
    if (typeof is === 'string') input[is] = body;
    else Object.assign(input, body);
    return;
  }
  const types = Object.keys(bodies).join('` or `');
  throw new Problem('body_invalid', `The operation needs a body of \`${types}\``);
}
