import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { askOverMcp, type Caller, type Outcome } from './surfaces.js';

/** Codes of calls that cannot be performed as they are written, whatever the installation holds. */
const malformed: ReadonlySet<string> = new Set([
  'body_invalid',
  'entity_type_unknown',
  'query_invalid',
  'request_invalid',
  'route_not_found',
  'unsupported_media_type',
]);

/** Returns the hints of an outcome that are whole calls, wherever they stand in it. */
export function findCalls({ data, problem }: Outcome): JsonObject[] {
  return [data ?? null, problem?.hints ?? null].flatMap(findIn);
}

function findIn(value: Json): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(findIn);
  if (!isObject(value)) return [];
  const { text, call, operation, hint, hintCall } = value;
  if (typeof text === 'string' && typeof call === 'string') return operation === undefined ? [] : [value];
  if (typeof hint === 'string' && isObject(hintCall)) return [{ text: hint, ...hintCall }];
  return Object.values(value).flatMap((each) => findIn(each ?? null));
}

/** Performs the call of a hint; returns why it cannot be performed. */
export async function performHint(
  surface: string,
  app: Caller,
  key: string,
  call: string,
): Promise<string | undefined> {
  if (/<\w+>|\{\w+\}/.test(call)) return 'has a place to fill';
  const code = await performers[surface]?.(app, key, call);
  return code !== undefined && malformed.has(code) ? code : undefined;
}

const performers: Readonly<
  Record<string, (app: Caller, key: string, call: string) => Promise<string | undefined>>
> = {
  async REST(app, key, call) {
    const [, method = '', url = '', body] = /^([A-Z]+) (\S+)(?: (.*))?$/s.exec(call) ?? [];
    if (method === '') return 'request_invalid';
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { payload: body }),
    });
    return answer.statusCode < 400 ? undefined : answer.json().code;
  },
  async GraphQL(app, key, query) {
    const headers = { 'x-api-key': key };
    const answer = await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } });
    return answer.json().errors?.[0].extensions.code;
  },
  async MCP(app, key, call) {
    const [, tool = '', text = ''] = /^(\S+) (\{.*\})$/s.exec(call) ?? [];
    const args = JSON.parse(text) as JsonObject;
    const isResource = tool === 'resources/read';
    const { result, error } = isResource
      ? await askOverMcp(app, key, tool, args)
      : await askOverMcp(app, key, 'tools/call', { name: tool, arguments: args });
    if (error) return error.data?.code ?? 'route_not_found';
    return result.isError ? result.structuredContent.code : undefined;
  },
};
