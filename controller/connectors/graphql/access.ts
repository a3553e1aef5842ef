import type { ClientContext, ConnectionContext } from '../contract/connector.js';
import { ConnectorError } from '../contract/connector.js';
import { openAccess, type ServerAccess } from '../http/client.js';
import { repeatedSecrets } from '../http/credentials/without-secrets.js';
import { signingFetch } from '../http/send-signed-in.js';
import type { GraphqlConfig } from './api.js';

/** @throws ConnectorError for two ways to sign in, and for a certificate or key that cannot be used */
export async function openGraphql({
  config,
  network,
  consent,
}: ClientContext<GraphqlConfig>): Promise<ServerAccess> {
  if (config.token === undefined || config.auth === undefined)
    return openAccess(config, config.endpoint, { network, consent });
  const detail = '`token` and `auth` both say how to sign in: remove one of them';
  throw new ConnectorError('configuration', 400, 'Sign-in not usable', detail);
}

/** Returns a context whose requests are signed in. */
export function signedContext<Context extends ConnectionContext<GraphqlConfig, ServerAccess>>(
  context: Context,
): Context & { sentSecrets: ReadonlySet<string> } {
  const sentSecrets = new Set(repeatedSecrets([context.config.auth], new Headers()));
  const network = { ...context.network, fetch: signingFetch(context.client, sentSecrets) };
  return { ...context, network, sentSecrets };
}
