import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { type Action, ConnectorError } from '../contract/connector.js';
import {
  decodeMessage,
  encodeMessage,
  getInput,
  headersField,
  jsonField,
  messageField,
  messageHints,
} from '../contract/messages.js';
import { nameField } from '../contract/server-fields.js';
import type { AmqpClient } from './client.js';
import type { AmqpConfig } from './config-schema.js';

const text = (title: string, description: string, example: string): JsonObject => ({
  ...nameField(title, description, example),
  maxLength: 255,
});
const queue = text('Queue', 'The name of the queue.', 'orders');

export const actions: Readonly<Record<string, Action<AmqpConfig, AmqpClient>>> = {
  publish: {
    title: 'Publish a message',
    description:
      'Sends a message and returns when the server has confirmed it, with its id. A message that reaches no queue is an error.',
    hints: messageHints.adds,
    input: getInput(['routingKey', 'message'], {
      exchange: {
        ...text('Exchange', 'The exchange; left out, the routing key is the name of a queue.', 'shop'),
        minLength: 0,
        default: '',
      },
      routingKey: {
        ...text('Routing key', 'The key by which the exchange finds queues.', 'orders'),
        minLength: 0,
      },
      message: messageField,
      headers: headersField,
      persistent: {
        title: 'Persistent',
        description: 'Whether the message outlives a restart of the server, in a durable queue.',
        type: 'boolean',
        default: true,
        examples: [false],
      },
      id: text(
        'Message id',
        'The id by which receivers find duplicates; left out, attempts of one step have the same.',
        'order-17',
      ),
    }),
    async run({ client, idempotencyKey }, { exchange, routingKey, message, headers, persistent, id }) {
      const content = encodeMessage(message);
      const messageId = String(id ?? idempotencyKey);
      await client.onConfirmChannel((channel) => {
        let isReturned = false;
        channel.on('return', () => {
          isReturned = true;
        });
        return new Promise<void>((resolve, reject) => {
          const options = {
            mandatory: true,
            persistent: persistent !== false,
            messageId,
            contentType: typeof message === 'string' ? 'text/plain' : 'application/json',
            ...(headers === undefined ? {} : { headers }),
          };
          channel.publish(String(exchange ?? ''), String(routingKey), content, options, (error) => {
            if (error) reject(error);
            else if (isReturned) reject(unroutable(String(routingKey)));
            else resolve();
          });
        });
      });
      return { id: messageId };
    },
  },
  get: {
    title: 'Take a message',
    description:
      'Takes the first message of a queue, or null from an empty one. The server deletes it as it sends it: when the step fails afterwards, the message is lost (at most once).',
    hints: messageHints.takes,
    input: getInput(['queue'], { queue, json: jsonField }),
    async run({ client }, { queue, json }) {
      const message = await client.toTake((channel) => channel.get(String(queue), { noAck: true }));
      if (!message) return null;
      const { fields, properties, content } = message;
      return {
        ...decodeMessage(content, json),
        id: properties.messageId ?? null,
        headers: plain(properties.headers),
        exchange: fields.exchange,
        routingKey: fields.routingKey,
        redelivered: fields.redelivered,
        remaining: fields.messageCount,
      };
    },
  },
  'declare-queue': {
    title: 'Declare a queue',
    description:
      'Creates a queue where there is none. Returns its state; a queue with other properties is an error.',
    hints: messageHints.sets,
    input: getInput(['queue'], {
      queue,
      durable: {
        title: 'Durable',
        description: 'Whether the queue outlives a restart of the server.',
        type: 'boolean',
        default: true,
        examples: [true],
      },
      arguments: {
        title: 'Arguments',
        description: 'Properties of the queue that the server knows.',
        type: 'object',
        examples: [{ 'x-queue-type': 'quorum' }],
      },
    }),
    run: ({ client }, { queue, durable, arguments: passedArguments }) =>
      client.onChannel(async (channel) => {
        const options = { durable: durable !== false, arguments: passedArguments };
        return getState(await channel.assertQueue(String(queue), options));
      }),
  },
  'queue-status': {
    title: 'Read the state of a queue',
    description: 'Returns how many messages wait in a queue, and how many consumers it has.',
    hints: messageHints.reads,
    input: getInput(['queue'], { queue }),
    run: ({ client }, { queue }) =>
      client.onChannel(async (channel) => getState(await channel.checkQueue(String(queue)))),
  },
};

function getState(queue: { queue: string; messageCount: number; consumerCount: number }): JsonObject {
  return { queue: queue.queue, messages: queue.messageCount, consumers: queue.consumerCount };
}

function unroutable(routingKey: string): ConnectorError {
  const detail = `No queue takes a message with the routing key ${routingKey}`;
  return new ConnectorError('validation', 400, 'Message not routed', detail);
}

/** Headers as JSON: those of other senders may hold bytes and dates. */
function plain(headers: unknown): JsonObject {
  return parseJsonText(toJsonText(headers ?? {})) as JsonObject;
}
