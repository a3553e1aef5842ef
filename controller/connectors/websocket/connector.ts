import { defineConnector } from '../contract/connector.js';
import { toAddresses } from '../contract/destinations.js';
import { encodeMessage, getInput, messageField, messageHints } from '../contract/messages.js';
import { WebSocketClient } from './client.js';
import { configSchema, type WebSocketConfig } from './config-schema.js';
import { feed } from './feed.js';

/** Servers of WebSocket (RFC 6455). */
export const webSocketConnector = defineConnector<WebSocketConfig, WebSocketClient>({
  name: 'websocket',
  title: 'WebSocket',
  description: 'A server of WebSocket: messages to it, and its messages as events.',
  configSchema,
  destinations: toAddresses('url'),
  client: {
    open: WebSocketClient.open,
    close: (client) => client.close(),
    isUsable: (client) => client.isUsable,
  },
  actions: {
    send: {
      title: 'Send a message',
      description: 'Sends a message, and returns when the server has it. Answers are not waited for.',
      hints: messageHints.adds,
      input: getInput(['message'], { message: messageField }),
      async run({ client }, { message }) {
        await client.send(encodeMessage(message).toString());
        return {};
      },
    },
  },
  events: feed,
  async test({ client, config }) {
    await client.ping();
    return `${new URL(config.url).host} answers`;
  },
});
