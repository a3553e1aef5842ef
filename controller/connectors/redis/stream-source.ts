import { toJsonText } from '../../../schemas/json/json-text.js';
import { type ClientContext, ConnectorError } from '../contract/connector.js';
import type { EventSource, IncomingMessage, Receiver } from '../contract/event-source.js';
import { maxTakenBytes } from '../contract/intake.js';
import { nameField } from '../contract/server-fields.js';
import { followChannel } from './channel.js';
import { RedisClient } from './client.js';
import type { RedisConfig } from './config-schema.js';

/** Entries that one command reads. */
const usualCount = 64;
/** How long one command waits for entries, in ms; a signal that aborts meanwhile ends it. */
const blockMs = 5_000;

/**
 * The entries of a stream, by a consumer group: Redis keeps for each group which entries were not confirmed. Or the
 * messages that are published to a channel now.
 */
export const streamSource: EventSource<RedisConfig> = {
  input: {
    type: 'object',
    additionalProperties: false,
    oneOf: [{ required: ['stream'] }, { required: ['channel'] }],
    dependentRequired: { group: ['stream'], consumer: ['stream'], from: ['stream'] },
    properties: {
      channel: nameField(
        'Channel',
        'In place of a stream: the channel to which messages are published. Those that are published while the service is away are lost.',
        'orders',
      ),
      stream: nameField('Stream', 'The key of the stream.', 'orders'),
      group: {
        ...nameField(
          'Group',
          'The consumer group; each group gets every entry once. It is created when it is missing.',
          'svc',
        ),
        default: 'svc',
      },
      consumer: {
        ...nameField(
          'Consumer',
          'The name within the group: entries that it has read and not confirmed are read again after a crash.',
          'svc',
        ),
        default: 'svc',
      },
      from: {
        title: 'From',
        description:
          'Where a new group begins: with the first entry that the stream still has (`start`), or after the last (`end`).',
        enum: ['start', 'end'],
        default: 'start',
        examples: ['end'],
      },
    },
  },
  guarantee: ({ stream }) => (stream === undefined ? 'lossy' : 'once'),
  async subscribe(context, subscription, receiver) {
    const { channel } = subscription;
    if (channel !== undefined) return followChannel(context, String(channel), receiver);
    for (let count = usualCount; !context.signal.aborted; count = 1) {
      try {
        await consume(context, { ...(subscription as unknown as Subscription), count }, receiver);
      } catch (error) {
        // Entries that are too large together may be read one by one.
        if (context.signal.aborted) return;
        if (!isTooLarge(error)) throw error;
        if (count === 1) await passLargest(context, subscription as unknown as Subscription, receiver);
      }
    }
  },
};

interface Subscription {
  stream: string;
  group: string;
  consumer: string;
  from: 'start' | 'end';
  /** Entries that one command reads. */
  count: number;
}

async function consume(
  context: ClientContext<RedisConfig>,
  { stream, group, consumer, from, count }: Subscription,
  { ready, take }: Receiver,
): Promise<void> {
  const { signal, config } = context;
  // A command that waits for entries takes longer than the others.
  const patient = { ...config, timeout: config.timeout + blockMs / 1_000 };
  const client = await RedisClient.open({ ...context, config: patient });
  const close = (): void => client.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    await createGroup(client, stream, group, from === 'end' ? '$' : '0');
    ready();
    const read = ['GROUP', group, consumer, 'COUNT', count, 'BLOCK', blockMs, 'STREAMS', stream];
    // First the entries that were read before and not confirmed, then new ones.
    for (let after = '0'; !signal.aborted; ) {
      const entries = getEntries(await client.callBytes('XREADGROUP', ...read, after));
      const messages = entries.flatMap((entry) => findMessage(entry, stream) ?? []);
      if (messages.length > 0) await take(messages);
      if (entries.length > 0) await client.call('XACK', stream, group, ...entries.map(({ id }) => id));
      if (after === '0' && entries.length === 0) after = '>';
    }
  } finally {
    signal.removeEventListener('abort', close);
    client.close();
  }
}

/** Takes the first entry that was read and not confirmed, without its fields: the answer with them is too large. */
async function passLargest(
  context: ClientContext<RedisConfig>,
  { stream, group, consumer }: Omit<Subscription, 'count'>,
  { take }: Receiver,
): Promise<void> {
  const client = await RedisClient.open(context);
  try {
    const [first] = (await client.call('XPENDING', stream, group, '-', '+', 1, consumer)) as [string][];
    if (!first) return;
    const [id] = first;
    const omitted = `The entry \`${id}\` of the stream has more than ${maxTakenBytes} bytes, and no more are taken`;
    await take([{ id, subject: stream, body: new Uint8Array(0), headers: {}, omitted }]);
    await client.call('XACK', stream, group, id);
  } finally {
    client.close();
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof ConnectorError && error.title === 'Response too large';
}

async function createGroup(client: RedisClient, stream: string, group: string, from: string): Promise<void> {
  try {
    await client.call('XGROUP', 'CREATE', stream, group, from, 'MKSTREAM');
  } catch (error) {
    const isKnown = error instanceof ConnectorError && error.message.startsWith('BUSYGROUP');
    if (!isKnown) throw error;
  }
}

interface Entry {
  id: string;
  /** Names and values in turn; null for an entry that was deleted. */
  fields: Buffer[] | null;
}

/** The answer of XREADGROUP: null when no entry came in time, else one stream with its entries, in a list or a map (RESP3). */
function getEntries(answer: unknown): Entry[] {
  const [first, second] = (answer ?? []) as [Buffer | [Buffer, StreamEntry[]], StreamEntry[]?];
  const entries = (Array.isArray(first) ? first[1] : second) ?? [];
  return entries.map(([id, fields]) => ({ id: id.toString(), fields }));
}

type StreamEntry = [id: Buffer, fields: Buffer[] | null];

/** The message of an entry: its field `data` or `message` is the body, or else all fields are. */
function findMessage({ id, fields }: Entry, subject: string): IncomingMessage | undefined {
  if (!fields) return undefined;
  const values = new Map<string, Buffer>();
  for (let at = 0; at + 1 < fields.length; at += 2) values.set(String(fields[at]), fields[at + 1] as Buffer);
  const body = values.get('data') ?? values.get('message');
  const texts = Object.fromEntries([...values].map(([name, value]) => [name, value.toString()]));
  const { data: _, message: _message, ...headers } = texts;
  const time = new Date(Number(id.split('-', 1)[0]));
  return {
    id,
    subject,
    time: Number.isNaN(time.getTime()) ? new Date().toISOString() : time.toISOString(),
    body: body ?? Buffer.from(toJsonText(texts)),
    headers: body === undefined ? {} : headers,
  };
}
