import type { FetchMessageObject, SearchObject } from 'imapflow';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { type Action, type Actions, ConnectorError } from '../contract/connector.js';
import { requireFiles } from '../contract/file-fields.js';
import { getInput, messageHints } from '../contract/messages.js';
import { nameField } from '../contract/server-fields.js';
import type { ImapClient } from './client.js';
import type { ImapConfig } from './config-schema.js';
import { readMail, statedTime } from './mail.js';

type ImapAction = Action<ImapConfig, ImapClient>;

/** The most bytes of a mail. */
export const maxMailBytes = 25 * 1024 * 1024;

const mailbox: JsonObject = {
  ...nameField('Mailbox', 'The path of the mailbox.', 'INBOX'),
  default: 'INBOX',
};
const uid: JsonObject = {
  title: 'UID',
  description: 'The number of the mail in its mailbox.',
  type: 'integer',
  minimum: 1,
  examples: [17],
};
const text = (title: string, description: string, example: string): JsonObject => ({
  title,
  description,
  type: 'string',
  minLength: 1,
  maxLength: 1_000,
  examples: [example],
});
const moment = (title: string, description: string): JsonObject => ({
  title,
  description,
  type: 'string',
  format: 'date',
  examples: ['2026-03-01'],
});
const yes = (title: string, description: string): JsonObject => ({
  title,
  description,
  type: 'boolean',
  examples: [true],
});

const search: ImapAction = {
  title: 'Search mails',
  description:
    'Returns the mails of a mailbox that fit all conditions, the newest first: `uid`, `subject`, `from`, `to`, `date`, `messageId`, `size`, `seen` and `flagged`.',
  hints: messageHints.reads,
  input: getInput([], {
    mailbox,
    from: text('From', 'A part of the sender.', 'ada@example.com'),
    to: text('To', 'A part of a recipient.', 'orders@example.com'),
    subject: text('Subject', 'A part of the subject.', 'Order'),
    text: text('Text', 'A part of the mail.', 'refund'),
    since: moment('Since', 'Mails that arrived on this day or later.'),
    before: moment('Before', 'Mails that arrived before this day.'),
    seen: yes('Seen', 'True for mails that were read, false for others.'),
    flagged: yes('Flagged', 'True for mails that are flagged, false for others.'),
    limit: {
      title: 'Limit',
      description: 'The most mails to return.',
      type: 'integer',
      minimum: 1,
      maximum: 500,
      default: 50,
      examples: [10],
    },
  }),
  run: ({ client }, { mailbox = 'INBOX', limit = 50, ...conditions }) =>
    client.in(String(mailbox), async (session) => {
      const query = Object.keys(conditions).length === 0 ? { all: true } : (conditions as SearchObject);
      const uids = (await session.search(query, { uid: true })) || [];
      const newest = uids.slice(-Number(limit));
      if (newest.length === 0) return [];
      const fetchedFields = { envelope: true, flags: true, size: true, uid: true };
      const mails = await session.fetchAll(newest.join(','), fetchedFields, { uid: true });
      return mails.map(toSummary).reverse();
    }),
};

const read: ImapAction = {
  title: 'Read a mail',
  description:
    'Returns `subject`, `from`, `to`, `cc`, `date`, `messageId`, `text`, `html` and `attachments` (name, type, size). It stays unread.',
  hints: messageHints.reads,
  input: getInput(['uid'], {
    mailbox,
    uid,
    attachments: yes('Attachments', 'Adds the contents of attachments in base64, up to 8 MiB together.'),
    files: yes('Files', 'Stores the attachments as files of the run, and adds `file` and `sha256` to each.'),
  }),
  yieldsFile: ({ files }) => files === true,
  mayUseFiles: (input) => input === undefined || (input['files'] ?? false) !== false,
  run: ({ client, ...context }, { mailbox = 'INBOX', uid, attachments, files }) => {
    const contents = files === true ? requireFiles(context) : attachments === true;
    return client.in(String(mailbox), async (session) => {
      const range = String(uid);
      const { size = 0 } = (await session.fetchOne(range, { size: true }, { uid: true })) || absent(uid);
      if (size > maxMailBytes) {
        const detail = `The mail has ${size} bytes; at most ${maxMailBytes} are read`;
        throw new ConnectorError('validation', 400, 'Mail too large', detail);
      }
      const { source } = (await session.fetchOne(range, { source: true }, { uid: true })) || absent(uid);
      return { uid: Number(uid), ...(await readMail(source ?? Buffer.alloc(0), contents)) };
    });
  },
};

