import { type ConnectionContext, ConnectorError } from '../contract.js';
import type { HttpConfig } from './config-schema.js';
import { exchange } from './exchange.js';

/**
 * Asks for the base address. Any answer will do but a failure and a refusal of the credentials: an API need not have
 * anything there.
 * @throws ConnectorError
 */
export async function probe(
  fetch: typeof globalThis.fetch,
  context: ConnectionContext<HttpConfig>,
): Promise<string> {
  const asking = { ...context, idempotencyKey: 'test', log: () => {} };
  const status = await exchange(fetch, asking, { method: 'get', output: 'response' }).then(
    (answer) => Number((answer as { statusCode: number }).statusCode),
    (error) => statusOf(error),
  );
  return `${context.config.baseUrl} answers ${status}`;
}

/** @throws what is no answer, or one that refuses the credentials */
function statusOf(error: unknown): number {
  if (!(error instanceof ConnectorError) || error.kind !== 'communication') throw error;
  if (error.status >= 500 || [401, 403, 407].includes(error.status)) throw error;
  return error.status;
}
