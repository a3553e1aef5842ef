import { within } from '../../concurrency/signals.js';
import { type ConnectionContext, ConnectorError } from '../contract/connector.js';
import { type ApiClient, isAddress } from './client.js';
import type { OpenApiConfig } from './credentials/config.js';
import { getOperations } from './document/operations.js';

/** Reads the description from its address, or asks the base address whether anything answers there. @throws ConnectorError */
export async function probe(context: ConnectionContext<OpenApiConfig, ApiClient>): Promise<string> {
  const { config, client, signal } = context;
  if (isAddress(config.document)) {
    const { length } = getOperations(await client.document(context));
    return `${new URL(config.document).origin} describes ${length} ${length === 1 ? 'operation' : 'operations'}`;
  }
  if (config.baseUrl === undefined) {
    return 'The description is a file; without `baseUrl`, nothing was asked';
  }
  const { baseUrl } = config;
  const ms = Math.ceil((config.timeout ?? 30) * 1_000);
  const status = await within(ms, signal, async (limited) => {
    const response = await client.access.fetch(baseUrl, { signal: limited, redirect: 'manual' });
    await response.body?.cancel();
    return response.status;
  });
  if (status < 500) return `${baseUrl} answers ${status}`;
  throw new ConnectorError('communication', status, 'Server error', `${baseUrl} answers ${status}`);
}
