import { type AddressInfo, createServer, type Socket } from 'node:net';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connector } from '../../../controller/connectors/index.js';
import { natsConnector } from '../../../controller/connectors/nats/connector.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isServerHere } from './contract/server-here.js';
import { keepsTheContract } from './contract/suite.js';
import { openClients } from './networks.js';

const connector = natsConnector as unknown as Connector;
const port = 4_222;
const isHere = await isServerHere('NATS', port);
const clients = openClients();
const prefix = `svc-test-${process.pid}-${Date.now()}`;
const stream = prefix.toUpperCase();
const config = (host: string, port: number): JsonObject => ({ host, port });

afterAll(() => clients.close());

/** Calls an action at the server of this port. */
function call(action: string, input: JsonObject, more: JsonObject = { port }): Promise<Json> {
  const about = {
    connection: 'broker',
    config: { host: '127.0.0.1', ssl: 'disable', timeout: 10, ...more },
    signal: new AbortController().signal,
  };
  return clients.use(connector, about, (context) => {
    const found = connector.actions[action];
    if (!found) throw new Error(`no action ${action}`);
    return found.run({ ...context, idempotencyKey: `${prefix}-key`, log: () => {} }, input);
  });
}

describe.skipIf(!isHere)('with a server', () => {
  let direct: NatsConnection;

  beforeAll(async () => {
    direct = await connect({ port });
    const manager = await jetstreamManager(direct);
    await manager.streams.add({ name: stream, subjects: [`${prefix}.stored.>`], storage: 'memory' });
  });
  afterAll(async () => {
    await (await jetstreamManager(direct)).streams.delete(stream);
    await direct.close();
  });

  keepsTheContract({
    connector,
    port,
    config,
    greetsBeforeTls: true,
    badConfigs: [
      [{}, ''],
      [{ host: 'nats://a' }, '/host'],
      [{ host: 'a', password: 'plain' }, '/password'],
      [{ host: 'a', token: 'plain' }, '/token'],
      [{ host: 'a', prot: 1 }, '/prot'],
    ],
    reads: { action: 'stream-get', input: { stream, subject: `${prefix}.stored.none` } },
  });

  test('a published message reaches those that listen', async () => {
    const heard = direct.subscribe(`${prefix}.heard`, { max: 2 });
    await direct.flush();
    await call('publish', {
      subject: `${prefix}.heard`,
      message: { total: 80 },
      headers: { source: 'shop' },
    });
    await call('publish', { subject: `${prefix}.heard`, message: 'text' });
    const received = [];
    for await (const message of heard) received.push([message.string(), message.headers?.get('source')]);
    expect(received).toEqual([
      ['{"total":80}', 'shop'],
      ['text', undefined],
    ]);
  });

  test('a request returns the reply, and fails without one', async () => {
    const subject = `${prefix}.asked`;
    const replies = direct.subscribe(subject, {
      callback(_, message) {
        message.respond(message.data, message.headers && { headers: message.headers });
      },
    });
    await direct.flush();
    expect(
      await call('request', { subject, message: { a: 1 }, headers: { trace: 'x' }, json: true }),
    ).toEqual({ message: { a: 1 }, headers: { trace: 'x' } });
    expect(await call('request', { subject, message: 'hello' })).toEqual({ message: 'hello', headers: {} });
    replies.unsubscribe();
    await direct.flush();
    await expect(call('request', { subject, message: 'hello' })).rejects.toMatchObject({
      kind: 'communication',
      status: 503,
    });
    const silent = direct.subscribe(subject);
    await direct.flush();
    await expect(call('request', { subject, message: 'hello', timeout: 0.1 })).rejects.toMatchObject({
      kind: 'timeout',
      status: 408,
    });
    silent.unsubscribe();
  });

  test('a stream stores a message once for each id', async () => {
    const subject = `${prefix}.stored.orders`;
    const stored = { stream, sequence: 1, duplicate: false };
    expect(await call('stream-publish', { subject, message: { n: 1 } })).toEqual(stored);
    expect(await call('stream-publish', { subject, message: { n: 1 } })).toEqual({
      ...stored,
      duplicate: true,
    });
    expect(await call('stream-publish', { subject, message: 'b', id: 'other', stream })).toMatchObject({
      sequence: 2,
    });
    expect(await call('stream-get', { stream, sequence: 1, json: true })).toEqual({
      subject,
      sequence: 1,
      message: { n: 1 },
      time: expect.stringMatching(/Z$/),
      headers: { 'Nats-Msg-Id': `${prefix}-key` },
    });
    expect(await call('stream-get', { stream, subject })).toMatchObject({ sequence: 2, message: 'b' });
    expect(await call('stream-get', { stream, sequence: 99 })).toBeNull();
  });

  test.each<[string, JsonObject]>([
    ['stream-publish', { subject: `${prefix}.stored.a`, message: 1, id: 'c', stream: 'OTHER' }],
    ['stream-publish', { subject: `${prefix}.nowhere`, message: 1 }],
    ['stream-get', { stream: `${stream}-NONE`, sequence: 1 }],
    ['stream-get', { stream }],
    ['publish', { subject: `${prefix}.large`, message: 'x'.repeat(9 * 1024 * 1024) }],
    ['publish', { subject: 'a b', message: 1 }],
  ])('%s refuses what does not fit', async (action, input) => {
    await expect(call(action, input)).rejects.toMatchObject({ kind: 'validation', status: 400 });
  });
});

