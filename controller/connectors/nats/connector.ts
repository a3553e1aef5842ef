import { defineConnector } from '../contract/connector.js';
import { toServer } from '../contract/destinations.js';
import { actions } from './actions.js';
import { NatsClient } from './client.js';
import { configSchema, type NatsConfig } from './config-schema.js';
import { messageSource } from './message-source.js';

/** Servers of NATS. Consumers are no actions: a message taken here would be lost when the step after it fails. */
export const natsConnector = defineConnector<NatsConfig, NatsClient>({
  name: 'nats',
  title: 'NATS',
  description: 'A server of NATS: messages, requests with replies, and streams (JetStream).',
  configSchema,
  destinations: toServer,
  client: {
    open: NatsClient.open,
    close: (client) => client.close(),
    isUsable: (client) => client.isOpen,
  },
  actions,
  events: messageSource,
  async test({ client }) {
    await client.ping();
    return `A server ${client.version} answers`;
  },
});
