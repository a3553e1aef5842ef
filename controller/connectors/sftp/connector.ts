import type { JsonObject } from '../../../schemas/json/types.js';
import { defineConnector } from '../contract/connector.js';
import { toServer } from '../contract/destinations.js';
import { type SshConfig, configSchema as sshSchema } from '../ssh/config-schema.js';
import { place } from '../ssh/connect.js';
import { actions } from './actions.js';
import { SftpClient } from './client.js';

const configSchema: JsonObject = {
  ...sshSchema,
  title: 'SFTP connection',
  description: 'A server of SFTP, signed in to with a password or a private key.',
};

/** Files of a server over SSH (SFTP version 3). */
export const sftpConnector = defineConnector<SshConfig, SftpClient>({
  name: 'sftp',
  title: 'SFTP',
  description: 'Files of a server over SSH: list, read, write, rename and delete.',
  configSchema,
  destinations: toServer,
  client: {
    open: SftpClient.open,
    close: (client) => client.close(),
    isUsable: (client) => client.isReady,
  },
  actions,
  async test({ client, config, signal }) {
    await client.use(signal, (sftp) => sftp.realPath('.'));
    return `The server at ${place(config)} answers`;
  },
});
