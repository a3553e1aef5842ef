import type { AnySchema, ValidateFunction } from 'ajv/dist/2020.js';
import fastJsonStringify, { type Schema } from 'fast-json-stringify';
import type { FastifyInstance } from 'fastify';
import findMyWay, { type HTTPVersion, type Instance } from 'find-my-way';
import { Problem, type ProblemDetail } from '../../controller/problems/index.js';
import type { Json, JsonObject, JsonSchema } from '../../schemas/index.js';
import { forgetPrinted, restoreExactNumbers, wasPrinted } from '../../schemas/json/exact-number.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import { didYouMean } from '../../schemas/nearest.js';
import { routerOptions } from '../http/app.js';
import { problemShape } from '../http/problem-answers.js';
import { platformEntities } from '../operations/registry.js';
import { listed } from '../operations/shared/entity-types.js';
import { createInputAjv, explainFaults, readPointers } from '../operations/shared/prepare-input.js';
import { getBody, getParams, pickInput, type Route, takesBody } from '../operations/shared/route.js';

interface KnownRoute {
  readonly method: string;
  readonly path: string;
}

/**
 * Answers requests that no route takes: `method_not_allowed` with the methods that the path takes, else `route_not_found`.
 * The body is not read, whatever its type and size.
 * @param routes of the whole service
 */
export function refuseUnknown(app: FastifyInstance, routes: readonly KnownRoute[]): void {
  let paths: Instance<HTTPVersion.V1> | undefined;
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404 && !isOfPlatform(request.params)) return done();
    paths ??= getPaths(routes);
    const route = paths.find('GET', request.url);
    const allow = route && !isOfPlatform(route.params) ? route.store : undefined;
    if (allow === undefined) {
      const path = request.url.split('?')[0] ?? '';
      return done(notFound(path, findEncoded(path, paths)));
    }
    reply.header('allow', allow);
    done(new Problem('method_not_allowed', `${request.method} is not allowed here; ${allow} is`));
  });
}

/** Tells whether a route has taken `platform` for the name of a branch, which no branch can have. */
function isOfPlatform(params: unknown): boolean {
  return (params as { branch?: string } | undefined)?.branch === 'platform';
}

const entities = /^\/api\/v1\/platform\/entities\/platform\/([^/]{1,100})/;

/**
 * The problem of an unknown path; it names the types of the platform to a caller that looks for one.
 * @param path without the query, which may hold the token of a link
 * @param encoded the path with the slashes of a branch encoded, if a route takes it then
 */
function notFound(path: string, encoded: string | undefined): Problem {
  if (encoded !== undefined)
    return new Problem('route_not_found', `There is nothing at ${path}`, {
      hints: [`A slash in the name of a branch is written \`%2F\`: \`${encoded}\`.`],
    });
  const [, type] = entities.exec(path) ?? [];
  const types = platformEntities.map((entity) => entity.type);
  if (type === undefined || types.includes(type))
    return new Problem('route_not_found', `There is nothing at ${path}`);
  return new Problem('entity_type_unknown', `The platform has no entities of the type \`${type}\``, {
    hints: [...didYouMean(type, types), `There are ${listed(types)}.`],
  });
}

/** The most slashes that the name of a branch is supposed to have. */
const maxSlashes = 4;

/** Returns the path with the first slashes behind `/api/v1` encoded, as those in the name of a branch, if a route takes it. */
function findEncoded(path: string, routes: Instance<HTTPVersion.V1>): string | undefined {
  const [, rest] = /^\/api\/v1\/((?!platform\/).+)$/.exec(path) ?? [];
  const parts = rest?.split('/') ?? [];
  for (let slashes = 1; slashes <= Math.min(maxSlashes, parts.length - 2); slashes++) {
    const branch = parts.slice(0, slashes + 1).join('%2F');
    const encoded = ['/api/v1', branch, ...parts.slice(slashes + 1)].join('/');
    if (routes.find('GET', encoded)) return encoded;
  }
  return undefined;
}

/** Makes a router of one method, in which each route stores the methods that its path takes. */
function getPaths(routes: readonly KnownRoute[]): Instance<HTTPVersion.V1> {
  const methods = new Map<string, Set<string>>();
  for (const { method, path } of routes) {
    const taken = methods.get(path) ?? new Set();
    methods.set(path, taken.add(method));
    if (method === 'GET') taken.add('HEAD');
  }
  const router = findMyWay(routerOptions);
  for (const [path, taken] of methods) router.on('GET', path, () => {}, [...taken].sort().join(', '));
  return router;
}

