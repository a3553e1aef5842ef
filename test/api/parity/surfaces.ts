import { createSchema } from '../../../api/graphql/schema.js';
import { fieldName } from '../../../api/graphql/types/operation-fields.js';
import { toolsByName } from '../../../api/mcp/listing/tools.js';
import { operations, platformEntities, routes } from '../../../api/operations/registry.js';
import type { Operation } from '../../../api/operations/shared/operation.js';
import { getParams, type Route, takesBody } from '../../../api/operations/shared/route.js';
import { kinds } from '../../../controller/kinds/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { getArguments, selectAll } from './selection.js';

/** The outcome of a call, in the form of a REST answer. */
export interface Outcome {
  data?: Json;
  problem?: { code: string; hints: Json; detail: string; errors: Json };
}

type Input = Readonly<Record<string, Json>>;

/** Sends requests to a service: those to a Fastify app are injected. */
export interface Caller {
  inject(request: {
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
    url: string;
    headers: Record<string, string>;
    payload?: string | object;
  }): Promise<{ statusCode: number; body: string; json(): ReturnType<typeof JSON.parse> }>;
}

export interface Surface {
  name: string;
  /** Makes the call; undefined when the surface does not offer it. */
  call(app: Caller, key: string, operation: string, input: Input): Promise<Outcome | undefined>;
}

const schema = createSchema({ operations, kinds });

function operationNamed(name: string): Operation {
  const operation = operations.find((each) => each.name === name);
  if (!operation) throw new Error(`No operation is named ${name}`);
  return operation;
}

export const rest: Surface = {
  name: 'REST',
  async call(app, key, operation, input) {
    const binding = bindingFor(operationNamed(operation), input);
    const { url, headers, payload } = requestFor(binding, input);
    const answer = await app.inject({
      method: binding.method,
      url,
      headers: { 'x-api-key': key, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    const value = answer.body === '' ? true : answer.json();
    const isDone = answer.statusCode < 400 && value?.code !== 'approval_pending';
    return isDone ? { data: value } : { problem: toProblem(value, value.detail) };
  },
};

export const graphQL: Surface = {
  name: 'GraphQL',
  async call(app, key, operation, { limit, cursor, ...input }) {
    const { hints, input: fields } = operationNamed(operation);
    // GraphQL has pages also of lists that come whole elsewhere.
    const comesWhole = !('limit' in fields.properties);
    const field = fieldName(operationNamed(operation));
    const known = getArguments(schema, field, !hints.readOnly);
    const isPaged = known.some(({ name }) => name === 'first');
    const paging = { first: limit ?? (comesWhole ? 200 : 50), after: cursor ?? null };
    const given: Record<string, Json> = isPaged ? { ...input, ...paging } : { ...input, ...asGiven(limit) };
    const passed = known.filter(({ name }) => given[name] !== undefined);
    const declared = passed.map(({ name, type }) => `$${name}: ${type}`).join(', ');
    const taken = passed.map(({ name }) => `${name}: $${name}`).join(', ');
    const query = `${hints.readOnly ? 'query' : 'mutation'} ${declared && `(${declared})`} { answer: ${field} ${taken && `(${taken})`}${selectAll(schema, field, !hints.readOnly)} }`;
    const answer = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'x-api-key': key },
      payload: { query, variables: given },
    });
    const { data, errors } = answer.json();
    if (errors) return { problem: toProblem(errors[0].extensions, errors[0].message) };
    const value = data.answer;
    if (Array.isArray(value)) return { data: { items: value } };
    if (!value?.pageInfo) return { data: value };
    const { hasNextPage, endCursor } = value.pageInfo;
    if (comesWhole) return { data: { items: value.nodes } };
    return { data: { items: value.nodes, nextCursor: hasNextPage ? endCursor : null } };
  },
};

export const mcp: Surface = {
  name: 'MCP',
  async call(app, key, operation, input) {
    const door = findDoor(operation, input);
    if (!door) return undefined;
    const { method, params, read } = door;
    const ask = (more: JsonObject) => askOverMcp(app, key, method, { ...params, ...more });
    let { result, error } = await ask({});
    // A person agrees to the call.
    const { code, confirm } = result?.structuredContent ?? {};
    if (code === 'confirmation_required')
      ({ result, error } = await ask({ arguments: { ...(params['arguments'] as JsonObject), confirm } }));
    if (error) return { problem: toProblem(error.data, error.data?.detail) };
    if (method === 'resources/read') return { data: JSON.parse(result.contents[0].text) };
    const value = result.structuredContent;
    return result.isError ? { problem: toProblem(value, value.detail) } : { data: read(value) };
  },
};

export async function askOverMcp(app: Caller, key: string, method: string, params: JsonObject) {
  const answer = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      host: '127.0.0.1',
      'x-api-key': key,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
    },
    payload: { jsonrpc: '2.0', id: 1, method, params },
  });
  return JSON.parse(getMessage(answer.body));
}

const asGiven = (limit: Json | undefined) => (limit === undefined ? {} : { limit });

function toProblem({ code, hints, errors }: JsonObject, detail: Json | undefined) {
  return { code: String(code), hints: hints ?? [], detail: String(detail), errors: errors ?? [] };
}

/** Returns the route whose fixed values match the input. */
function bindingFor(operation: Operation, input: Input): Route {
  const fits = ({ fixed = {} }: Route) =>
    Object.entries(fixed).every(([name, value]) => input[name] === value);
  const found = routes.find((binding) => binding.operation === operation && fits(binding));
  if (!found) throw new Error(`No path leads to ${operation.name}`);
  return found;
}

