import type { FastifyInstance } from 'fastify';
import { exampleOf } from '../../../api/operations/example-value.js';
import type { Operation } from '../../../api/operations/operation.js';
import { bodyOf, paramsOf, type RestBinding, takesBody } from '../../../api/rest/binding.js';
import { routes } from '../../../api/rest/routes/index.js';
import type { JsonObject } from '../../../schemas/json.js';

/** One way to reach one operation from outside. Every surface lists its own; the walk knocks at all of them. */
export interface Door {
  /** Such as `POST /api/v1/:branch/flows/:flow/runs`. */
  name: string;
  operation: Operation;
  /** Whether it opens without a credential; such doors are named in the test. */
  isOpen: boolean;
  /** Calls with input that fits. @returns the code of the problem, or `ok` */
  knock(credential: string | undefined): Promise<string>;
}

/** Values for inputs whose schemas have no examples that are there. */
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

function urlFor(binding: RestBinding): string {
  const { properties } = binding.operation.input;
  let url = binding.path.replace('::', ':');
  for (const name of paramsOf(binding)) {
    const input = name === '*' ? (binding.rest ?? name) : name;
    const value = known[name] ?? String(exampleOf(properties[input] ?? true) || 'some');
    url = url.replace(name === '*' ? '*' : `:${name}`, name === '*' ? value : encodeURIComponent(value));
  }
  return url;
}

function bodyFor(binding: RestBinding): unknown {
  const schema = bodyOf(binding) as JsonObject;
  const content = schema['content'] as Record<string, { schema: JsonObject }> | undefined;
  const [first] = Object.values(content ?? {});
  return exampleOf(first?.schema ?? schema);
}

/** The path with every parameter as `:x`: what they are called is nothing to the server. */
export function shapeOf(path: string): string {
  return path
    .replaceAll('::', '%3A')
    .replaceAll(/:\w+(\|:\w+)*/g, ':x')
    .replace(/([^/])\*$/, '$1/*');
}

/** The shape of every path in the table of the server itself. */
export function pathsOf(app: FastifyInstance): string[] {
  const paths: string[] = [];
  const stack: string[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^((?:│ {3}| {4})*)[├└]── (\S+)/.exec(line);
    if (!match) continue;
    const depth = (match[1]?.length ?? 0) / 4;
    stack.length = depth;
    stack.push(match[2] ?? '');
    const path = stack.join('');
    // The table does not tell a colon from the start of a parameter.
    paths.push(shapeOf(routes.find((route) => route.path.replace('::', ':') === path)?.path ?? path));
  }
  return paths;
}