const mailboxes: ImapAction = {
  title: 'List mailboxes',
  description:
    'Returns `path`, `name` and `use` (`\\Sent`, `\\Trash` and the like, or null) of each mailbox.',
  hints: messageHints.reads,
  input: getInput([], {}),
  run: ({ client }) =>
    client.use(async (session) => {
      const mailboxes = await session.list();
      return mailboxes.map(({ path, name, specialUse }) => ({ path, name, use: specialUse ?? null }));
    }),
};

const mark: ImapAction = {
  title: 'Mark a mail',
  description: 'Marks a mail as read or unread, flagged or not.',
  hints: messageHints.sets,
  input: getInput(['uid'], {
    mailbox,
    uid,
    seen: yes('Seen', 'True marks it as read, false as unread.'),
    flagged: yes('Flagged', 'True flags it, false takes the flag away.'),
  }),
  run: ({ client }, { mailbox = 'INBOX', uid, seen, flagged }) =>
    client.in(String(mailbox), async (session) => {
      const range = String(uid);
      for (const [flag, isSet] of [['\\Seen', seen] as const, ['\\Flagged', flagged] as const]) {
        if (isSet === true) await session.messageFlagsAdd(range, [flag], { uid: true });
        if (isSet === false) await session.messageFlagsRemove(range, [flag], { uid: true });
      }
      return {};
    }),
};

const move: ImapAction = {
  title: 'Move a mail',
  description: 'Moves a mail to another mailbox, and returns its `uid` there if the server says it.',
  hints: messageHints.takes,
  input: getInput(['uid', 'to'], { mailbox, uid, to: nameField('To', 'The path of the mailbox.', 'Done') }),
  run: ({ client }, { mailbox = 'INBOX', uid, to }) =>
    client.in(String(mailbox), async (session) => {
      const moved = (await session.messageMove(String(uid), String(to), { uid: true })) || absent(uid);
      return { uid: moved.uidMap?.get(Number(uid)) ?? null };
    }),
};

const remove: ImapAction = {
  title: 'Delete a mail',
  description: 'Deletes a mail for good.',
  hints: { readOnly: false, idempotent: true, destructive: true },
  input: getInput(['uid'], { mailbox, uid }),
  run: ({ client }, { mailbox = 'INBOX', uid }) =>
    client.in(String(mailbox), async (session) => {
      await session.messageDelete(String(uid), { uid: true });
      return {};
    }),
};

export const actions: Actions<ImapConfig, ImapClient> = {
  mailboxes,
  search,
  read,
  mark,
  move,
  delete: remove,
};

function toSummary({ uid, envelope = {}, flags, size = 0 }: FetchMessageObject): JsonObject {
  const people = (list: { name?: string | undefined; address?: string | undefined }[] = []): JsonObject[] =>
    list.map(({ name = '', address = '' }) => ({ name, address }));
  return {
    uid,
    subject: envelope.subject ?? '',
    size,
    from: people(envelope.from),
    to: people(envelope.to),
    date: statedTime(envelope.date) ?? null,
    messageId: envelope.messageId ?? null,
    seen: flags?.has('\\Seen') ?? false,
    flagged: flags?.has('\\Flagged') ?? false,
  };
}

function absent(uid: Json | undefined): never {
  const detail = `The mailbox has no mail ${String(uid)}`;
  throw new ConnectorError('validation', 404, 'No such mail', detail);
}
