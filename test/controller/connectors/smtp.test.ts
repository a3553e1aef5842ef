import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import type { Action, Connector } from '../../../controller/connectors/index.js';
import { smtpConnector } from '../../../controller/connectors/smtp/connector.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { eventually } from '../../eventually.js';
import { keepsTheContract } from './contract/suite.js';
import { openClients } from './networks.js';
import { collectSecuredSockets, throwIn } from './secured-sockets.js';

const connector = smtpConnector as unknown as Connector;
const received: { from: string; to: string[]; isSecure: boolean; content: string }[] = [];

const server = await serve(false);
const tlsless = await serve(true);
const clients = openClients();

afterAll(async () => {
  await clients.close();
  for (const each of [server, tlsless]) await new Promise<void>((resolve) => each.close(resolve));
});

/** A server that knows one user; addresses at `full.example` are full, and at `nowhere.example` unknown. */
async function serve(isPlain: boolean): Promise<SMTPServer> {
  const made = new SMTPServer({
    disabledCommands: isPlain ? ['STARTTLS'] : [],
    size: 1024 * 1024,
    logger: false,
    closeTimeout: 0,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'svc' && password === 'right'
        ? done(null, { user: username })
        : done(Object.assign(new Error(`not ${password}`), { responseCode: 535 })),
    onRcptTo({ address }, _, done) {
      if (address.endsWith('@full.example')) done(Object.assign(new Error('full'), { responseCode: 452 }));
      else if (address.endsWith('@nowhere.example'))
        done(Object.assign(new Error('who'), { responseCode: 550 }));
      else done();
    },
    async onData(stream, { envelope, secure }, done) {
      const content = await text(stream);
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), isSecure: secure, content });
      done(null);
    },
  });
  made.on('error', () => {});
  await once(made.listen(0, '127.0.0.1'), 'listening');
  return made;
}

const getPort = ({ server }: SMTPServer) => (server.address() as AddressInfo).port;
const config = (host: string, port: number): JsonObject => ({
  host,
  port,
  ssl: 'require',
  username: 'svc',
  password: 'right',
  from: 'Shop <shop@example.com>',
});

function send(input: JsonObject, more: JsonObject = {}, idempotencyKey = 'k') {
  const about = {
    connection: 'mail',
    config: { ...config('127.0.0.1', getPort(server)), timeout: 20, ...more },
    signal: new AbortController().signal,
  };
  return clients.use(connector, about, (context) => {
    const action = connector.actions['send'];
    if (!action) throw new Error('no action send');
    return action.run({ ...context, idempotencyKey, log: () => {} }, { subject: 'Hello', ...input });
  });
}

keepsTheContract({
  connector,
  port: getPort(server),
  config,
  greetsBeforeTls: true,
  wrongPassword: {
    config: (host, port) => ({ ...config(host, port), password: 'not-the-password' }),
    password: 'not-the-password',
  },
  badConfigs: [
    [{}, ''],
    [{ host: 'smtp://a' }, '/host'],
    [{ host: 'a', password: 'plain' }, '/password'],
    [{ host: 'a', from: 'nobody' }, '/from'],
  ],
  reads: { action: 'send', input: { to: ['ada@example.com'], subject: 'Hello' } },
});

test('a mail reaches all recipients over TLS, with its parts', async () => {
  const given = {
    to: ['Ada <ada@example.com>'],
    cc: ['bob@example.com'],
    bcc: ['eve@example.com'],
    replyTo: 'help@example.com',
    subject: 'Grüße',
    text: 'plain',
    html: '<p>rich</p>',
    headers: { 'X-Order': '17' },
    attachments: [
      { name: 'a.csv', type: 'text/csv', content: 'sku;quantity' },
      { name: 'b.bin', base64: Buffer.from([0, 1, 2]).toString('base64') },
    ],
  };
  const to = ['ada@example.com', 'bob@example.com', 'eve@example.com'];
  const answer = await send(given);
  expect(answer).toEqual({
    messageId: expect.stringMatching(/^<\w{40}@example\.com>$/),
    accepted: to,
    rejected: [],
  });
  const mail = received.at(-1);
  expect(mail).toMatchObject({ from: 'shop@example.com', to, isSecure: true });
  for (const part of [
    'X-Order: 17',
    'Reply-To: help@example.com',
    'To: Ada <ada@example.com>',
    'plain',
    'a.csv',
    'AAEC',
  ])
    expect(mail?.content).toContain(part);
  expect(mail?.content).not.toContain('eve@example.com');
});

