import { toJsonText } from '../../schemas/json/json-text.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { platformEntities, routes, tools } from '../operations/registry.js';
import type { Operation } from '../operations/shared/operation.js';
import type { Method, Route } from '../operations/shared/route.js';
import { getName } from '../operations/shared/tool.js';

/** Fields of other surfaces, as arguments of tools. */
const terms: readonly [RegExp, string][] = [
  [/`\?propose=true`/g, '`propose: true`'],
  [/`\?dryRun=true`/g, '`dryRun: true`'],
  [/`Idempotency-Key`/g, '`idempotencyKey`'],
  [/`If-Match`/g, '`etag`'],
  [
    /All paths start with `\/api\/v1\/`\..*$/,
    'Call `describe {}` for what is here, or `describe {"type": "tool"}` for the tools.',
  ],
  [/is `\/api\/v1\/\{branch\}\/hooks/g, 'ends with `/hooks'],
];

/** Returns a hint with each REST call replaced by the call of a tool that does the same. */
export function forAgents(hint: string): string {
  const called = hint.replaceAll(
    /`(?:(GET|POST|PUT|PATCH|DELETE) )?(\/api\/v1\/[^`\s?]+|…\/[^`\s?]+)(?:\?[^`]*)?`/g,
    (whole, method: Method | undefined, path: string) =>
      method === undefined ? whole : callFor(method, path),
  );
  return terms.reduce((text, [pattern, term]) => text.replace(pattern, term), called);
}

function callFor(method: Method, path: string): string {
  const route = routeAt(method, path);
  if (!route) return '`describe {}`';
  const { operation, fixed = {} } = route;
  const { type } = fixed as { type?: string };
  const isList = operation.name === 'list-entities' && type !== undefined;
  const tool = isList ? call('list-entities', { type }) : toolFor(operation);
  return `\`${tool ?? `describe {"topic": "operation.${operation.name}"}`}\``;
}

/** Calls of operations that no tool is named after. */
const calls: Readonly<Record<string, string>> = {
  'list-connection-actions': 'describe {"type": "connection", "name": "<name>"}',
  'test-connection': 'invoke-connector-action',
  'describe-flow': 'describe {"type": "flow", "name": "<name>"}',
  'list-versions': 'the resource versions:///{type}/{name}/history',
  'list-entity-types': 'describe {}',
  'list-errors': 'describe {"topic": "error"}',
  'list-trigger-states': 'list-entities {"type": "trigger"}',
};

function toolFor(operation: Operation): string | undefined {
  const own = tools.find((tool) => getName(tool) === operation.name);
  if (own && operation.name !== 'list-entities') return getName(own);
  for (const entity of platformEntities) {
    const { type, list, read, create, update } = entity;
    if (operation === list) return call('list-entities', { type });
    if (operation === read) return call('read-entity', { type, name: `<${entity.named}>` });
    if (operation === create) return `create-entity {"type": "${type}", "definition": {…}}`;
    if (operation === update) return `update-entity {"type": "${type}", "name": "…", "patch": {…}}`;
  }
  return calls[operation.name] ?? (own ? 'list-entities' : undefined);
}

function call(tool: string, args: JsonObject): string {
  return `${tool} ${toJsonText(args).replaceAll('":', '": ').replaceAll(',"', ', "')}`;
}

function routeAt(method: Method, path: string): Route | undefined {
  const segments = path.split('/');
  const fits = (route: string) => {
    const parts = route.split('/');
    const isSame = (part: string, index: number) => isParameter(part) || part === segments[index];
    return parts.length === segments.length && parts.every(isSame);
  };
  const candidates = routes.filter((route) => route.method === method && fits(route.path));
  // A path with fewer parameters is the more exact one.
  const parameters = (route: string) => route.split('/').filter(isParameter).length;
  return candidates.sort((a, b) => parameters(a.path) - parameters(b.path))[0];
}

function isParameter(part: string): boolean {
  return part.startsWith(':') || part === '*';
}