/** Query and path are text, from which numbers are read; a body is JSON and has numbers of its own. */
const fromText = createInputAjv({ coerceTypes: true });
const fromJson = createInputAjv({ coerceTypes: false });

/**
 * Validates each part of a request by its route's schema. A body that does not fit is `body_invalid` with a JSON pointer
 * per error, anything else `request_invalid`.
 */
export function useValidation(app: FastifyInstance): void {
  app.setValidatorCompiler(({ schema, httpPart }) => {
    const isBody = httpPart === 'body';
    // Compiled with the first request: else most of a start would be spent on routes that are never called.
    const ajv = isBody ? fromJson : fromText;
    let validate: ValidateFunction | undefined;
    const mayBeLeftOut = isBody && !(schema as { required?: string[] }).required?.length;
    const lists = isBody ? [] : findLists(schema as JsonObject);
    return (data: unknown) => {
      // Fastify passes null for a request without a body.
      const value = data === null && mayBeLeftOut ? {} : withLists(lists, data);
      validate ??= ajv.compile(schema as AnySchema);
      if (validate(value)) return { value };
      const details = explainFaults(schema as JsonObject, value as Json, validate);
      return { error: isBody ? bodyProblem(data, details) : requestProblem(httpPart ?? 'request', details) };
    };
  });
}

/** The names of the parameters that are lists. */
function findLists({ properties }: JsonObject): string[] {
  const fields = Object.entries((properties ?? {}) as Record<string, JsonObject>);
  return fields.filter(([, { type }]) => type === 'array').map(([name]) => name);
}

/** Returns a query with the lists that its texts write: `fields=input,output`, or the parameter several times. */
function withLists(names: readonly string[], query: unknown): unknown {
  const present = names.filter((name) => Object.hasOwn(query as object, name));
  if (present.length === 0) return query;
  const lists = present.map((name) => [
    name,
    [(query as JsonObject)[name]].flat().flatMap((text) => String(text).split(',')),
  ]);
  return { ...(query as object), ...Object.fromEntries(lists) };
}

/** Serialises each answer by its route's schema, and exact numbers as numbers; a serialiser is compiled with the first answer that needs it. */
export function useSerialization(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => {
    let serialize: ((value: unknown) => string) | undefined;
    return (value: unknown) => {
      serialize ??= fastJsonStringify(schema as Schema);
      forgetPrinted();
      const text = serialize(value);
      return wasPrinted() ? toJsonText(restoreExactNumbers(JSON.parse(text), value as Json)) : text;
    };
  });
}

function bodyProblem(data: unknown, errors: ProblemDetail[]): Problem {
  if (data === null)
    return new Problem('body_invalid', 'The operation needs a JSON object as its body', { errors });
  return new Problem('body_invalid', summary('The body', errors), { errors });
}

function requestProblem(part: string, errors: ProblemDetail[]): Problem {
  const names: Record<string, string> = { querystring: 'The query', params: 'The path' };
  return new Problem('request_invalid', summary(names[part] ?? 'The request', errors), {
    errors,
    hints: [readPointers],
  });
}

function summary(subject: string, errors: readonly ProblemDetail[]): string {
  const [first] = errors;
  if (!first) return `${subject} does not fit the operation`;
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : '';
  return `${subject} does not fit the operation: \`${first.pointer || '/'}\` ${first.message}${more}`;
}

const problem = {
  description: 'A problem (RFC 9457).',
  content: { 'application/problem+json': { schema: problemShape } },
};

/** The schema of a route for Fastify, cut from the operation's own; members that it does not name are refused. */
export function getSchema(route: Route) {
  const { input, output } = route.operation;
  const response: Record<string, object> = { '4xx': problem, '5xx': problem };
  for (const status of route.statuses) {
    const isEmpty = status === 204 || status === 304;
    response[status] = isEmpty ? { type: 'null' } : route.alsoYaml ? withYaml(output) : (output as object);
  }
  const params = getParams(route);
  return {
    ...(params.length > 0 ? { params: pickInput(input, params, route.rest) } : {}),
    ...(route.anyRequest ? {} : { querystring: pickInput(input, route.query ?? []) }),
    ...(takesBody(route) && !route.streamed && !route.anyRequest ? { body: getBody(route) } : {}),
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
