import { defineConnector } from '../contract/connector.js';
import { toServer } from '../contract/destinations.js';
import { actions } from './actions.js';
import { SshClient } from './client.js';
import { configSchema, type SshConfig } from './config-schema.js';

/** Servers of SSH. */
export const sshConnector = defineConnector<SshConfig, SshClient>({
  name: 'ssh',
  title: 'SSH',
  description: 'A server of SSH: commands.',
  configSchema,
  destinations: toServer,
  client: {
    open: SshClient.open,
    close: (client) => client.close(),
    isUsable: (client) => client.isReady,
  },
  actions,
  async test({ client, config, signal }) {
    await client.run({ command: 'true' }, signal);
    return `The server at ${config.host}:${config.port} answers`;
  },
});
