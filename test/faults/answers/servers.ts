import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Server as GrpcServer, ServerCredentials } from '@grpc/grpc-js';
import { ImapFlow } from 'imapflow';
import { SMTPServer } from 'smtp-server';
import { WebSocketServer } from 'ws';
import { startDovecot } from '../../controller/connectors/dovecot.js';
import { startSshd } from '../../controller/connectors/sshd.js';
import { connection, flow, getKey, timeoutSeconds } from './path.js';
import { startRedis } from './redis-server.js';

/** A server of a protocol, which tells the truth. */
export interface Served {
  readonly name: string;
  readonly port: number;
  /** About how many bytes the server sends for a run that has to connect first. */
  readonly bytes: number;
  /** @param place fields of a connection, as YAML; @param port theirs */
  files(place: string, port: number): Record<string, string>;
  readonly keys?: Readonly<Record<string, string>>;
  readonly output: unknown;
  stop(): Promise<void>;
}

const contentSize = 150_000;
const content = 'z'.repeat(contentSize);
/** The opening of a client has more time than its calls. */
const within = 'timeout: { after: PT2S }';
const measure = `\n  - measure: { set: { size: '\${ .content | length }' } }`;

async function serveWebSocket(): Promise<Served> {
  const http = createServer();
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket) => socket.on('error', () => {}));
  await once(http.listen(0, '127.0.0.1'), 'listening');
  return {
    name: 'websocket',
    port: (http.address() as AddressInfo).port,
    bytes: 250,
    files: (_, port) => ({
      'connections/feed.yaml': connection(
        'feed',
        'websocket',
        `{ url: 'ws://127.0.0.1:${port}/feed', timeout: ${timeoutSeconds} }`,
      ),
      'flows/websocket.yaml': flow(
        'websocket',
        `  - ask: { call: feed.send, with: { message: hello }, ${within} }`,
      ),
    }),
    output: {},
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

async function serveSftp(): Promise<Served | undefined> {
  const sshd = await startSshd();
  if (!sshd) return undefined;
  const path = join(sshd.folder, 'content.txt');
  writeFileSync(path, content);
  return {
    name: 'sftp',
    port: sshd.port,
    bytes: 155_000,
    keys: { ssh: sshd.privateKey },
    files: (place) => ({
      'connections/partner.yaml': connection(
        'partner',
        'sftp',
        `{ ${place}, username: ${sshd.username}, hostKey: '${sshd.hostKey}', privateKey: ${getKey('ssh')} }`,
      ),
      'flows/sftp.yaml': flow(
        'sftp',
        `  - ask: { call: partner.read, with: { path: ${path} }, ${within} }${measure}`,
      ),
    }),
    output: { size: contentSize },
    stop: () => sshd.stop(),
  };
}

async function serveImap(): Promise<Served | undefined> {
  const dovecot = await startDovecot();
  if (!dovecot) return undefined;
  const session = new ImapFlow({
    host: '127.0.0.1',
    port: dovecot.port,
    secure: false,
    doSTARTTLS: false,
    logger: false as const,
    auth: { user: 'ada', pass: dovecot.password },
  });
  await session.connect();
  await session.append(
    'INBOX',
    `From: bob@example.com\r\nTo: ada@example.com\r\nSubject: Order\r\n\r\n${content}\r\n`,
  );
  await session.logout();
  return {
    name: 'imap',
    port: dovecot.port,
    bytes: 155_000,
    keys: { imap: dovecot.password },
    files: (place) => ({
      'connections/mail.yaml': connection(
        'mail',
        'imap',
        `{ ${place}, ssl: disable, username: ada, password: ${getKey('imap')} }`,
      ),
      'flows/imap.yaml': flow(
        'imap',
        `  - ask: { call: mail.read, with: { uid: 1 }, ${within} }\n  - measure: { set: { subject: '\${ .subject }' } }`,
      ),
    }),
    output: { subject: 'Order' },
    stop: () => dovecot.stop(),
  };
}

/** @param isSecure true for a server that takes mails after STARTTLS only */
async function serveSmtp(isSecure: boolean): Promise<Served> {
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    closeTimeout: 0,
    disableReverseLookup: true,
    disabledCommands: isSecure ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    onData: (stream, _, done) => void stream.resume().on('end', () => done(null)),
  });
  server.on('error', () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const [name, post, ssl] = isSecure ? ['smtp-tls', 'secure-post', 'require'] : ['smtp', 'post', 'disable'];
  return {
    name,
    port: (server.server.address() as AddressInfo).port,
    bytes: isSecure ? 2_500 : 400,
    files: (place) => ({
      [`connections/${post}.yaml`]: connection(
        post,
        'smtp',
        `{ ${place}, ssl: ${ssl}, from: shop@example.com }`,
      ),
      [`flows/${name}.yaml`]: flow(
        name,
        `  - ask: { call: ${post}.send, with: { to: [ada@example.com], subject: Order, text: Hello }, ${within} }
  - keep: { set: { sent: true } }`,
      ),
    }),
    output: { sent: true },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const proto = `syntax = "proto3";
package shop;
service Orders { rpc Read (Request) returns (Order); }
message Request { string id = 1; }
message Order { string content = 1; }
`;

/** Field 1 of a message of Protocol Buffers, as a text. */
function textField(text: string): Buffer {
  const length: number[] = [];
  for (let left = text.length; ; left >>= 7) {
    length.push(left > 0x7f ? (left & 0x7f) | 0x80 : left);
    if (left <= 0x7f) break;
  }
  return Buffer.concat([Buffer.from([0x0a, ...length]), Buffer.from(text)]);
}

async function serveGrpc(): Promise<Served> {
  const server = new GrpcServer();
  const asIs = (bytes: Buffer): Buffer => bytes;
  const form = {
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  };
  server.addService(
    { Read: { path: '/shop.Orders/Read', requestStream: false, responseStream: false, ...form } },
    { Read: (_: unknown, done: (error: null, answer: Buffer) => void) => done(null, textField(content)) },
  );
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return {
    name: 'grpc',
    port,
    bytes: 151_000,
    files: (place) => ({
      'apis/orders.proto': proto,
      'connections/orders.yaml': connection(
        'orders',
        'grpc',
        `{ ${place}, ssl: disable, proto: /apis/orders.proto }`,
      ),
      'flows/grpc.yaml': flow('grpc', `  - ask: { call: orders.Read, with: { id: a }, ${within} }${measure}`),
    }),
    output: { size: contentSize },
    async stop() {
      server.forceShutdown();
    },
  };
}

async function serveRedis(): Promise<Served | undefined> {
  const server = await startRedis('content', content);
  return (
    server && {
      name: 'redis',
      port: server.port,
      bytes: 151_000,
      files: (place) => ({
        'connections/cache.yaml': connection('cache', 'redis', `{ ${place} }`),
        'flows/redis.yaml': flow(
          'redis',
          `  - ask: { call: cache.get, with: { key: content }, ${within} }\n  - measure: { set: { size: '\${ . | length }' } }`,
        ),
      }),
      output: { size: contentSize },
      stop: () => server.stop(),
    }
  );
}

/** Starts each server; undefined where its program is not installed. */
export const servers: readonly (() => Promise<Served | undefined>)[] = [
  serveWebSocket,
  serveSftp,
  serveImap,
  () => serveSmtp(false),
  () => serveSmtp(true),
  serveGrpc,
  serveRedis,
];
