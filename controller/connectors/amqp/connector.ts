import { defineConnector } from '../contract/connector.js';
import { toServer } from '../contract/destinations.js';
import { actions } from './actions.js';
import { AmqpClient } from './client.js';
import { type AmqpConfig, configSchema } from './config-schema.js';
import { queueSource } from './queue-source.js';

/** Servers of AMQP 0-9-1. */
export const amqpConnector = defineConnector<AmqpConfig, AmqpClient>({
  name: 'amqp',
  title: 'AMQP',
  description: 'A server of AMQP 0-9-1, such as RabbitMQ: messages to exchanges and from queues.',
  configSchema,
  destinations: toServer,
  client: {
    open: AmqpClient.open,
    close: (client) => client.close(),
    isUsable: (client) => client.isUsable,
  },
  actions,
  events: queueSource,
  async test({ client }) {
    // A channel shows that the connection still works.
    await client.onChannel(async () => {});
    return `${client.version} answers`;
  },
});
