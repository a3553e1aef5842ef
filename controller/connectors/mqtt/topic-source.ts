import type { IPublishPacket, MqttClient as Library } from 'mqtt';
import { type ClientContext, ConnectorError } from '../contract/connector.js';
import type { EventSource, IncomingMessage, Receiver } from '../contract/event-source.js';
import { Intake, whenAborted } from '../contract/intake.js';
import { nameField, tlsOptions } from '../contract/server-fields.js';
import { getLoss, getOptions } from './client.js';
import type { MqttConfig } from './config-schema.js';
import { connectFailure, toFailure } from './failures.js';

/** Seconds for which the server keeps messages while the service is away. */
const sessionSeconds = 7 * 86_400;

interface Subscription {
  topic: string;
  qos: 0 | 1 | 2;
  clientId?: string;
  keeps: boolean;
}

/** The messages of topics. With a quality of 1 or 2 the server keeps them while the service is away. */
export const topicSource: EventSource<MqttConfig> = {
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['topic'],
    properties: {
      topic: nameField('Topic', 'The topic, which may have the wildcards `+` and `#`.', 'orders/+'),
      qos: {
        title: 'Quality of service',
        description:
          'With 0, messages that are sent while the service is away are lost; with 1 and 2 one may come twice.',
        enum: [0, 1, 2],
        default: 1,
        examples: [1],
      },
      clientId: {
        ...nameField(
          'Client id',
          'The name by which the server knows the session; left out, `svc-` and the name of the connection. One session at a time may have it.',
          'svc-orders',
        ),
        maxLength: 128,
      },
      keeps: {
        title: 'Keeps',
        description:
          'Whether the server keeps messages of a quality of 1 or 2 while the service is away. Without, each start has a session of its own.',
        type: 'boolean',
        default: true,
        examples: [false],
      },
    },
  },
  guarantee: ({ qos, keeps }) => (qos === 0 || keeps === false ? 'lossy' : 'repeated'),
  async subscribe(context, subscription, receiver) {
    const { signal } = context;
    try {
      await follow(context, subscription as unknown as Subscription, receiver);
    } catch (error) {
      if (!signal.aborted) throw error instanceof ConnectorError ? error : toFailure(error, context.config);
    }
  },
};

async function follow(
  { connection, config, network, signal }: ClientContext<MqttConfig>,
  { topic, qos, clientId, keeps: isWanted }: Subscription,
  receiver: Receiver,
): Promise<void> {
  const { MqttClient } = await import('mqtt');
  const { host, port, protocol } = config;
  const socket = await network.connect({ host, port, tls: tlsOptions(config) }, signal);
  const keeps = isWanted && qos !== 0;
  const id = clientId ?? (isWanted ? `svc-${connection}` : undefined);
  const usual = getOptions({ ...config, ...(id === undefined ? {} : { clientId: id }) });
  const expiry = protocol === '5' && keeps ? { sessionExpiryInterval: sessionSeconds } : {};
  const client = new MqttClient(() => socket, {
    ...usual,
    clean: !keeps,
    ...(usual.properties ? { properties: { ...usual.properties, ...expiry } } : {}),
  });
  const loss = getLoss(client, socket, config).then((error): never => {
    throw error;
  });
  loss.catch(() => {});
  const intake = new Intake(receiver);
  confirmLater(client, intake);
  try {
    await Promise.race([
      new Promise((resolve) => client.once('connect', resolve)),
      loss,
      whenAborted(signal),
    ]);
    const [granted] = await Promise.race([client.subscribeAsync(topic, { qos }), loss, whenAborted(signal)]);
    if (granted && Number(granted.qos) >= 128) {
      const detail = `${host}:${port} refused the subscription to ${topic}`;
      throw new ConnectorError('authorization', 403, 'Not allowed', detail);
    }
    receiver.ready();
    await Promise.race([intake.failed, loss, whenAborted(signal)]);
  } catch (error) {
    throw error instanceof ConnectorError || signal.aborted ? error : connectFailure(error as Error, config);
  } finally {
    client.end(true);
    socket.destroy();
  }
}

/** The library confirms a message to the server when it is called back. */
function confirmLater(client: Library, intake: Intake): void {
  client.handleMessage = (packet, done) => intake.add(getMessage(packet), () => done());
}

function getMessage({ topic, payload, properties = {} }: IPublishPacket): IncomingMessage {
  const { userProperties = {}, contentType } = properties;
  const headers = Object.entries(userProperties).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.join(', ') : String(value),
  ]);
  return {
    subject: topic,
    body: typeof payload === 'string' ? Buffer.from(payload) : payload,
    headers: Object.fromEntries(headers),
    ...(contentType === undefined ? {} : { contentType }),
  };
}
