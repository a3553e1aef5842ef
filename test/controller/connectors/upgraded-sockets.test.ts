import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Connector } from '../../../controller/connectors/index.js';
import { NatsClient } from '../../../controller/connectors/nats/client.js';
import { natsConnector } from '../../../controller/connectors/nats/connector.js';
import { smtpConnector } from '../../../controller/connectors/smtp/connector.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { certificate } from './contract/certificate.js';
import { openClients, openNetwork } from './networks.js';
import { type EngineName, TestDatabase } from './sql/databases.js';
import { startMariadb } from './sql/mariadb.js';

/** Has a listener throw, as the one of a library may, at the first event of sockets that clients put over another one. */
function plantInUpgrades(): { readonly count: number } {
  const planted = { count: 0 };
  const { emit } = TLSSocket.prototype;
  function failing(this: TLSSocket, ...event: [string, ...unknown[]]): boolean {
    if (event[0] !== 'secureConnect') return Reflect.apply(emit, this, event);
    planted.count++;
    throw new Error('planted');
  }
  Object.defineProperty(TLSSocket.prototype, 'emit', { value: failing, configurable: true, writable: true });
  onTestFinished(() => {
    // The method is inherited.
    Reflect.deleteProperty(TLSSocket.prototype, 'emit');
  });
  return planted;
}

/** A server that begins in clear, answers the request for TLS, and goes on over TLS. Resolves with its port. */
async function serveUpgrade(greeting: string, answer: string): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    const upgrade = (): void => {
      const secured = new TLSSocket(socket, {
        isServer: true,
        secureContext: createSecureContext(certificate),
      });
      secured.on('error', () => {});
    };
    if (greeting !== '') socket.write(greeting, upgrade);
    else
      socket.once('data', () => {
        socket.write(answer);
        upgrade();
      });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

describe('an exception of a client library in the handshake of TLS ends its connection, and not the process', () => {
  const clients = openClients();
  afterAll(() => clients.close());

  /** Calls an action; its failure has the words of the library. */
  async function call(connector: unknown, action: string, config: JsonObject, input: JsonObject) {
    const owner = connector as Connector;
    const about = { connection: 'planted', config, signal: new AbortController().signal };
    const planted = plantInUpgrades();
    await expect(
      clients.use(owner, about, (context) => {
        const run = owner.actions[action]?.run;
        if (!run) throw new Error(`no action ${action}`);
        return run({ ...context, idempotencyKey: 'k', log: () => {} }, input);
      }),
    ).rejects.toThrow('the client library failed: planted');
    expect(planted.count).toBe(1);
  }

  async function query(engine: EngineName, config: JsonObject) {
    const database = new TestDatabase(engine);
    onTestFinished(() => database.forget());
    const planted = plantInUpgrades();
    await expect(database.run('query', { sql: 'select 1' }, config)).rejects.toThrow(
      'the client library failed: planted',
    );
    expect(planted.count).toBe(1);
  }

  test('nats', async () => {
    const info = JSON.stringify({ server_id: 'A', version: '2.10.0', tls_required: true, max_payload: 1024 });
    const port = await serveUpgrade(`INFO ${info}\r\n`, '');
    await call(
      natsConnector,
      'publish',
      { host: '127.0.0.1', port, ssl: 'require', timeout: 20 },
      { subject: 'orders', message: 1 },
    );
  });

  test('smtp', async () => {
    const server = new SMTPServer({ logger: false, closeTimeout: 0, disableReverseLookup: true });
    server.on('error', () => {});
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => void server.close());
    const { port } = server.server.address() as AddressInfo;
    await call(
      smtpConnector,
      'send',
      { host: '127.0.0.1', port, ssl: 'require', timeout: 20, from: 'shop@example.com' },
      { to: ['ada@example.com'], subject: 'Hello', text: 'Hello' },
    );
  });

  test('postgres', async () => {
    const port = await serveUpgrade('', 'S');
    await query('postgres', { host: '127.0.0.1', port, ssl: 'require', connectTimeout: 20 });
  });

  test('mysql', async (context) => {
    const server = await startMariadb();
    if (!server) return context.skip();
    onTestFinished(() => server.stop());
    const { port, user, password } = server;
    await query('mysql', {
      host: '127.0.0.1',
      port,
      user,
      password,
      ssl: 'require',
      database: 'stock',
      connectTimeout: 20,
    });
  });
});

test('a handshake of NATS that the caller gives up ends with its connection', async () => {
  const stopping = new AbortController();
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write(`INFO ${JSON.stringify({ server_id: 'A', version: '2.10.0', tls_required: true })}\r\n`);
    // The client has begun its handshake, which nothing answers.
    socket.once('data', () => stopping.abort());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const config = { host: '127.0.0.1', port, ssl: 'require' as const, timeout: 20 };
  const context = { connection: 'events', config, network: openNetwork, signal: stopping.signal };
  await expect(NatsClient.open(context)).rejects.toThrow('was closed');
});
