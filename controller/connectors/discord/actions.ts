import { hash } from 'node:crypto';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { collectPages } from '../http/paging/pages.js';
import { type Form, requireField } from '../web-api/actions.js';
import { flag, getLimit, limitField, named, objects, text } from '../web-api/fields.js';
import { getPath } from '../web-api/path.js';
import { toList, view } from '../web-api/view.js';
import type { DiscordConfig } from './api.js';

const channelId = text('Channel', 'The ID of a channel; a webhook knows its own.', '1098765432109876543');
const messageId = text('Message', 'The ID of the message.', '1109876543210987654');
const content: JsonObject = {
  content: {
    ...text('Text', 'The text, with the Markdown of Discord.', 'Order **17** is paid.'),
    maxLength: 2_000,
  },
  embeds: { ...objects('Embeds', 'Rich contents.', [{ title: 'Order 17', color: 5_763_719 }]), maxItems: 10 },
};
const some: JsonObject = { anyOf: [{ required: ['content'] }, { required: ['embeds'] }] };

const message = view('Message', {
  id: ['id', 'string', 'The ID of the message.'],
  channelId: ['channel_id', 'string', 'The ID of the channel.'],
  content: ['content', 'string', 'The text, with the Markdown of Discord.'],
  author: ['author.username', 'string', 'The name of the author.'],
  createdAt: ['timestamp', 'string', 'The time of the message.'],
});

/** Answers of a list have at most as many messages. */
const maxPageSize = 100;

export const forms: Readonly<Record<string, Form<DiscordConfig>>> = {
  sendMessage: {
    title: 'Send a message',
    description: 'Sends a message to a channel. A repeated attempt of a bot sends no second message.',
    hints: 'adds',
    properties: {
      channelId,
      ...content,
      replyTo: { ...messageId, title: 'Reply to', description: 'The message that is answered; bots only.' },
      username: { ...text('Name', 'The name of the sender; webhooks only.', 'shop'), maxLength: 80 },
      tts: flag('Speech', 'Whether the text is read aloud.'),
    },
    conditions: some,
    output: message.schema,
    run: async (session, input, { token, webhook }) => {
      const { replyTo, channelId: channel } = input;
      const body = named(input, { content: 'content', embeds: 'embeds', tts: 'tts' });
      if (token === undefined || channel === undefined) {
        const address = requireField(webhook, 'webhook', '`sendMessage` without `channelId`');
        const query = { wait: true };
        const signed = { ...body, ...named(input, { username: 'username' }) };
        return message.of(await session.json('POST', '', { address, query, body: signed }));
      }
      const nonce = hash('sha256', session.idempotencyKey).slice(0, 25);
      const reply = replyTo === undefined ? {} : { message_reference: { message_id: replyTo } };
      const sent = { ...body, ...reply, nonce, enforce_nonce: true };
      return message.of(await session.json('POST', getPath`/channels/${channel}/messages`, { body: sent }));
    },
  },
  editMessage: {
    title: 'Edit a message',
    description: 'Replaces the text or the embeds of a message of the bot or of the webhook.',
    hints: 'changes',
    properties: { channelId, messageId, ...content },
    required: ['messageId'],
    conditions: some,
    output: message.schema,
    run: async (session, input, { token, webhook }) => {
      const { channelId: channel, messageId: id } = input;
      const body = named(input, { content: 'content', embeds: 'embeds' });
      if (token === undefined || channel === undefined) {
        const address = requireField(webhook, 'webhook', '`editMessage` without `channelId`');
        return message.of(await session.json('PATCH', getPath`/messages/${id}`, { address, body }));
      }
      return message.of(await session.json('PATCH', getPath`/channels/${channel}/messages/${id}`, { body }));
    },
  },
  listMessages: {
    title: 'List messages',
    description: 'Lists the messages of a channel, the newest first.',
    hints: 'reads',
    properties: {
      channelId,
      before: { ...messageId, title: 'Before', description: 'Only messages before this one.' },
      limit: limitField,
    },
    required: ['channelId'],
    output: toList(message),
    run: async (session, input, { token }) => {
      requireField(token, 'token', '`listMessages`');
      const limit = getLimit(input);
      const path = getPath`/channels/${input['channelId']}/messages`;
      const ask = async (before: Json, page: number) => {
        const count = Math.min(maxPageSize, limit - page * maxPageSize);
        const { content, size } = await session.send({
          method: 'GET',
          path,
          query: { before, limit: count },
        });
        const items = Array.isArray(content) ? content.map(message.of) : [];
        const last = items.length < count ? undefined : items.at(-1)?.['id'];
        return { items, next: last ?? undefined, size };
      };
      const pages = Math.ceil(limit / maxPageSize);
      return collectPages<Json>(input['before'] ?? null, ask, { limit, pages, signal: session.signal });
    },
  },
};
