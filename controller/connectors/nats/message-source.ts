import type { ConsumerInfo, JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream';
import type { Msg, MsgHdrs } from '@nats-io/transport-node';
import type { JsonObject } from '../../../schemas/json/types.js';
import type { EventSource, IncomingMessage, Receiver } from '../contract/event-source.js';
import { Intake, whenAborted } from '../contract/intake.js';
import { nameField } from '../contract/server-fields.js';
import { NatsClient } from './client.js';
import type { NatsConfig } from './config-schema.js';

interface StreamSubscription {
  stream: string;
  consumer: string;
  subject?: string;
  from: 'start' | 'end';
}

/** Messages that the server sends before the first of them is confirmed. */
const maxUnderWay = 256;
/**
 * The server sends a message again that was not confirmed for so long, in nanoseconds. Short, because messages that were
 * on their way to a process that died wait for it; one that comes twice starts one run.
 */
const confirmedWithin = 5_000_000_000;

/** The messages of a stream of JetStream by a durable consumer, or those that are published to a subject now. */
export const messageSource: EventSource<NatsConfig> = {
  input: {
    type: 'object',
    additionalProperties: false,
    anyOf: [{ required: ['stream'] }, { required: ['subject'] }],
    dependentRequired: { consumer: ['stream'], from: ['stream'], queue: ['subject'] },
    properties: {
      stream: nameField(
        'Stream',
        'The name of the stream, which keeps messages until they are confirmed.',
        'ORDERS',
      ),
      consumer: nameField(
        'Consumer',
        'The durable consumer, `svc` when left out; each consumer gets every message once. It is created when it is missing.',
        'svc-orders',
      ),
      subject: nameField(
        'Subject',
        'Only messages of this subject, which may have wildcards. Without `stream`, messages that are published while the service is away are lost.',
        'orders.>',
      ),
      from: {
        title: 'From',
        description:
          'Where a new consumer begins: with the first message of the stream (`start`), or after the last (`end`).',
        enum: ['start', 'end'],
        examples: ['end'],
      },
      queue: nameField('Queue group', 'Members of a group share the messages of the subject.', 'svc'),
    },
  },
  guarantee: ({ stream }) => (stream === undefined ? 'lossy' : 'once'),
  async subscribe(context, subscription, receiver) {
    const { signal } = context;
    const client = await NatsClient.open(context);
    const { stream, subject, queue, consumer = 'svc', from = 'start' } = subscription;
    try {
      if (stream === undefined) {
        await followSubject(client, { subject: String(subject), queue }, receiver, signal);
      } else {
        const options = { ...subscription, consumer, from } as unknown as StreamSubscription;
        await client.stream((streams, manager) => followStream(streams, manager, options, receiver, signal));
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      await client.close();
    }
  },
};

async function followStream(
  streams: JetStreamClient,
  manager: JetStreamManager,
  options: StreamSubscription,
  receiver: Receiver,
  signal: AbortSignal,
): Promise<void> {
  const { stream, consumer: name } = options;
  const { created } = await manager.streams.info(stream);
  await ensureConsumer(manager, options);
  const consumer = await streams.consumers.get(stream, name);
  const intake = new Intake(receiver);
  const messages = await consumer.consume({
    max_messages: maxUnderWay,
    callback: (message) => intake.add(streamMessage(message, created), () => message.ack()),
  });
  try {
    receiver.ready();
    const ended = messages.closed().then((error) => {
      throw error ?? new Error('the server ended the consumer');
    });
    await Promise.race([intake.failed, ended, whenAborted(signal)]);
  } finally {
    messages.stop();
  }
}

async function ensureConsumer(
  manager: JetStreamManager,
  { stream, consumer, subject, from }: StreamSubscription,
): Promise<ConsumerInfo> {
  const consumerInfo = await manager.consumers.info(stream, consumer).catch(() => undefined);
  if (consumerInfo) return consumerInfo;
  return manager.consumers.add(stream, {
    durable_name: consumer,
    ack_policy: 'explicit',
    ack_wait: confirmedWithin,
    max_ack_pending: maxUnderWay * 4,
    deliver_policy: from === 'end' ? 'new' : 'all',
    ...(subject === undefined ? {} : { filter_subject: subject }),
  });
}

/** The id names the stream by its creation, because a stream that is created again counts from 1 again. */
function streamMessage(message: JsMsg, created: string): IncomingMessage {
  const { subject, seq, data, headers, time } = message;
  const since = new Date(created).getTime();
  return { ...plain(subject, data, headers), id: `${since}/${seq}`, time: time.toISOString() };
}

async function followSubject(
  client: NatsClient,
  about: { subject: string; queue: JsonObject[string] | undefined },
  receiver: Receiver,
  signal: AbortSignal,
): Promise<void> {
  const intake = new Intake(receiver);
  const arrived = (message: Msg): void =>
    intake.add(plain(message.subject, message.data, message.headers), () => {});
  const lost = client.follow(
    about.subject,
    about.queue === undefined ? undefined : String(about.queue),
    arrived,
  );
  // Confirmed by the answer to what follows the subscription.
  await client.ping();
  receiver.ready();
  await Promise.race([intake.failed, lost, whenAborted(signal)]);
}

function plain(subject: string, body: Uint8Array, msgHeaders: MsgHdrs | undefined): IncomingMessage {
  const headers = Object.fromEntries(
    (msgHeaders?.keys() ?? []).map((name) => [name, msgHeaders?.get(name) ?? '']),
  );
  const contentType = headers['content-type'] ?? headers['Content-Type'];
  return { subject, body, headers, ...(contentType === undefined ? {} : { contentType }) };
}
