import type { Channel, ConsumeMessage } from 'amqplib';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { EventSource, IncomingMessage, Receiver } from '../contract/event-source.js';
import { Intake, whenAborted } from '../contract/intake.js';
import { nameField } from '../contract/server-fields.js';
import { AmqpClient } from './client.js';
import type { AmqpConfig } from './config-schema.js';

/** The messages of a queue, each confirmed once it is durable. */
export const queueSource: EventSource<AmqpConfig> = {
  input: {
    type: 'object',
    additionalProperties: false,
    oneOf: [{ required: ['queue'] }, { required: ['exchange', 'routingKey'] }],
    dependentRequired: { routingKey: ['exchange'] },
    properties: {
      queue: nameField('Queue', 'The name of the queue, which exists.', 'orders'),
      exchange: nameField(
        'Exchange',
        'In place of a queue: the name of an exchange. Messages that it takes while the service is away are lost.',
        'shop',
      ),
      routingKey: {
        ...nameField('Routing key', 'Only messages with this key, which may have wildcards.', 'orders.*'),
        minLength: 0,
      },
      prefetch: {
        title: 'Prefetch',
        description: 'The most messages that the server sends before the first of them is confirmed.',
        type: 'integer',
        minimum: 1,
        maximum: 1_000,
        default: 100,
        examples: [20],
      },
    },
  },
  guarantee: ({ queue }) => (queue === undefined ? 'lossy' : 'with-id'),
  async subscribe(context, { queue, exchange, routingKey, prefetch = 100 }, receiver) {
    const { signal } = context;
    const client = await AmqpClient.open(context);
    try {
      await client.follow(async (channel) => {
        const from =
          queue === undefined ? await bound(channel, String(exchange), String(routingKey)) : String(queue);
        await follow(channel, { queue: from, prefetch: Number(prefetch) }, receiver, signal);
      });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await client.close().catch(() => {});
    }
  },
};

/** Returns a queue of this connection alone, which takes the messages of an exchange from now on. */
async function bound(channel: Channel, exchange: string, routingKey: string): Promise<string> {
  const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
  await channel.bindQueue(queue, exchange, routingKey);
  return queue;
}

async function follow(
  channel: Channel,
  { queue, prefetch }: { queue: string; prefetch: number },
  receiver: Receiver,
  signal: AbortSignal,
): Promise<void> {
  const intake = new Intake(receiver);
  await channel.prefetch(prefetch);
  const cancelled = new Promise<never>((_, reject) => {
    const arrived = (message: ConsumeMessage | null): void => {
      if (message) {
        // A queue may have an exchange for messages that were refused, which keeps them.
        const refuse = (): void => channel.nack(message, false, false);
        intake.add(getMessage(message), () => channel.ack(message), refuse);
      } else reject(new Error(`the server ended the subscription to the queue ${queue}`));
    };
    channel.consume(queue, arrived).then(() => receiver.ready(), reject);
  });
  await Promise.race([cancelled, intake.failed, whenAborted(signal)]);
}

function getMessage({ content, fields, properties }: ConsumeMessage): IncomingMessage {
  const { messageId, contentType, timestamp, headers = {} } = properties;
  const seconds = typeof timestamp === 'number' ? timestamp : undefined;
  const texts = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : toJsonText(value),
  ]);
  return {
    ...(typeof messageId === 'string' && messageId !== '' ? { id: messageId } : {}),
    ...(typeof contentType === 'string' ? { contentType } : {}),
    ...(seconds === undefined || seconds > 1e11 ? {} : { time: new Date(seconds * 1_000).toISOString() }),
    body: content,
    headers: Object.fromEntries(texts),
    subject: fields.routingKey,
  };
}
