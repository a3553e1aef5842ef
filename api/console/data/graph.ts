import { sendRequest } from './client.js';
import { parseExactJson } from './exact-json.js';
import { getHintText, ServiceProblem } from './problem.js';

interface GraphError {
  message: string;
  extensions?: { code?: string; status?: number; hints?: readonly unknown[] };
}

/**
 * Asks for several things in one request, in GraphQL, and for no more than the page shows of each. What the person may not see
 * is null in the answer.
 * @throws ServiceProblem
 */
export async function queryGraph<Answer>(
  query: string,
  variables: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Answer> {
  const answer = await sendRequest('/graphql', {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: { query, variables },
    signal,
  });
  const { data, errors = [] } = parseExactJson(await answer.text()) as {
    data?: Answer | null;
    errors?: GraphError[];
  };
  const error =
    errors.find(({ extensions }) => extensions?.code !== 'forbidden') ?? (data ? undefined : errors[0]);
  if (data && !error) return data;
  const { code = 'unexpected', status = 500, hints = [] } = error?.extensions ?? {};
  throw new ServiceProblem(code, status, error?.message ?? '', '', hints.map(getHintText));
}