/** Serves as a server that answers each line of the client with a line of `answers`, by its first word. */
async function server(
  answers: Readonly<Record<string, string>>,
  info: JsonObject = {},
): Promise<{ port: number; stop(): void }> {
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    const greeting = { version: '2.10.0', proto: 1, max_payload: 1024, headers: true, ...info };
    socket.write(`INFO ${JSON.stringify(greeting)}\r\n`);
    socket.on('data', (bytes) => {
      for (const line of String(bytes).split('\r\n'))
        socket.write(answers[line.split(' ', 1)[0] ?? ''] ?? '');
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const stop = (): void => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: (listener.address() as AddressInfo).port, stop };
}

test('wrong credentials are an authentication error that does not contain them', async () => {
  const refusing = await server({ CONNECT: "-ERR 'Authorization Violation'\r\n" });
  const credentials = { port: refusing.port, username: 'svc', password: 'not-the-password' };
  const failure = await call('publish', { subject: 'a', message: 1 }, credentials).catch((error) => error);
  expect(failure).toMatchObject({ kind: 'authentication', status: 401 });
  expect(`${failure.message} ${JSON.stringify(failure)}`).not.toContain('not-the-password');
  refusing.stop();
});

test('a subject without permission is an authorization error', async () => {
  const refusing = await server({
    PING: 'PONG\r\n',
    PUB: `-ERR 'Permissions Violation for Publish to "secret"'\r\n`,
  });
  await expect(
    call('publish', { subject: 'secret', message: 1 }, { port: refusing.port }),
  ).rejects.toMatchObject({ kind: 'authorization', status: 403 });
  refusing.stop();
});

test('encryption that the server does not offer is not left out', async () => {
  const plain = await server({ PING: 'PONG\r\n' });
  await expect(
    call('publish', { subject: 'a', message: 1 }, { port: plain.port, ssl: 'verify' }),
  ).rejects.toMatchObject({ kind: 'communication', message: expect.stringContaining('tls') });
  plain.stop();
});

test('encryption that the server asks for must be configured', async () => {
  const encrypted = await server({}, { tls_required: true });
  await expect(call('publish', { subject: 'a', message: 1 }, { port: encrypted.port })).rejects.toMatchObject(
    { kind: 'communication', message: expect.stringContaining('`ssl`') },
  );
  encrypted.stop();
});
