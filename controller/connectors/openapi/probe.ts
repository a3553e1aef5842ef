import type { JsonObject } from '../../../schemas/json/types.js';
import { within } from '../../concurrency/signals.js';
import { type ConnectionContext, ConnectorError } from '../contract/connector.js';
import { actionsIn } from './actions.js';
import { type ApiClient, isAddress } from './client.js';
import type { OpenApiConfig } from './credentials/config.js';
import { getOperations } from './document/operations.js';
import { getPreset } from './presets/complete.js';
import { toDocument } from './presets/to-document.js';

/** Reads the description from its address, or asks the base address whether anything answers there. @throws ConnectorError */
export async function probe(context: ConnectionContext<OpenApiConfig, ApiClient>): Promise<string> {
  const tested = await probePreset(context);
  if (tested !== undefined) return tested;
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

/** Calls the operation by which a preset tests connections; undefined without one. */
async function probePreset(
  context: ConnectionContext<OpenApiConfig, ApiClient>,
): Promise<string | undefined> {
  const { config } = context;
  // The test of a preset of the repository is not known here.
  const preset = config.document === undefined ? getPreset(config as unknown as JsonObject, {}) : undefined;
  if (!preset?.test) return undefined;
  const { operation, with: input = {} } = preset.test;
  const action = actionsIn(toDocument(preset), config)[operation];
  await action?.run({ ...context, idempotencyKey: 'test', log: () => {} }, input);
  return `${preset.title} answers \`${operation}\` at ${new URL(config.baseUrl ?? preset.address).origin}`;
}
