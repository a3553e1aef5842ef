import { randomUUID } from 'node:crypto';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect as connectNats } from '@nats-io/transport-node';
import { connect as connectAmqp } from 'amqplib';
import { Redis } from 'ioredis';
import { connectAsync } from 'mqtt';
import { afterAll, describe } from 'vitest';
import { amqpConnector } from '../../../controller/connectors/amqp/connector.js';
import type { Connector } from '../../../controller/connectors/index.js';
import { mqttConnector } from '../../../controller/connectors/mqtt/connector.js';
import { natsConnector } from '../../../controller/connectors/nats/connector.js';
import { redisConnector } from '../../../controller/connectors/redis/connector.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { isServerHere } from './contract/server-here.js';
import { deliversMessages } from './contract/source-suite.js';

const [hasRedis, hasNats, hasAmqp, hasMqtt] = await Promise.all([
  isServerHere('Redis', 6_379),
  isServerHere('NATS', 4_222),
  isServerHere('RabbitMQ', 5_672),
  isServerHere('Mosquitto', 1_883),
]);
const name = () => `svc-source-${process.pid}-${randomUUID().slice(0, 8)}`;
const cleanUp: (() => Promise<unknown>)[] = [];
const config = (host: string, port: number): JsonObject => ({ host, port });

afterAll(async () => {
  for (const each of cleanUp.reverse()) await each().catch(() => {});
});

describe.skipIf(!hasRedis)('Redis', async () => {
  const redis = new Redis({ lazyConnect: true });
  cleanUp.push(async () => redis.disconnect());
  deliversMessages({
    connector: redisConnector as unknown as Connector,
    port: 6_379,
    config,
    async prepare() {
      const stream = name();
      cleanUp.push(() => redis.del(stream));
      return { stream };
    },
    async send({ stream }, bodies) {
      for (const body of bodies) await redis.xadd(String(stream), '*', 'data', body);
    },
    ...{ keeps: true, hasIds: true },
  });
});

describe.skipIf(!hasNats)('NATS', async () => {
  const connection = hasNats ? await connectNats({ servers: '127.0.0.1:4222' }) : undefined;
  cleanUp.push(async () => connection?.close());
  const connector = natsConnector as unknown as Connector;
  deliversMessages({
    ...{ connector, port: 4_222, config },
    async prepare() {
      const stream = name();
      if (!connection) return {};
      const manager = await jetstreamManager(connection);
      await manager.streams.add({ name: stream, subjects: [`${stream}.>`] });
      cleanUp.push(() => manager.streams.delete(stream));
      return { stream };
    },
    async send({ stream }, bodies) {
      if (!connection) return;
      for (const body of bodies) await jetstream(connection).publish(`${stream}.new`, body);
    },
    ...{ keeps: true, hasIds: true },
  });
  describe('without a stream', () => {
    deliversMessages({
      ...{ connector, port: 4_222, config },
      prepare: async () => ({ subject: name() }),
      async send({ subject }, bodies) {
        for (const body of bodies) connection?.publish(String(subject), body);
        await connection?.flush();
      },
      ...{ keeps: false, hasIds: false },
    });
  });
});

describe.skipIf(!hasAmqp)('RabbitMQ', async () => {
  const model = hasAmqp ? await connectAmqp('amqp://127.0.0.1') : undefined;
  const channel = await model?.createConfirmChannel();
  cleanUp.push(async () => model?.close());
  deliversMessages({
    connector: amqpConnector as unknown as Connector,
    port: 5_672,
    config,
    async prepare() {
      const queue = name();
      await channel?.assertQueue(queue);
      cleanUp.push(async () => channel?.deleteQueue(queue));
      return { queue };
    },
    async send({ queue }, bodies) {
      for (const body of bodies) {
        channel?.sendToQueue(String(queue), Buffer.from(body), { messageId: randomUUID(), persistent: true });
      }
      await channel?.waitForConfirms();
    },
    ...{ keeps: true, hasIds: true },
  });
});

describe.skipIf(!hasMqtt)('Mosquitto', async () => {
  const client = hasMqtt ? await connectAsync('mqtt://127.0.0.1', { protocolVersion: 5 }) : undefined;
  cleanUp.push(async () => client?.endAsync());
  const connector = mqttConnector as unknown as Connector;
  const send = async ({ topic }: JsonObject, bodies: readonly (string | Buffer)[]): Promise<void> => {
    for (const body of bodies) await client?.publishAsync(String(topic), body, { qos: 1 });
  };
  deliversMessages({
    ...{ connector, port: 1_883, config, send },
    prepare: async () => ({ topic: name(), clientId: name() }),
    ...{ keeps: true, hasIds: false },
  });
});
