import type { HintCall } from '../../controller/problems/index.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { routes } from '../operations/registry.js';
import { toLineJson } from '../operations/shared/line-json.js';
import { getBodyInputs, getParams, type Route, takesBody } from '../operations/shared/route.js';
import { signInRoutes } from '../operations/sign-in/routes.js';

const allRoutes: readonly Route[] = [...routes, ...signInRoutes];

/** Writes a call as a request: `POST /api/v1/main/flows/greet/runs {"name": "Ada"}`. */
export function requestText({ operation, arguments: args }: HintCall): string {
  if (operation === undefined) return `?${toSearch(Object.entries(args))}`;
  const route = findRoute(operation, args);
  return route ? writeRequest(route, args) : operation;
}

/** Returns the first route of an operation that the arguments fit; a route for one type is only for that type. */
function findRoute(operation: string, args: JsonObject): Route | undefined {
  const fits = ({ fixed = {} }: Route) =>
    Object.entries(fixed).every(([name, value]) => args[name] === value);
  return allRoutes.find((route) => route.operation.name === operation && fits(route));
}

function writeRequest(route: Route, args: JsonObject): string {
  const { method, rest, fixed = {}, query = [] } = route;
  const inPath = new Set(getParams(route).map((name) => (name === '*' && rest ? rest : name)));
  const others = Object.entries(args).filter(([name]) => !inPath.has(name) && !Object.hasOwn(fixed, name));
  const search = toSearch(others.filter(([name]) => query.includes(name)));
  const body = takesBody(route) ? getBody(route, others) : undefined;
  const address = `${writePath(route, args)}${search === '' ? '' : `?${search}`}`;
  return body === undefined ? `${method} ${address}` : `${method} ${address} ${toLineJson(body)}`;
}

function getBody(route: Route, args: readonly [string, Json][]): Json | undefined {
  const { body, bodies = {} } = route;
  const isWhole = ([name]: [string, Json]) => [body, ...Object.values(bodies)].includes(name);
  const whole = args.find(isWhole);
  if (whole) return whole[1];
  const names = getBodyInputs(route);
  const members = args.filter(([name]) => names.includes(name));
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

/** Fills the parameters of a path; those without a value stay as `{name}`. */
function writePath({ path, rest }: Route, args: JsonObject): string {
  const fill = (name: string) => {
    const value = args[name];
    return value === undefined ? `{${name}}` : encodeURIComponent(String(value));
  };
  // A double colon is one that stands in the path itself.
  return path
    .replace(/\*$/, () => fill(rest ?? '*'))
    .replace(/::|:(\w+)/g, (_, name?: string) => (name === undefined ? ':' : fill(name)));
}

function toSearch(args: readonly [string, Json][]): string {
  const texts = args.map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : toJsonText(value),
  ]);
  return new URLSearchParams(texts).toString();
}
