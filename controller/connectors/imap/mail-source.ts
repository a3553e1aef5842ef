import type { ImapFlow, SearchObject } from 'imapflow';
import { toJsonText } from '../../../schemas/json/json-text.js';
import type { ClientContext } from '../contract/connector.js';
import type { EventSource, IncomingMessage, Receiver } from '../contract/event-source.js';
import { nameField } from '../contract/server-fields.js';
import { maxMailBytes } from './actions.js';
import { ImapClient } from './client.js';
import type { ImapConfig } from './config-schema.js';
import { readMail, statedTime } from './mail.js';

/** How long a session waits for news before it asks, in ms. */
const maxWaitMs = 60_000;
/** Mails that are read before they are confirmed. */
const atOnce = 10;

interface Subscription {
  mailbox: string;
  afterwards: 'seen' | 'delete' | 'move';
  to?: string;
}

/** The unread mails of a mailbox, each once: read ones are marked, moved or deleted. */
export const mailSource: EventSource<ImapConfig> = {
  input: {
    type: 'object',
    additionalProperties: false,
    dependentRequired: { to: ['afterwards'] },
    properties: {
      mailbox: { ...nameField('Mailbox', 'The path of the mailbox.', 'INBOX'), default: 'INBOX' },
      afterwards: {
        title: 'Afterwards',
        description:
          'What becomes of a mail that was taken: it is marked as read (`seen`), moved to the mailbox `to`, or deleted.',
        enum: ['seen', 'move', 'delete'],
        default: 'seen',
        examples: ['move'],
      },
      to: nameField('To', 'The mailbox that `afterwards: move` moves mails to.', 'Done'),
    },
  },
  guarantee: () => 'once',
  async subscribe(context, subscription, receiver) {
    const { signal } = context;
    const client = await ImapClient.open(context);
    const close = (): void => client.close();
    signal.addEventListener('abort', close, { once: true });
    try {
      await follow(client, context, subscription as unknown as Subscription, receiver);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', close);
      client.close();
    }
  },
};

async function follow(
  client: ImapClient,
  { signal }: ClientContext<ImapConfig>,
  subscription: Subscription,
  { ready, take }: Receiver,
): Promise<void> {
  const { mailbox } = subscription;
  await client.use((session) => session.mailboxOpen(mailbox));
  ready();
  while (!signal.aborted) {
    const unreadUids = await client.in(mailbox, (session) => unread(session));
    for (let at = 0; at < unreadUids.length && !signal.aborted; at += atOnce) {
      const uids = unreadUids.slice(at, at + atOnce);
      const messages: IncomingMessage[] = [];
      for (const uid of uids) {
        const message = await client.in(mailbox, (session) => findMessage(session, uid, mailbox));
        if (message) messages.push(message);
      }
      await take(messages);
      await client.in(mailbox, (session) => settle(session, uids.join(','), subscription));
    }
    if (unreadUids.length === 0) await client.untilChange(maxWaitMs, signal);
  }
}

async function unread(session: ImapFlow): Promise<number[]> {
  const criteria: SearchObject = { seen: false, deleted: false };
  return (await session.search(criteria, { uid: true })) || [];
}

async function findMessage(
  session: ImapFlow,
  uid: number,
  subject: string,
): Promise<IncomingMessage | undefined> {
  const message = await session.fetchOne(String(uid), { size: true, envelope: true }, { uid: true });
  if (!message) return undefined;
  const { size = 0, envelope } = message;
  const isLarge = size > maxMailBytes;
  const whole = !isLarge && (await session.fetchOne(String(uid), { source: true }, { uid: true }));
  const { source } = whole || {};
  const subjectAlone = { subject: envelope?.subject ?? '', isCut: true };
  // A mail that cannot be read must not hold up those after it.
  const mail = source ? await readMail(source, false).catch(() => subjectAlone) : subjectAlone;
  const time = statedTime(envelope?.date);
  const { uidValidity = 0n } = session.mailbox || {};
  return {
    // RFC 9051, section 2.3.1.1: these two never name another mail of the mailbox.
    id: `${subject}/${uidValidity}/${uid}`,
    subject,
    headers: {},
    contentType: 'application/json',
    body: Buffer.from(toJsonText({ uid, mailbox: subject, ...mail })),
    ...(time === undefined ? {} : { time }),
  };
}

async function settle(session: ImapFlow, uids: string, { afterwards, to }: Subscription): Promise<void> {
  if (afterwards === 'delete') await session.messageDelete(uids, { uid: true });
  else if (afterwards === 'move' && to !== undefined) await session.messageMove(uids, to, { uid: true });
  else await session.messageFlagsAdd(uids, ['\\Seen'], { uid: true });
}
