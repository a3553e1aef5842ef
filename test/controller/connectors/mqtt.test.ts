import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connector } from '../../../controller/connectors/index.js';
import { mqttConnector } from '../../../controller/connectors/mqtt/connector.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isServerHere } from './contract/server-here.js';
import { keepsTheContract } from './contract/suite.js';
import { openClients } from './networks.js';

const connector = mqttConnector as unknown as Connector;
const port = 1_883;
const isHere = await isServerHere('MQTT', port);
const clients = openClients();
const prefix = `svc-test-${process.pid}-${Date.now()}`;
const config = (host: string, port: number): JsonObject => ({ host, port });

afterAll(() => clients.close());

/** Calls an action at the server of this port. */
function call(action: string, input: JsonObject, more: JsonObject = {}): Promise<Json> {
  const about = {
    connection: 'plant',
    config: { host: '127.0.0.1', port, ssl: 'disable', timeout: 10, protocol: '5', ...more },
    signal: new AbortController().signal,
  };
  return clients.use(connector, about, (context) => {
    const found = connector.actions[action];
    if (!found) throw new Error(`no action ${action}`);
    return found.run({ ...context, idempotencyKey: 'k', log: () => {} }, input);
  });
}

describe.skipIf(!isHere)('with a server', () => {
  const kept = `${prefix}/kept`;
  const used = new Set([kept]);

  beforeAll(async () => {
    await call('publish', { topic: kept, message: 'kept', retain: true });
  });
  afterAll(async () => {
    // An empty message removes the retained one.
    for (const topic of used) await call('publish', { topic, message: '', retain: true });
  });

  keepsTheContract({
    connector,
    port,
    config,
    badConfigs: [
      [{}, ''],
      [{ host: 'mqtt://a' }, '/host'],
      [{ host: 'a', password: 'plain' }, '/password'],
      [{ host: 'a', protocol: '4' }, '/protocol'],
      [{ host: 'a', prot: 1 }, '/prot'],
    ],
    reads: { action: 'get-retained', input: { topic: kept } },
  });

  describe.each(['5', '3.1.1'])('with version %s of the protocol', (protocol) => {
    test.each([0, 1, 2])('a message with quality of service %i is published', async (qos) => {
      const topic = `${prefix}/${protocol}/${qos}`;
      used.add(topic);
      expect(await call('publish', { topic, message: { qos }, qos, retain: true }, { protocol })).toEqual({});
      // The server takes the packets of a connection in their order.
      expect(await call('get-retained', { topic, json: true }, { protocol })).toEqual({ message: { qos } });
    });

    test('concurrent readers of a topic all get its message', async () => {
      const reads = Array.from({ length: 10 }, () => call('get-retained', { topic: kept }, { protocol }));
      expect(await Promise.all(reads)).toEqual(reads.map(() => ({ message: 'kept' })));
    });

    test('a topic without a retained message gives null', async () => {
      const topic = `${prefix}/none`;
      await call('publish', { topic, message: 'passes by' }, { protocol });
      expect(await call('get-retained', { topic, wait: 0.1 }, { protocol })).toBeNull();
    });
  });

  test('a message that is no text is given in base64', async () => {
    const about = {
      connection: 'plant',
      signal: new AbortController().signal,
      config: { host: '127.0.0.1', port, ssl: 'disable', timeout: 10, protocol: '5' },
    };
    const topic = `${prefix}/bytes`;
    used.add(topic);
    await clients.use(connector, about, async ({ client }) => {
      const { publish } = client as { publish(...given: unknown[]): Promise<void> };
      await publish.call(client, topic, Buffer.from([0xff, 0x00]), { qos: 1, retain: true });
    });
    expect(await call('get-retained', { topic })).toEqual({ message: '/wA=', encoding: 'base64' });
  });

  test('a message beyond the limit is refused', async () => {
    const message = 'x'.repeat(9 * 1024 * 1024);
    await expect(call('publish', { topic: prefix, message })).rejects.toMatchObject({
      kind: 'validation',
      title: 'Message too large',
    });
  });
});

type Answers = Readonly<Record<number, number[] | ((packet: Buffer) => number[])>>;

/** Serves as a server that answers the packets of the client by their type (the first four bits). */
async function server(answers: Answers): Promise<{ port: number; stop(): void }> {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (packet) => {
      const answer = answers[(packet[0] ?? 0) >> 4] ?? [];
      socket.write(Buffer.from(typeof answer === 'function' ? answer(packet) : answer));
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const stop = (): void => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (listener.address() as AddressInfo).port, stop };
}

describe('a refused connection', () => {
  test.each<[string, number[], JsonObject]>([
    ['5', [0x20, 3, 0, 0x86, 0], { kind: 'authentication', status: 401 }],
    ['5', [0x20, 3, 0, 0x87, 0], { kind: 'authentication', status: 401 }],
    ['5', [0x20, 3, 0, 0x84, 0], { kind: 'validation', status: 400 }],
    ['5', [0x20, 3, 0, 0x88, 0], { kind: 'communication', status: 503 }],
    ['3.1.1', [0x20, 2, 0, 4], { kind: 'authentication', status: 401 }],
    ['3.1.1', [0x20, 2, 0, 5], { kind: 'authentication', status: 401 }],
    ['3.1.1', [0x20, 2, 0, 3], { kind: 'communication', status: 503 }],
  ])('of version %s with %j', async (protocol, answer, expected) => {
    const refusing = await server({ 1: answer });
    const credentials = { port: refusing.port, username: 'svc', password: 'not-the-password', protocol };
    const failure = await call('publish', { topic: 'a', message: 1 }, credentials).catch((error) => error);
    expect(failure).toMatchObject(expected);
    expect(`${failure.message} ${JSON.stringify(failure)}`).not.toContain('not-the-password');
    refusing.stop();
  });
});

const connected = [0x20, 3, 0, 0, 0];

test('a message that the server refuses is an authorization error', async () => {
  // PUBACK with the id of the message, "not authorized".
  const refusing = await server({
    1: connected,
    3: (packet) => [0x40, 3, packet[5] ?? 0, packet[6] ?? 0, 0x87],
  });
  await expect(
    call('publish', { topic: 'a', message: 1, qos: 1 }, { port: refusing.port }),
  ).rejects.toMatchObject({ kind: 'authorization', status: 403 });
  refusing.stop();
});

test('a packet beyond the limit ends the connection', async () => {
  // A message of 256 MiB, of which the server sends a part.
  const part = [0x30, 0xff, 0xff, 0xff, 0x7f, 0, 1, 0x61, ...new Array<number>(9 * 1024 * 1024).fill(0)];
  const flooding = await server({ 1: connected, 8: part });
  await expect(call('get-retained', { topic: 'a' }, { port: flooding.port })).rejects.toMatchObject({
    title: 'Response too large',
  });
  flooding.stop();
});
