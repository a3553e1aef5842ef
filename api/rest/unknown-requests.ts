import type { FastifyInstance } from 'fastify';
import findMyWay, { type HTTPVersion, type Instance } from 'find-my-way';
import { Problem } from '../../controller/problems/index.js';
import { routerOptions } from '../http/app.js';
import { platformEntities } from '../operations/registry.js';
import { listed, suggestion } from '../operations/shared/entity-types.js';

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
    paths ??= pathsOf(routes);
    const found = paths.find('GET', request.url);
    const allow = found && !isOfPlatform(found.params) ? found.store : undefined;
    if (allow === undefined) return done(notFound(request.url.split('?')[0] ?? ''));
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
 */
function notFound(path: string): Problem {
  const [, type] = entities.exec(path) ?? [];
  if (type === undefined) return new Problem('route_not_found', `There is nothing at ${path}`);
  const types = platformEntities.map((entity) => entity.type);
  if (types.includes(type)) return new Problem('route_not_found', `There is nothing at ${path}`);
  return new Problem('entity_type_unknown', `The platform has no entities of the type \`${type}\``, {
    hints: [...suggestion(type, types), `There are ${listed(types)}.`],
  });
}

/** Makes a router of one method, in which each route stores the methods that its path takes. */
function pathsOf(routes: readonly KnownRoute[]): Instance<HTTPVersion.V1> {
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
