import { randomUUID } from 'node:crypto';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect as connectNats } from '@nats-io/transport-node';
import { connect as connectAmqp } from 'amqplib';
import { Redis } from 'ioredis';
import { connectAsync } from 'mqtt';
import { isServerHere } from '../../controller/connectors/contract/server-here.js';

/** A place of a broker, and the connection that takes its messages. */
export interface Lane {
  readonly name: string;
  /** How often a message may start its flow. */
  readonly starts: 'once' | 'at least once' | 'at most once';
  /** The connection's connector, and its `subscribe`. */
  readonly connector: string;
  readonly subscribe: string;
  /** The rest of the trigger's `event`. */
  readonly event: string;
  /** Sends the messages with these numbers; resolves when the broker has them. */
  send(numbers: readonly number[]): Promise<void>;
  close(): Promise<void>;
}

type Open = (place: string) => Promise<Omit<Lane, 'name' | 'starts'> & Partial<Pick<Lane, 'starts'>>>;

const body = (n: number): string => JSON.stringify({ n });

const redis: Open = async (place) => {
  const client = new Redis();
  return {
    connector: 'redis',
    subscribe: `{ stream: ${place} }`,
    event: '',
    async send(numbers) {
      const pipeline = client.pipeline();
      for (const n of numbers) pipeline.xadd(place, '*', 'data', body(n));
      await pipeline.exec();
    },
    async close() {
      await client.del(place);
      client.disconnect();
    },
  };
};

const nats: Open = async (place) => {
  const connection = await connectNats({ servers: '127.0.0.1:4222' });
  const manager = await jetstreamManager(connection);
  await manager.streams.add({ name: place, subjects: [`${place}.>`] });
  const streams = jetstream(connection);
  return {
    connector: 'nats',
    subscribe: `{ stream: ${place} }`,
    event: '',
    async send(numbers) {
      for (const n of numbers) await streams.publish(`${place}.new`, body(n));
    },
    async close() {
      await manager.streams.delete(place);
      await connection.close();
    },
  };
};

const subject: Open = async (place) => {
  const connection = await connectNats({ servers: '127.0.0.1:4222' });
  return {
    connector: 'nats',
    subscribe: `{ subject: ${place} }`,
    event: '',
    starts: 'at most once',
    async send(numbers) {
      for (const n of numbers) connection.publish(place, body(n));
      await connection.flush();
    },
    close: () => connection.close(),
  };
};

const amqp =
  (hasIds: boolean): Open =>
  async (place) => {
    const model = await connectAmqp('amqp://127.0.0.1');
    const channel = await model.createConfirmChannel();
    await channel.assertQueue(place);
    return {
      connector: 'amqp',
      subscribe: `{ queue: ${place} }`,
      event: '',
      starts: hasIds ? 'once' : 'at least once',
      async send(numbers) {
        for (const n of numbers) {
          const options = { persistent: true, ...(hasIds ? { messageId: randomUUID() } : {}) };
          channel.sendToQueue(place, Buffer.from(body(n)), options);
        }
        await channel.waitForConfirms();
      },
      async close() {
        await channel.deleteQueue(place);
        await model.close();
      },
    };
  };

const mqtt: Open = async (place) => {
  const client = await connectAsync('mqtt://127.0.0.1', { protocolVersion: 5 });
  return {
    connector: 'mqtt',
    subscribe: `{ topic: ${place}, clientId: ${place} }`,
    event: ", dedupe: '${ .data.n }'",
    async send(numbers) {
      for (const n of numbers) await client.publishAsync(place, body(n), { qos: 1 });
    },
    close: () => client.endAsync(),
  };
};

const all: readonly [name: string, port: number, open: Open][] = [
  ['redis', 6_379, redis],
  ['jetstream', 4_222, nats],
  ['amqp', 5_672, amqp(true)],
  ['mqtt', 1_883, mqtt],
  ['amqp-plain', 5_672, amqp(false)],
  ['subject', 4_222, subject],
];

/** Opens a lane for each broker that is there; `only` names one. */
export async function openLanes(only: string | undefined): Promise<Lane[]> {
  const lanes: Lane[] = [];
  for (const [name, port, open] of all) {
    if (only !== undefined && only !== name) continue;
    if (!(await isServerHere(name, port))) continue;
    const place = `svc-faults-${name}-${process.pid}-${Date.now()}`;
    lanes.push({ starts: 'once', name, ...(await open(place)) });
  }
  return lanes;
}
