import { buffer } from 'node:stream/consumers';
import { ImapFlow } from 'imapflow';
import { afterAll, describe, expect, test } from 'vitest';
import { imapConnector } from '../../../controller/connectors/imap/connector.js';
import {
  type Action,
  type ActionFiles,
  type Connector,
  configDefaults,
  type IncomingMessage,
  subscriptionDefaults,
} from '../../../controller/connectors/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { eventually } from '../../eventually.js';
import { keepsTheContract } from './contract/suite.js';
import { startDovecot } from './dovecot.js';
import { openClients, openNetwork } from './networks.js';
import { collectSecuredSockets, throwIn } from './secured-sockets.js';
import { StartTlsServer } from './starttls-server.js';

const connector = imapConnector as unknown as Connector;
const server = await startDovecot();
const port = server?.port ?? 0;
const password = server?.password ?? '';
const clients = openClients();
const config = (host: string, at: number, username = 'ada'): JsonObject => ({
  host,
  port: at,
  username,
  password,
  ssl: 'disable',
});

afterAll(async () => {
  await clients.close();
  await server?.stop();
});

const order = `From: Bob <bob@example.com>\r
To: ada@example.com\r
Subject: =?utf-8?q?Best=C3=A4tigung?=\r
Message-ID: <17@example.com>\r
Date: Mon, 02 Mar 2026 02:00:00 +0100\r
MIME-Version: 1.0\r
Content-Type: multipart/mixed; boundary=b\r
\r
--b\r
Content-Type: text/plain; charset=utf-8\r
\r
Order 17\r
--b\r
Content-Type: application/pdf; name=order.pdf\r
Content-Disposition: attachment; filename=order.pdf\r
Content-Transfer-Encoding: base64\r
\r
JVBERi0=\r
--b--\r
`;

/** Puts mails into a mailbox as another program would. */
async function deliver(user: string, mails: readonly string[], mailbox = 'INBOX'): Promise<void> {
  const session = new ImapFlow({
    host: '127.0.0.1',
    port,
    secure: false,
    doSTARTTLS: false,
    logger: false as const,
    auth: { user, pass: password },
  });
  await session.connect();
  if (mailbox !== 'INBOX') await session.mailboxCreate(mailbox);
  for (const mail of mails) await session.append(mailbox, mail);
  await session.logout();
}

function call(user: string, action: string, input: JsonObject, files?: ActionFiles): Promise<Json> {
  const about = {
    connection: 'mail',
    config: configDefaults(connector, config('127.0.0.1', port, user)),
    signal: new AbortController().signal,
  };
  return clients.use(connector, about, (context) => {
    const found = connector.actions[action];
    if (!found) throw new Error(`no action ${action}`);
    return found.run({ ...context, idempotencyKey: 'k', log: () => {}, files }, input);
  });
}

