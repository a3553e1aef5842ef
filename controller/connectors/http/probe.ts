import { type ConnectionContext, ConnectorError } from '../contract/connector.js';
import type { HttpConnection } from './client.js';
import type { HttpConfig } from './config-schema.js';
import { exchange } from './exchange.js';
import { buildRequest } from './request.js';

/**
 * Requests the base address. Accepts any response except a server error and a refusal of the credentials: an API need
 * not have a resource there.
 * @throws ConnectorError
 */
export async function probe(context: ConnectionContext<HttpConfig, HttpConnection>): Promise<string> {
  const { config } = context;
  const status = await exchange(context, () =>
    buildRequest({ config, idempotencyKey: 'test' }, { method: 'get' }),
  ).then(
    (answer) => answer.status,
    (error) => getStatus(error),
  );
  return `${config.baseUrl} answers ${status}`;
}

/** Returns the status of an accepted response. @throws any other error */
function getStatus(error: unknown): number {
  if (!(error instanceof ConnectorError) || error.kind !== 'communication') throw error;
  if (error.status >= 500 || [401, 403, 407].includes(error.status)) throw error;
  return error.status;
}
