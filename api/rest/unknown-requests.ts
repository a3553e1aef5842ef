import type { FastifyInstance } from 'fastify';
import findMyWay, { type HTTPVersion, type Instance } from 'find-my-way';
import { nearest, Problem } from '../../controller/problems/index.js';
import { platformEntities } from '../operations/platform-entities.js';

interface KnownRoute {
  readonly method: string;
  readonly path: string;
}

/** As the router of the requests reads a path. */
export const routerOptions = { maxParamLength: 512, ignoreTrailingSlash: true };

/**
 * Answers what no route takes: `method_not_allowed` with the methods that the path takes, else `route_not_found`. Nothing
 * of the body is looked at, whatever its type and size.
 * @param routes all there are
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
    done(new Problem('method_not_allowed', `${request.method} is not taken here; ${allow} is`));
  });
}

/** No branch is called so: a path that takes one for it has nothing to do with what was asked. */
function isOfPlatform(params: unknown): boolean {
  return (params as { branch?: string } | undefined)?.branch === 'platform';
}

const entities = /^\/api\/v1\/platform\/entities\/platform\/([^/]{1,100})/;

/**
 * What types there are, for who looks for one of the platform.
 * @param path without the query, which may hold the token of a link
 */
function notFound(path: string): Problem {
  const [, type] = entities.exec(path) ?? [];
  if (type === undefined) return new Problem('route_not_found', `There is nothing at ${path}`);
  const types = platformEntities.map((entity) => entity.type);
  const isKnown = types.includes(type);
  const near = nearest(type, types);
  return new Problem(
    isKnown ? 'route_not_found' : 'entity_type_unknown',
    isKnown ? `There is nothing at ${path}` : `The platform has no entities of the type \`${type}\``,
    {
      hints: isKnown
        ? []
        : [
            ...(near === undefined ? [] : [`Did you mean \`${near}\`?`]),
            `There are ${types.map((each) => `\`${each}\``).join(', ')}.`,
          ],
    },
  );
}

/** A router of one method, whose routes tell the methods that their path takes. */
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
