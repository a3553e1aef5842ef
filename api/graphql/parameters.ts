import { parseRequestParams, type Request, type RequestParams, type Response } from 'graphql-http';
import { Problem } from '../../controller/problems/index.js';
import { deepest, textNestsTooDeep } from '../../schemas/json/nesting.js';

/**
 * Reads the parameters of a request (GraphQL over HTTP specification).
 * @returns an HTTP answer for a request that cannot have parameters
 * @throws Problem as the caller's error, not as an unexpected one
 */
export async function readParameters<Raw, Context>(
  request: Request<Raw, Context>,
): Promise<RequestParams | Response> {
  try {
    if (request.method === 'GET') refuseDeepParameters(request.url);
    return await parseRequestParams(request);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('query_invalid', error instanceof Error ? error.message : 'This is no GraphQL request');
  }
}

/** Refuses variables and extensions whose JSON a parser would not survive. @throws Problem query_invalid */
function refuseDeepParameters(url: string): void {
  const [, search = ''] = url.split('?');
  const parameters = new URLSearchParams(search);
  for (const name of ['variables', 'extensions']) {
    if (textNestsTooDeep(parameters.get(name) ?? ''))
      throw new Problem('query_invalid', `\`${name}\` is nested deeper than ${deepest} levels`);
  }
}