const headerFor: Readonly<Record<string, (value: Json) => Record<string, string>>> = {
  etag: (value) => ({ 'if-match': `"${value}"` }),
  wait: (value) => ({ prefer: `wait=${value}` }),
  idempotencyKey: (value) => ({ 'idempotency-key': String(value) }),
};

function requestFor(binding: Route, input: Input) {
  const left = new Map(Object.entries(input));
  for (const name of Object.keys(binding.fixed ?? {})) left.delete(name);
  let url = binding.path.replace('::', ':');
  for (const name of getParams(binding)) {
    const property = name === '*' ? (binding.rest ?? name) : name;
    const value = String(left.get(property));
    left.delete(property);
    url = url.replace(name === '*' ? '*' : `:${name}`, name === '*' ? value : encodeURIComponent(value));
  }
  const query = new URLSearchParams();
  for (const name of binding.query ?? []) {
    for (const value of [left.get(name) ?? []].flat()) query.append(name, String(value));
    left.delete(name);
  }
  const { payload, headers } = bodyFor(binding, left);
  for (const [name, value] of left) {
    const header = headerFor[name];
    if (!header) throw new Error(`${binding.method} ${binding.path} has no place for \`${name}\``);
    Object.assign(headers, header(value));
  }
  return { url: query.size > 0 ? `${url}?${query}` : url, headers, payload };
}

/** Moves the members of the body out of `left`. */
function bodyFor(binding: Route, left: Map<string, Json>) {
  const take = (name: string) => {
    const value = left.get(name);
    left.delete(name);
    return value;
  };
  const findPayload = (is: string | readonly string[]) => {
    if (typeof is === 'string') return take(is);
    return Object.fromEntries(is.filter((name) => left.has(name)).map((name) => [name, take(name)]));
  };
  const headers: Record<string, string> = {};
  if (!takesBody(binding)) return { headers, payload: undefined };
  const { body, bodies } = binding;
  headers['content-type'] = 'application/json';
  if (bodies) {
    const [type, is] =
      Object.entries(bodies).find(([, is]) => [is].flat().some((name) => left.has(name))) ?? [];
    headers['content-type'] = type ?? 'application/json';
    return { headers, payload: JSON.stringify(findPayload(is ?? '')) };
  }
  return { headers, payload: JSON.stringify(findPayload(body ?? [])) };
}

interface Door {
  method: 'tools/call' | 'resources/read';
  params: JsonObject;
  read(value: JsonObject): Json;
}

/** Members of answers that only agents get: the result in a word, the calls that follow, and what else there is. */
const ofAgents: ReadonlySet<string> = new Set([
  'result',
  'review',
  'suggestions',
  'note',
  'others',
  'untrusted',
]);

const whole = (value: JsonObject): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !ofAgents.has(name)));

/** Returns the tool or resource of an operation, undefined without one. */
export function findDoor(operation: string, input: Input): Door | undefined {
  const call = (name: string, args: JsonObject, read: Door['read'] = whole): Door => ({
    method: 'tools/call',
    params: { name, arguments: args },
    read,
  });
  if (operation === 'delete-api-key') return call(operation, { ...input }, () => true);
  // Lists over MCP are short unless the caller asks for all members.
  if (operation === 'list-entities') return call(operation, { ...input, fields: ['*'] });
  if (toolsByName.has(operation)) return call(operation, { ...input });
  if (operation === 'replace-entity') return call('update-entity', { ...input });
  if (operation === 'list-versions' && input['limit'] === undefined && input['cursor'] === undefined) {
    const uri = `versions:///${input['type']}/${input['name']}/history?branch=${input['branch']}`;
    return { method: 'resources/read', params: { uri }, read: whole };
  }
  for (const entity of platformEntities) {
    const { type, named } = entity;
    const { [named]: name = null, branch = null, ...rest } = input;
    const at = branch === null ? { type } : { type, branch };
    const definition = (value: JsonObject): Json => value['definition'] ?? null;
    const written = ({ definition, dryRun, change, diff }: JsonObject): Json =>
      dryRun ? ({ ...(definition as JsonObject), dryRun, change, diff } as JsonObject) : (definition ?? null);
    if (entity.read.name === operation) return call('read-entity', { ...at, name }, definition);
    if (entity.list.name === operation) {
      const { limit, cursor, ...filter } = rest;
      const paging = { ...asGiven(limit), ...(cursor === undefined ? {} : { cursor }) };
      const items = (page: JsonObject) => ((page['items'] ?? []) as JsonObject[]).map(definition);
      return call('list-entities', { ...at, filter, ...paging, fields: ['*'] }, (page) => ({
        ...(whole(page) as JsonObject),
        items: items(page),
      }));
    }
    const { dryRun, jsonPatch, ...fields } = rest;
    const how = dryRun === undefined ? {} : { dryRun };
    if (entity.create?.name === operation) {
      const { dryRun: _dryRun, ...definition } = input;
      return call('create-entity', { type, definition, ...how } as JsonObject, written);
    }
    if (entity.update?.name === operation) {
      const patch = entity.definition === undefined ? fields : (input[entity.definition] ?? {});
      const change = jsonPatch === undefined ? { patch } : { jsonPatch };
      return call('update-entity', { ...at, name, ...change, ...how } as JsonObject, written);
    }
  }
  return undefined;
}

/** The answer itself, which comes as JSON or as the last of some server-sent events. */
function getMessage(body: string): string {
  const events = body.split('\n').filter((line) => /^data: ./.test(line));
  return events.at(-1)?.slice('data: '.length) ?? body;
}
