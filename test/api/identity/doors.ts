import type { FastifyInstance } from 'fastify';
import { routes } from '../../../api/operations/registry.js';
import { getExample } from '../../../api/operations/shared/example-value.js';
import type { Operation } from '../../../api/operations/shared/operation.js';
import { getBody, getParams, type Route, takesBody } from '../../../api/operations/shared/route.js';
import type { JsonObject } from '../../../schemas/json/types.js';

/** One way to call one operation from outside. Every surface lists its own doors; the walk test calls all of them. */
export interface Door {
  /** Such as `POST /api/v1/:branch/flows/:flow/runs`. */
  name: string;
  operation: Operation;
  /** True for a door that opens without a credential; the test names such doors. */
  isOpen: boolean;
  /** Calls with input that fits. @returns the code of the problem, or `ok` */
  knock(credential: string | undefined): Promise<string>;
}

/** Values for inputs whose schemas have no examples that exist in the fixtures. */
export const known: Readonly<Record<string, string>> = {
  branch: 'live',
  op: 'platform',
  type: 'flow',
};

export function restDoors(app: FastifyInstance): Door[] {
  return routes.map((binding) => ({
    name: `${binding.method} ${binding.path}`,
    operation: binding.operation,
    isOpen: binding.credential !== undefined,
    async knock(credential) {
      const payload = takesBody(binding) ? bodyFor(binding) : undefined;
      const type = Object.keys(binding.bodies ?? {})[0] ?? 'application/json';
      const answer = await app.inject({
        method: binding.method,
        url: urlFor(binding),
        headers: {
          ...(credential === undefined ? {} : { 'x-api-key': credential }),
          ...(payload === undefined ? {} : { 'content-type': type }),
        },
        ...(payload === undefined ? {} : { payload: JSON.stringify(payload) }),
      });
      return answer.statusCode < 400 ? 'ok' : answer.json().code;
    },
  }));
}

function urlFor(binding: Route): string {
  const { properties } = binding.operation.input;
  let url = binding.path.replace('::', ':');
  for (const name of getParams(binding)) {
    const input = name === '*' ? (binding.rest ?? name) : name;
    const value = known[name] ?? String(getExample(properties[input] ?? true) || 'some');
    url = url.replace(name === '*' ? '*' : `:${name}`, name === '*' ? value : encodeURIComponent(value));
  }
  return url;
}

function bodyFor(binding: Route): unknown {
  const schema = getBody(binding) as JsonObject;
  const content = schema['content'] as Record<string, { schema: JsonObject }> | undefined;
  const [first] = Object.values(content ?? {});
  return getExample(first?.schema ?? schema);
}

/** Returns the path with every parameter as `:x`, since their names do not matter to the server. */
export function getShape(path: string): string {
  return path
    .replaceAll('::', '%3A')
    .replaceAll(/:\w+(\|:\w+)*/g, ':x')
    .replace(/([^/])\*$/, '$1/*');
}

/** The shape of every path in the table of the server itself. */
export function getPaths(app: FastifyInstance): string[] {
  const paths: string[] = [];
  const stack: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^((?:│ {3}| {4})*)[├└]── (\S+)/.exec(line);
    if (!match) continue;
    const depth = (match[1]?.length ?? 0) / 4;
    stack.length = depth;
    stack.push(match[2] ?? '');
    const path = stack.join('');
    // The table does not distinguish a colon from the start of a parameter, and joins parameters of one place.
    const shape = getShape(path);
    paths.push(
      getShape(routes.find((route) => getShape(route.path.replace('::', ':')) === shape)?.path ?? path),
    );
  }
  return paths;
}
