import type { Channel, ConsumeMessage } from 'amqplib';
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
    required: ['queue'],
    properties: {
      queue: nameField('Queue', 'The name of the queue, which exists.', 'orders'),
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
  guarantee: () => 'with-id',
  async subscribe(context, { queue, prefetch }, receiver) {
    const { signal } = context;
    const client = await AmqpClient.open(context);
    try {
      await client.follow((channel) =>
        follow(channel, { queue: String(queue), prefetch: Number(prefetch) }, receiver, signal),
      );
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await client.close().catch(() => {});
    }
  },
};

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
      if (message) intake.add(messageOf(message), () => channel.ack(message));
      else reject(new Error(`the server ended the subscription to the queue ${queue}`));
    };
    channel.consume(queue, arrived).then(() => receiver.ready(), reject);
  });
  await Promise.race([cancelled, intake.failed, whenAborted(signal)]);
}

function messageOf({ content, fields, properties }: ConsumeMessage): IncomingMessage {
  const { messageId, contentType, timestamp, headers = {} } = properties;
  const seconds = typeof timestamp === 'number' ? timestamp : undefined;
  const texts = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return {
    ...(typeof messageId === 'string' && messageId !== '' ? { id: messageId } : {}),
    ...(typeof contentType === 'string' ? { contentType } : {}),
    ...(seconds === undefined || seconds > 1e11 ? {} : { time: new Date(seconds * 1_000).toISOString() }),
    ...{ body: content, headers: Object.fromEntries(texts) },
    subject: fields.routingKey,
  };
}
