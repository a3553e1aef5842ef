import type { FastifyInstance } from 'fastify';
import findMyWay, { type HTTPVersion, type Instance } from 'find-my-way';
import { Problem } from '../../controller/problems/index.js';

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
    if (!request.is404) return done();
    paths ??= pathsOf(routes);
    const allow = paths.find('GET', request.url)?.store;
    if (allow === undefined)
      return done(new Problem('route_not_found', `There is nothing at ${request.url}`));
    reply.header('allow', allow);
    done(new Problem('method_not_allowed', `${request.method} is not taken here; ${allow} is`));
  });
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
