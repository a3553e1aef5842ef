import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemCode } from '../../../controller/problems/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import type { InputSchema, Operation, Result } from './operation.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Input = Record<string, unknown>;

/** Places the input of an operation in an HTTP request, and its result in status and headers of the answer. */
export interface Route {
  operation: Operation;
  /** The `operationId` in the OpenAPI document, where several paths lead to one operation; else the operation's name. */
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
  /** The body is passed to the operation as a stream, of any size: the operation sets the limit. */
  streamed?: true;
  /** The route takes any query and a body of any type; `headers` makes the input from the request. */
  anyRequest?: true;
  /** Media types that a body of members may have; `application/json` unless stated. */
  bodyTypes?: readonly string[];
  /** `optional`: the operation is open to anyone, and does more for a known caller. `none`: credentials are ignored. */
  credential?: 'optional' | 'none';
  /** Other sites lead browsers here, so the cookie of the console counts without its header: the operation makes sure of the person. */
  isVisited?: true;
  /** The file behind the result is also available as `application/yaml`; `respond` sends it. */
  alsoYaml?: boolean;
  /** Request headers that the route reads in `headers`, with their schemas. */
  requestHeaders?: Readonly<Record<string, JsonObject>>;
  /** Response headers that `respond` sets, with their schemas. */
  responseHeaders?: Readonly<Record<string, JsonObject>>;
  /** Media types besides JSON that `respond` sends, with their schemas. */
  alsoAnswers?: Readonly<Record<string, JsonObject>>;
  /** Media types in place of JSON, with their schemas. */
  answers?: Readonly<Record<string, JsonObject>>;
  /** Adds to the input what the request's headers state. */
  headers?(request: FastifyRequest, input: Input): void;
  /** Every status that a result of the operation can have. */
  statuses: readonly number[];
  /** Sets response headers; returns true when it has sent the answer itself. */
  respond?(request: FastifyRequest, reply: FastifyReply, result: Result): boolean | undefined;
}

/** A route as the OpenAPI document describes it: of an operation, or bound elsewhere. */
export type DocumentedRoute = Omit<Route, 'operation' | 'headers' | 'respond'> & {
  operation: Pick<Operation, 'name' | 'title' | 'description' | 'permission' | 'input' | 'output'>;
  /** Problems that only this route has; any other may be answered too. */
  problems?: readonly ProblemCode[];
  /** Further media types of problems: pages for people. */
  alsoPages?: Readonly<Record<string, JsonObject>>;
};

export const platformPath = '/api/v1/platform';

/** A route that answers 200 unless `more` states otherwise. */
export function route(method: Method, path: string, operation: Operation, more: Partial<Route> = {}): Route {
  return { operation, method, path, statuses: [200], ...more };
}

/** Path of the entities of a type that live in the installation's database. */
export function entityPath(type: string): string {
  return `${platformPath}/entities/platform/${type}`;
}

/**
 * Routes to the same operations under `entities/platform`, with an id of their own in the OpenAPI document.
 * @param ids id of the first routes to an operation → id of the others, where that is not the id with `-entity` behind it
 */
export function asEntityRoutes(
  routes: readonly Route[],
  ids: Readonly<Record<string, string>> = {},
): Route[] {
  return routes.map((each) => {
    const id = each.id ?? each.operation.name;
    return { ...each, id: ids[id] ?? `${id}-entity` };
  });
}

/** Tells whether callers can keep the answer and ask whether it is still current. */
export function isCached({ method, answers }: DocumentedRoute): boolean {
  return method === 'GET' && answers === undefined;
}

/** Input properties in the path. */
export function getParams({ path, rest }: DocumentedRoute): string[] {
  const named = [...path.matchAll(/(?<!:):(\w+)/g)].flatMap((match) => match[1] ?? []);
  return rest === undefined ? named : [...named, '*'];
}

/** Tells whether a request of this method may have a body. */
export function takesBody({ method }: DocumentedRoute): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}

/** The media types of the body. */
export function getBodyTypes({ bodies, bodyTypes }: DocumentedRoute): readonly string[] {
  return bodies ? Object.keys(bodies) : (bodyTypes ?? ['application/json']);
}

/** The schema of the body, or one for each media type. */
export function getBody({ operation, body, bodies }: DocumentedRoute): object {
  if (!bodies) return getPart(operation.input, body ?? []);
  const entries = Object.entries(bodies).map(([type, is]) => [
    type,
    { schema: getPart(operation.input, is) },
  ]);
  return { content: Object.fromEntries(entries) };
}

/** The input properties that the body is made of. */
export function getBodyInputs({ body, bodies }: Route): readonly string[] {
  return [...new Set([body ?? [], Object.values(bodies ?? {}).flat()].flat())];
}

/** The schema of one input property, or of an object of several. */
function getPart(input: InputSchema, is: string | readonly string[]): object {
  return typeof is === 'string' ? (input.properties[is] ?? {}) : pickInput(input, is);
}

/** The schema of an object of some input properties; `*` stands for the one named `rest`. */
export function pickInput(input: InputSchema, names: readonly string[], rest?: string): object {
  const entries = names.map((name) => [name, input.properties[name === '*' && rest ? rest : name] ?? {}]);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(entries),
    required: names.filter((name) => input.required?.includes(name)),
  };
}
