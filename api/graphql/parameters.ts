import { GraphQLError } from 'graphql';
import { parseRequestParams, type Request, type RequestParams, type Response } from 'graphql-http';
import { Problem } from '../../controller/problems/index.js';
import { parseJsonText } from '../../schemas/json/json-text.js';
import { deepest, textNestsTooDeep } from '../../schemas/json/nesting.js';
import { isObject } from '../../schemas/json/values.js';
import type { PersistedQueries } from './persisted-queries.js';

/**
 * Reads the parameters of a request (GraphQL over HTTP specification), and finds the query that it only names.
 * @returns an HTTP answer for a request that cannot have parameters
 * @throws Problem, GraphQLError as the caller's error, not as an unexpected one
 */
export async function readParameters<Raw, Context>(
  request: Request<Raw, Context>,
  queries: PersistedQueries,
): Promise<RequestParams | Response> {
  try {
    return await parseRequestParams(completed(request, queries));
  } catch (error) {
    if (error instanceof Problem || error instanceof GraphQLError) throw error;
    throw new Problem('query_invalid', error instanceof Error ? error.message : 'This is no GraphQL request');
  }
}

/** Returns the request with its query in it. */
function completed<Raw, Context>(
  request: Request<Raw, Context>,
  queries: PersistedQueries,
): Request<Raw, Context> {
  const { method, url, body } = request;
  if (method === 'POST') {
    if (!isObject(body)) return request;
    const { query, extensions } = body as Record<string, unknown>;
    return { ...request, body: { ...(body as object), query: queries.complete(query, extensions) } };
  }
  const [path, search = ''] = url.split('?');
  const parameters = new URLSearchParams(search);
  for (const name of ['variables', 'extensions']) {
    if (textNestsTooDeep(parameters.get(name) ?? ''))
      throw new Problem('query_invalid', `\`${name}\` is nested deeper than ${deepest} levels`);
  }
  const extensions = parameters.get('extensions');
  if (extensions === null) return request;
  const query = queries.complete(parameters.get('query') ?? undefined, parseJsonText(extensions));
  if (typeof query === 'string') parameters.set('query', query);
  return { ...request, url: `${path}?${parameters}` };
}
