import { randomUUID } from 'node:crypto';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect as connectNats } from '@nats-io/transport-node';
import { connect as connectAmqp } from 'amqplib';
import { Redis } from 'ioredis';
import { connectAsync } from 'mqtt';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { amqpConnector } from '../../../controller/connectors/amqp/connector.js';
import type { Connector } from '../../../controller/connectors/index.js';
import { mqttConnector } from '../../../controller/connectors/mqtt/connector.js';
import { natsConnector } from '../../../controller/connectors/nats/connector.js';
import { redisConnector } from '../../../controller/connectors/redis/connector.js';
import { postgresConnector } from '../../../controller/connectors/sql/connector.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { eventually } from '../../eventually.js';
import { isServerHere } from './contract/server-here.js';
import { deliversMessages } from './contract/source-suite.js';
import { openNetwork } from './networks.js';
import { findPostgres } from './sql/databases.js';

const [hasRedis, hasNats, hasAmqp, hasMqtt, hasPostgres] = await Promise.all([
  isServerHere('Redis', 6_379),
  isServerHere('NATS', 4_222),
  isServerHere('RabbitMQ', 5_672),
  isServerHere('Mosquitto', 1_883),
  findPostgres(),
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
    keeps: true,
    hasIds: true,
    hasLarge: true,
  });
  describe('with a channel', () => {
    deliversMessages({
      connector: redisConnector as unknown as Connector,
      port: 6_379,
      config,
      prepare: async () => ({ channel: name() }),
      async send({ channel }, bodies) {
        for (const body of bodies) await redis.publish(String(channel), body);
      },
      keeps: false,
      hasIds: false,
    });
  });
});

describe.skipIf(!hasNats)('NATS', async () => {
  const connection = hasNats ? await connectNats({ servers: '127.0.0.1:4222' }) : undefined;
  cleanUp.push(async () => connection?.close());
  const connector = natsConnector as unknown as Connector;
  deliversMessages({
    connector,
    port: 4_222,
    config,
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
    keeps: true,
    hasIds: true,
  });
  describe('without a stream', () => {
    deliversMessages({
      connector,
      port: 4_222,
      config,
      prepare: async () => ({ subject: name() }),
      async send({ subject }, bodies) {
        for (const body of bodies) connection?.publish(String(subject), body);
        await connection?.flush();
      },
      keeps: false,
      hasIds: false,
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
    keeps: true,
    hasIds: true,
    hasLarge: true,
  });
  describe('with an exchange', () => {
    deliversMessages({
      connector: amqpConnector as unknown as Connector,
      port: 5_672,
      config,
      async prepare() {
        const exchange = name();
        await channel?.assertExchange(exchange, 'topic', { durable: false });
        cleanUp.push(async () => channel?.deleteExchange(exchange));
        return { exchange, routingKey: 'orders.*' };
      },
      async send({ exchange }, bodies) {
        for (const body of bodies) channel?.publish(String(exchange), 'orders.new', Buffer.from(body));
        await channel?.waitForConfirms();
      },
      keeps: false,
      hasIds: false,
    });
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
    connector,
    port: 1_883,
    config,
    send,
    prepare: async () => ({ topic: name(), clientId: name() }),
    keeps: true,
    hasIds: false,
  });
  describe('without a session that is kept', () => {
    deliversMessages({
      connector,
      port: 1_883,
      config,
      send,
      prepare: async () => ({ topic: name(), keeps: false }),
      keeps: false,
      hasIds: false,
    });
  });
});

describe.skipIf(!hasPostgres)('PostgreSQL', async () => {
  const client = new pg.Client({ host: '127.0.0.1', user: 'root', database: 'test' });
  if (hasPostgres) await client.connect();
  cleanUp.push(async () => hasPostgres && client.end());
  const noDatabases = { engine: async () => Promise.reject(new Error('none')), close: async () => {} };
  deliversMessages({
    connector: postgresConnector(noDatabases) as unknown as Connector,
    port: 5_432,
    config: (host, port) => ({ host, port, user: 'root', database: 'test', ssl: 'disable' }),
    prepare: async () => ({ channel: `${name()} "x"; --` }),
    async send({ channel }, bodies) {
      for (const body of bodies) await client.query('select pg_notify($1, $2)', [channel, body.toString()]);
    },
    keeps: false,
    hasIds: false,
    shortTexts: 7_999,
  });

  test('notifications that arrive faster than they are stored are all taken, in their order', async () => {
    const stopping = new AbortController();
    const channel = name();
    const taken: string[] = [];
    const { events } = postgresConnector(noDatabases);
    let confirmed = (): void => {};
    const ready = new Promise<void>((resolve) => {
      confirmed = resolve;
    });
    const limits = { connectTimeout: 10, statementTimeout: 10, maxRows: 1, maxBytes: 1_024 };
    const server = { host: '127.0.0.1', user: 'root', database: 'test', ssl: 'disable' } as const;
    const ended = events?.subscribe(
      { connection: 'c', config: { ...server, ...limits }, network: openNetwork, signal: stopping.signal },
      { channel },
      {
        ready: confirmed,
        async take(messages) {
          await new Promise((resolve) => setImmediate(resolve));
          taken.push(...messages.map(({ body }) => Buffer.from(body).toString()));
        },
      },
    );
    await ready;
    const sent = Array.from({ length: 5_000 }, (_, n) => `${n} ${'x'.repeat(500)}`);
    await client.query('select pg_notify($1, each) from unnest($2::text[]) each', [channel, sent]);
    await eventually(() => taken.length >= sent.length);
    expect(taken).toEqual(sent);
    stopping.abort();
    await ended;
  });
});
