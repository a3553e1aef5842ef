import { defineConnector } from '../contract/connector.js';
import { toServer } from '../contract/destinations.js';
import { actions } from './actions.js';
import { SmtpClient } from './client.js';
import { configSchema, type SmtpConfig } from './config-schema.js';

/** Servers that take e-mail. */
export const smtpConnector = defineConnector<SmtpConfig, SmtpClient>({
  name: 'smtp',
  title: 'SMTP',
  description: 'A server that takes e-mail.',
  configSchema,
  destinations: toServer,
  client: {
    open: SmtpClient.open,
    close: (client) => client.close(),
    isUsable: (client) => client.isReady,
  },
  actions,
  async test({ client, config, signal }) {
    await client.check(signal);
    return `The server at ${config.host}:${config.port} answers`;
  },
});