/** Subscribes as a user until `stop`; each batch is offered to `take`. */
function follow(user: string, take: (messages: readonly IncomingMessage[]) => void, more: JsonObject = {}) {
  const stopping = new AbortController();
  const ended = connector.events?.subscribe(
    {
      connection: 'mail',
      config: configDefaults(connector, config('127.0.0.1', port, user)),
      network: openNetwork,
      signal: stopping.signal,
    },
    subscriptionDefaults(connector, more),
    { ready: () => {}, take: async (messages) => take(messages) },
  );
  return {
    ended,
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

describe.skipIf(!server)('with a server', () => {
  keepsTheContract({
    connector,
    port,
    config,
    wrongPassword: {
      config: (host, at) => ({ ...config(host, at), password: 'not-the-password' }),
      password: 'not-the-password',
    },
    greetsBeforeTls: true,
    badConfigs: [
      [{}, ''],
      [{ host: 'imap://a', username: 'a', password: { secret: 'a', key: 'b' } }, '/host'],
      [{ host: 'a', username: 'a', password: 'plain' }, '/password'],
    ],
    reads: { action: 'mailboxes', input: {} },
  });

  test('mails are found, read, marked, moved and deleted', async () => {
    await deliver('eve', [order, order.replace('Order 17', 'Order 18').replace('<17@', '<18@')]);
    await deliver('eve', [], 'Done');
    const found = (await call('eve', 'search', { text: 'Order 17' })) as JsonObject[];
    expect(found).toMatchObject([
      {
        uid: 1,
        subject: 'Bestätigung',
        seen: false,
        flagged: false,
        messageId: '<17@example.com>',
        from: [{ name: 'Bob', address: 'bob@example.com' }],
        date: '2026-03-02T01:00:00.000Z',
      },
    ]);
    expect(await call('eve', 'search', { limit: 1 })).toMatchObject([{ uid: 2 }]);
    expect(await call('eve', 'read', { uid: 1, attachments: true })).toMatchObject({
      uid: 1,
      subject: 'Bestätigung',
      text: 'Order 17',
      attachments: [{ name: 'order.pdf', type: 'application/pdf', size: 5, content: 'JVBERi0=' }],
    });
    const kept: string[] = [];
    const files: ActionFiles = {
      async write({ name, type = '' }, content) {
        kept.push(String(await buffer(content)));
        return { file: 'f1', name, type, size: 5, sha256: 'd1' };
      },
      open: () => Promise.reject(new Error('not opened')),
    };
    expect(await call('eve', 'read', { uid: 1, files: true }, files)).toMatchObject({
      attachments: [{ name: 'order.pdf', type: 'application/pdf', size: 5, file: 'f1', sha256: 'd1' }],
    });
    expect(kept).toEqual(['%PDF-']);
    await expect(call('eve', 'read', { uid: 1, files: true })).rejects.toMatchObject({
      kind: 'configuration',
    });
    expect(await call('eve', 'search', { seen: true })).toEqual([]);
    await call('eve', 'mark', { uid: 1, seen: true, flagged: true });
    expect(await call('eve', 'search', { seen: true })).toMatchObject([{ uid: 1, flagged: true }]);
    expect(await call('eve', 'move', { uid: 1, to: 'Done' })).toEqual({ uid: 1 });
    expect(await call('eve', 'search', { mailbox: 'Done' })).toHaveLength(1);
    await call('eve', 'delete', { uid: 2 });
    expect(await call('eve', 'search', {})).toEqual([]);
    await expect(call('eve', 'read', { uid: 99 })).rejects.toMatchObject({ kind: 'validation', status: 404 });
    await expect(call('eve', 'search', { mailbox: 'Nowhere' })).rejects.toMatchObject({ kind: 'validation' });
  });

  test('unread mails are taken once, also those that come later', async () => {
    await deliver('mia', [order]);
    const taken: IncomingMessage[] = [];
    const following = follow('mia', (messages) => taken.push(...messages));
    await eventually(() => taken.length === 1);
    await deliver('mia', [order]);
    await eventually(() => taken.length === 2);
    await following.stop();
    expect(new Set(taken.map(({ id }) => id)).size).toBe(2);
    expect(JSON.parse(Buffer.from(taken[0]?.body ?? []).toString())).toMatchObject({
      uid: 1,
      mailbox: 'INBOX',
      subject: 'Bestätigung',
      text: 'Order 17',
      attachments: [{ name: 'order.pdf', size: 5 }],
    });
    expect(await call('mia', 'search', { seen: false })).toEqual([]);
  });

  test('mails with a faulty date or thousands of nested parts do not hold up those after them', async () => {
    const nested = Array.from({ length: 3_000 }, (_, n) => {
      return `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`;
    });
    const faulty = order.replace(/Date: .*/, 'Date: the day before yesterday');
    await deliver('zoe', [faulty, `Subject: nested\r\n${nested.join('')}`, order]);
    expect(await call('zoe', 'search', {})).toMatchObject([{}, {}, { date: null }]);
    const taken: IncomingMessage[] = [];
    const following = follow('zoe', (messages) => taken.push(...messages));
    await eventually(() => taken.length === 3);
    await following.stop();
    expect(taken.map(({ time }) => time)).toEqual([undefined, undefined, '2026-03-02T01:00:00.000Z']);
  });

  test('a mail that could not be stored comes again', async () => {
    await deliver('tom', [order]);
    const failing = follow('tom', () => {
      throw new Error('the disk is full');
    });
    await expect(failing.ended).rejects.toThrow('the disk is full');
    expect(await call('tom', 'search', { seen: false })).toHaveLength(1);
    const taken: IncomingMessage[] = [];
    const following = follow('tom', (messages) => taken.push(...messages), { afterwards: 'delete' });
    await eventually(async () => ((await call('tom', 'search', {})) as Json[]).length === 0);
    await following.stop();
    expect(taken).toHaveLength(1);
  });
});

test('an exception in a connection with STARTTLS ends the session, and the next call has another one', async () => {
  const sockets = collectSecuredSockets();
  const starting = await StartTlsServer.start();
  const own = openClients();
  const search = () => {
    const about = {
      connection: 'mail',
      config: configDefaults(connector, {
        ...config('127.0.0.1', starting.port),
        password: 'any',
        ssl: 'require',
      }),
      signal: new AbortController().signal,
    };
    return own.use(connector, about, (context) =>
      (connector.actions['search'] as Action).run({ ...context, idempotencyKey: 'k', log: () => {} }, {}),
    );
  };
  try {
    expect(await search()).toEqual([]);
    const [socket] = sockets;
    if (!socket) throw new Error('There is no connection');
    throwIn(socket);
    await eventually(() => socket.destroyed);
    await eventually(() => search().then(Boolean, () => false));
  } finally {
    await own.close();
    await starting.stop();
  }
});