test('another attempt has the same message id, another step another one', async () => {
  const id = async (key: string) =>
    ((await send({ to: ['a@example.com'] }, {}, key)) as { messageId: string }).messageId;
  expect(await id('one')).toBe(await id('one'));
  expect(await id('one')).not.toBe(await id('two'));
});

test('refused recipients are listed; a mail without any other is an error', async () => {
  const to = ['a@example.com', 'b@nowhere.example'];
  expect(await send({ to })).toMatchObject({ accepted: ['a@example.com'], rejected: ['b@nowhere.example'] });
  await expect(send({ to: ['b@nowhere.example'] })).rejects.toMatchObject({
    kind: 'validation',
    status: 400,
  });
  await expect(send({ to: ['b@full.example'] })).rejects.toMatchObject({
    kind: 'communication',
    status: 503,
  });
  expect(await send({ to: ['a@example.com'] })).toMatchObject({ rejected: [] });
});

test.each<[string, JsonObject]>([
  ['a recipient with a line break', { to: ['a@example.com\r\nBcc: eve@example.com'] }],
  ['two recipients in one', { to: ['a@example.com, eve@example.com'] }],
  ['no recipient', { to: [] }],
  ['a subject with a line break', { to: ['a@example.com'], subject: 'a\nBcc: eve@example.com' }],
  ['a header with a line break', { to: ['a@example.com'], headers: { 'X-A': 'a\r\nBcc: eve@example.com' } }],
  ['a header of its own', { to: ['a@example.com'], headers: { bcc: 'eve@example.com' } }],
  ['a header without a name', { to: ['a@example.com'], headers: { 'a: b': 'c' } }],
  ['large attachments', { to: ['a@example.com'], attachments: [{ name: 'a', content: 'x'.repeat(9e6) }] }],
  ['more than the server takes', { to: ['a@example.com'], text: 'x'.repeat(2e6) }],
])('a mail with %s is refused', async (_, input) => {
  const before = received.length;
  await expect(send(input)).rejects.toMatchObject({ kind: 'validation', status: 400 });
  expect(received).toHaveLength(before);
});

test('a content that looks like a file or an address is a text', async () => {
  await send({
    to: ['a@example.com'],
    html: 'file:///etc/hostname',
    attachments: [{ name: 'a', content: '/etc/hostname' }],
  });
  expect(received.at(-1)?.content).toContain(Buffer.from('/etc/hostname').toString('base64'));
});

test('without STARTTLS at the server nothing is sent, the password included', async () => {
  const port = getPort(tlsless);
  await expect(send({ to: ['a@example.com'] }, { port })).rejects.toMatchObject({ kind: 'communication' });
  await expect(send({ to: ['a@example.com'] }, { ssl: 'verify' })).rejects.toMatchObject({
    kind: 'communication',
  });
});

test('an exception in a connection with STARTTLS ends the session, and the next mail has another one', async () => {
  const sockets = collectSecuredSockets();
  const mail = { to: ['bob@example.com'], text: 'Hello' };
  // A session of its own.
  await send(mail, { timeout: 21 });
  const [socket] = sockets;
  if (!socket) throw new Error('There is no connection');
  throwIn(socket);
  await eventually(() => socket.destroyed);
  await eventually(() => send(mail, { timeout: 21 }).then(Boolean, () => false));
});

test('a server that sends answers without end loses its connection', async () => {
  let sent = 0;
  const endless = createServer((socket) => {
    const line = Buffer.from('220-ready\r\n'.repeat(6_000));
    const fill = (): void => {
      if (socket.destroyed || sent > 512 * line.length) return;
      sent += line.length;
      if (socket.write(line)) setImmediate(fill);
      else socket.once('drain', fill);
    };
    socket.on('error', () => {});
    fill();
  });
  await once(endless.listen(0, '127.0.0.1'), 'listening');
  const { port } = endless.address() as AddressInfo;
  const plain = { host: '127.0.0.1', port, ssl: 'disable', from: 'shop@example.com', timeout: 20 };
  const about = { connection: 'mail', config: plain, signal: new AbortController().signal };
  const failure = await clients
    .use(connector, about, (context) => {
      const input = { subject: 'Hello', to: ['ada@example.com'] };
      return (connector.actions['send'] as Action).run(
        { ...context, idempotencyKey: 'k', log: () => {} },
        input,
      );
    })
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind: 'communication', message: expect.stringContaining('more than') });
  endless.close();
});
