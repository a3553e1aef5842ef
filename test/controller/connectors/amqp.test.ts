import { connect } from 'amqplib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { amqpConnector } from '../../../controller/connectors/amqp/connector.js';
import type { Connector } from '../../../controller/connectors/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { Relay } from './contract/relay.js';
import { isServerHere } from './contract/server-here.js';
import { keepsTheContract } from './contract/suite.js';
import { openClients } from './networks.js';

const connector = amqpConnector as unknown as Connector;
const port = 5_672;
const isHere = await isServerHere('AMQP', port);
const clients = openClients();
const prefix = `svc-test-${process.pid}-${Date.now()}`;
const config = (host: string, port: number): JsonObject => ({ host, port });

/** Calls an action at the server of this machine. */
function call(action: string, input: JsonObject, more: JsonObject = {}): Promise<Json> {
  const about = {
    connection: 'broker',
    config: { host: '127.0.0.1', port, ssl: 'disable', timeout: 10, vhost: '/', ...more },
    signal: new AbortController().signal,
  };
  return clients.use(connector, about, (context) => {
    const found = connector.actions[action];
    if (!found) throw new Error(`no action ${action}`);
    return found.run({ ...context, idempotencyKey: 'the-key', log: () => {} }, input);
  });
}

describe.skipIf(!isHere)('with a server', () => {
  const queue = prefix;
  const idle = `${prefix}-idle`;
  const exchange = `${prefix}-exchange`;
  let direct: Awaited<ReturnType<typeof connect>>;
  let channel: Awaited<ReturnType<typeof direct.createChannel>>;

  beforeAll(async () => {
    direct = await connect(`amqp://127.0.0.1:${port}`);
    channel = await direct.createChannel();
    await channel.assertExchange(exchange, 'direct', { durable: false });
    for (const name of [queue, idle]) await call('declare-queue', { queue: name });
    await channel.bindQueue(queue, exchange, 'bound');
  });
  afterAll(async () => {
    for (const name of [queue, idle]) await channel.deleteQueue(name);
    await channel.deleteExchange(exchange);
    await direct.close();
    await clients.close();
  });

  keepsTheContract({
    connector,
    port,
    config,
    wrongPassword: {
      config: (host, port) => ({ host, port, username: 'nobody', password: 'not-the-password' }),
      password: 'not-the-password',
    },
    badConfigs: [
      [{}, ''],
      [{ host: 'amqp://a' }, '/host'],
      [{ host: 'a', password: 'plain' }, '/password'],
      [{ host: 'a', vhost: '' }, '/vhost'],
      [{ host: 'a', prot: 1 }, '/prot'],
    ],
    reads: { action: 'queue-status', input: { queue: idle } },
  });

  test('messages come from the queue in their order', async () => {
    const headers = { source: 'shop' };
    expect(await call('publish', { routingKey: queue, message: { n: 1 }, headers })).toEqual({
      id: 'the-key',
    });
    const second = { exchange, routingKey: 'bound', message: 'text', id: 'two', persistent: false };
    expect(await call('publish', second)).toEqual({ id: 'two' });
    expect(await call('queue-status', { queue })).toEqual({ queue, messages: 2, consumers: 0 });
    expect(await call('get', { queue, json: true })).toEqual({
      message: { n: 1 },
      id: 'the-key',
      headers,
      exchange: '',
      routingKey: queue,
      redelivered: false,
      remaining: 1,
    });
    expect(await call('get', { queue })).toMatchObject({
      message: 'text',
      id: 'two',
      exchange,
      remaining: 0,
    });
    expect(await call('get', { queue })).toBeNull();
  });

  test('many callers share the connection', async () => {
    const numbers = Array.from({ length: 300 }, (_, n) => n);
    await Promise.all(numbers.map((n) => call('publish', { routingKey: queue, message: n })));
    const taken = (await Promise.all(numbers.map(() => call('get', { queue, json: true })))) as JsonObject[];
    expect(taken.map(({ message }) => Number(message)).sort((one, other) => one - other)).toEqual(numbers);
  });

  test('a message that is no text is given in base64', async () => {
    channel.sendToQueue(queue, Buffer.from([0xff, 0x00]));
    // An answer on the same channel comes after the message.
    await channel.checkQueue(queue);
    expect(await call('get', { queue })).toMatchObject({ message: '/wA=', encoding: 'base64', id: null });
  });

  test.each<[string, JsonObject]>([
    ['publish', { routingKey: `${prefix}-nowhere`, message: 1 }],
    ['publish', { exchange, routingKey: 'unbound', message: 1 }],
    ['publish', { exchange: `${prefix}-nowhere`, routingKey: 'a', message: 1 }],
    ['publish', { routingKey: queue, message: 'x'.repeat(9 * 1024 * 1024) }],
    ['get', { queue: `${prefix}-nowhere` }],
    ['queue-status', { queue: `${prefix}-nowhere` }],
    ['declare-queue', { queue, durable: false }],
  ])('%s refuses what does not fit, and the connection stays', async (action, input) => {
    await expect(call(action, input)).rejects.toMatchObject({ kind: 'validation', status: 400 });
    expect(await call('queue-status', { queue: idle })).toMatchObject({ messages: 0 });
  });

  test('messages that reach no queue leave no channel open', async () => {
    // More than the channels of a connection, of which RabbitMQ allows 2,047.
    for (let round = 0; round < 21; round++) {
      const unroutable = { exchange, routingKey: 'unbound', message: 1 };
      const sent = Array.from({ length: 100 }, () => call('publish', unroutable));
      const titles = (await Promise.allSettled(sent)).map((each) =>
        each.status === 'rejected' ? each.reason.title : 'sent',
      );
      expect(new Set(titles)).toEqual(new Set(['Message not routed']));
    }
  });

  test('a name that the server reserves is an authorization error', async () => {
    await expect(call('declare-queue', { queue: 'amq.svc-test' })).rejects.toMatchObject({
      kind: 'authorization',
      status: 403,
    });
  });

  test('a virtual host that is not there is an authorization error', async () => {
    await expect(call('queue-status', { queue: idle }, { vhost: `${prefix}-none` })).rejects.toMatchObject({
      kind: 'authorization',
      message: expect.stringContaining(`${prefix}-none`),
    });
  });

  test('a message beyond the limit is not received, and the next call works', async () => {
    channel.sendToQueue(queue, Buffer.alloc(12 * 1024 * 1024));
    await channel.checkQueue(queue);
    await expect(call('get', { queue })).rejects.toMatchObject({ title: 'Response too large' });
    expect(await call('queue-status', { queue: idle })).toMatchObject({ messages: 0 });
  });

  test('no timer is left of a connection whose server does not confirm its end', async () => {
    const relay = await Relay.to(port);
    onTestFinished(() => relay.stop());
    const begun = vi.spyOn(globalThis, 'setInterval');
    const ended = vi.spyOn(globalThis, 'clearInterval');
    const own = openClients();
    const about = {
      connection: 'broker',
      config: { host: '127.0.0.1', port: relay.port, ssl: 'disable', timeout: 10, vhost: '/' },
      signal: new AbortController().signal,
    };
    await own.use(connector, about, async () => {
      relay.mode = 'silent';
    });
    await own.close();
    const timers = begun.mock.results.map(({ value }) => value);
    expect(timers.length).toBeGreaterThan(0);
    expect(ended.mock.calls.flat()).toEqual(expect.arrayContaining(timers));
  });
});
