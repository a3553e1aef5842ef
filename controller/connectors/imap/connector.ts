import { defineConnector } from '../contract/connector.js';
import { toServer } from '../contract/destinations.js';
import { actions } from './actions.js';
import { ImapClient } from './client.js';
import { configSchema, type ImapConfig } from './config-schema.js';
import { mailSource } from './mail-source.js';

/** Servers with mailboxes. */
export const imapConnector = defineConnector<ImapConfig, ImapClient>({
  name: 'imap',
  title: 'IMAP',
  description: 'A server with mailboxes: search, read, mark and move mails, and start flows by new ones.',
  configSchema,
  destinations: toServer,
  client: {
    open: ImapClient.open,
    close: (client) => client.close(),
    isUsable: (client) => client.isReady,
  },
  actions,
  events: mailSource,
  async test({ client, config }) {
    await client.use((session) => session.list());
    return `The server at ${config.host}:${config.port} answers`;
  },
});
