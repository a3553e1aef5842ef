import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemCode } from '../../controller/problems/index.js';
import type { JsonObject, JsonSchema } from '../../schemas/json.js';
import type { InputSchema, Operation, Result } from '../operations/operation.js';
import { problemShape } from './problem-shape.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Input = Record<string, unknown>;

/** Where the input of an operation stands in an HTTP request, and what of its result becomes status and headers. */
export interface RestBinding {
  operation: Operation;
  /** What the OpenAPI document calls it, where several paths lead to one operation; else the operation's name. */
  id?: string;
  method: Method;
  /** As Fastify writes it; each parameter bears the name of an input property, `*` that of `rest`. */
  path: string;
  /** The input property that `*` at the end of the path stands for. */
  rest?: string;
  /** Input that this path settles. */
  fixed?: Input;
  /** Input properties taken from the query. */
  query?: readonly string[];
  /** The input property that is the whole body, or those that are its members; without them a body may be left out. */
  body?: string | readonly string[];
  /** Media type → the input property that a body of that type is, or those that are its members, in place of `body`. */
  bodies?: Readonly<Record<string, string | readonly string[]>>;
  /** The body is handed over as it arrives, of any size: the operation sets the limit. */
  streamed?: true;
  /** The request is the input, as it is: any query, a body of any type. `headers` reads it. */
  anyRequest?: true;
  /** Media types that a body of members may have; `application/json` unless said. */
  bodyTypes?: readonly string[];
  /** Credentials: `optional` where the operation is for anyone but does more for who is known, `none` to pass them over. */
  credential?: 'optional' | 'none';
  /** The file behind the result can be had as `application/yaml`; `respond` sends it. */
  alsoYaml?: boolean;
  /** Request headers that count, with their schemas; `headers` reads them. */
  requestHeaders?: Readonly<Record<string, JsonObject>>;
  /** Response headers that `respond` sets, with their schemas. */
  responseHeaders?: Readonly<Record<string, JsonObject>>;
  /** What `respond` sends in other media types than JSON: media type → its schema. */
  alsoAnswers?: Readonly<Record<string, JsonObject>>;
  /** The same, when JSON is not among what it sends. */
  answers?: Readonly<Record<string, JsonObject>>;
  /** Fills in what headers say. */
  headers?(request: FastifyRequest, input: Input): void;
  /** Every status a result of the operation can have. */
  statuses: readonly number[];
  /** Sets the headers that tell about the result; true when it has answered already. */
  respond?(request: FastifyRequest, reply: FastifyReply, result: Result): boolean | undefined;
}

/** What the OpenAPI document says of a route: that of a binding, or of one that is bound elsewhere. */
export type DocumentedRoute = Omit<RestBinding, 'operation' | 'headers' | 'respond'> & {
  operation: Pick<Operation, 'name' | 'title' | 'description' | 'permission' | 'input' | 'output'>;
  /** Those that are of its own, each by its status; any other may be answered too. */
  problems?: readonly ProblemCode[];
};

export interface RouteSchema {
  params?: object;
  querystring?: object;
  body?: object;
  response: Record<string, object>;
}

const problem = {
  description: 'A problem (RFC 9457).',
  content: { 'application/problem+json': { schema: problemShape } },
};

/** The schema of the route, cut from the operation's own: what is not stated there is refused. */
export function schemaOf(binding: RestBinding): RouteSchema {
  const { input, output } = binding.operation;
  const response: Record<string, object> = { '4xx': problem, '5xx': problem };
  for (const status of binding.statuses) {
    response[status] =
      status === 204 || status === 304
        ? { type: 'null' }
        : binding.alsoYaml
          ? withYaml(output)
          : (output as object);
  }
  const params = paramsOf(binding);
  return {
    ...(params.length > 0 ? { params: pick(input, params, binding.rest) } : {}),
    ...(binding.anyRequest ? {} : { querystring: pick(input, binding.query ?? []) }),
    ...(takesBody(binding) && !binding.streamed && !binding.anyRequest ? { body: bodyOf(binding) } : {}),
    response,
  };
}

function withYaml(output: JsonSchema): object {
  const yaml = { type: 'string', description: 'The file, byte for byte.' };
  return {
    description: 'JSON, or the file itself.',
    content: { 'application/json': { schema: output }, 'application/yaml': { schema: yaml } },
  };
}

/** Whether callers can keep what it answers, and ask whether that is still right. */
export function isCached({ method, answers }: DocumentedRoute): boolean {
  return method === 'GET' && answers === undefined;
}

/** Input properties in the path. */
export function paramsOf(binding: DocumentedRoute): string[] {
  const named = [...binding.path.matchAll(/(?<!:):(\w+)/g)].flatMap((match) => match[1] ?? []);
  return binding.rest === undefined ? named : [...named, '*'];
}

/** Whether a request of this method may have a body. */
export function takesBody({ method }: DocumentedRoute): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

const json = ['application/json'];

/** The media types of the body. */
export function bodyTypesOf({ bodies, bodyTypes }: DocumentedRoute): readonly string[] {
  return bodies ? Object.keys(bodies) : (bodyTypes ?? json);
}

/** The schema of the body, or one for each media type. */
export function bodyOf({ operation, body, bodies }: DocumentedRoute): object {
  if (bodies) {
    const entries = Object.entries(bodies).map(([type, is]) => [
      type,
      { schema: partOf(operation.input, is) },
    ]);
    return { content: Object.fromEntries(entries) };
  }
  return partOf(operation.input, body ?? []);
}

/** The schema of one input property, or of an object of several. */
function partOf(input: InputSchema, is: string | readonly string[]): object {
  return typeof is === 'string' ? (input.properties[is] ?? {}) : pick(input, is);
}

/** The input properties that the body is made of. */
export function bodyInputsOf({ body, bodies }: RestBinding): readonly string[] {
  return [...new Set([body ?? [], Object.values(bodies ?? {}).flat()].flat())];
}

function pick(input: InputSchema, names: readonly string[], rest?: string): object {
  const entries = names.map((name) => [name, input.properties[name === '*' && rest ? rest : name] ?? {}]);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(entries),
    required: names.filter((name) => input.required?.includes(name)),
  };
}
