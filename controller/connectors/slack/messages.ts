import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { ConnectorError } from '../contract/connector.js';
import { type Form, requireField } from '../web-api/actions.js';
import { flag, longText, named, objects, text } from '../web-api/fields.js';
import type { ApiSession } from '../web-api/session.js';
import { view } from '../web-api/view.js';
import type { SlackConfig } from './api.js';

const channel = text('Channel', 'The ID of a channel, or its name for messages.', 'C024BE91L');
const timestamp = text('Timestamp', 'The `ts` of a message, which identifies it.', '1503435956.000247');

const content: JsonObject = {
  text: longText(
    'Text',
    'The text, in the mark-up of Slack; with blocks, the text of notifications.',
    'Order *17* is paid.',
  ),
  blocks: objects('Blocks', 'Blocks of Block Kit.', [{ type: 'divider' }]),
};

const message = view('Message', {
  channel: ['channel', 'string', 'The ID of the channel; null for a webhook.'],
  ts: ['ts', 'string', 'The timestamp, which identifies the message; null for a webhook.'],
});

const names = {
  channel: 'channel',
  text: 'text',
  blocks: 'blocks',
  threadTs: 'thread_ts',
  ts: 'ts',
  broadcast: 'reply_broadcast',
  unfurlLinks: 'unfurl_links',
};

/** Messages and reactions. */
export const messageForms: Readonly<Record<string, Form<SlackConfig>>> = {
  postMessage: {
    title: 'Post a message',
    description: 'Posts a message to a channel, or with `threadTs` to a thread. A webhook knows its channel.',
    hints: 'adds',
    properties: {
      channel,
      ...content,
      threadTs: {
        ...timestamp,
        title: 'Thread',
        description: 'The `ts` of the first message of the thread.',
      },
      broadcast: flag('Broadcast', 'Whether an answer in a thread appears in the channel too.'),
      unfurlLinks: flag('Previews', 'Whether links are shown with previews.'),
    },
    conditions: { anyOf: [{ required: ['text'] }, { required: ['blocks'] }] },
    output: message.schema,
    run: async (session, input, { token, webhook }) => {
      const body = named(input, names);
      if (token === undefined) return postToWebhook(session, body, webhook);
      if (input['channel'] === undefined) throw noChannel();
      return message.of(await session.json('POST', '/chat.postMessage', { body }));
    },
  },
  updateMessage: {
    title: 'Update a message',
    description: 'Replaces a message that the bot has posted.',
    hints: 'changes',
    properties: { channel, ts: timestamp, ...content },
    required: ['channel', 'ts'],
    conditions: { anyOf: [{ required: ['text'] }, { required: ['blocks'] }] },
    output: message.schema,
    run: async (session, input, { token }) => {
      requireField(token, 'token', '`updateMessage`');
      return message.of(await session.json('POST', '/chat.update', { body: named(input, names) }));
    },
  },
  addReaction: reaction(
    'Add a reaction',
    'Adds an emoji to a message; one that is there stays.',
    'add',
    'already_reacted',
  ),
  removeReaction: reaction('Remove a reaction', 'Removes an emoji of the bot.', 'remove', 'no_reaction'),
};

function noChannel(): ConnectorError {
  const detail = 'A bot posts to any of its channels: add `channel` to the arguments of `postMessage`';
  return new ConnectorError('validation', 400, 'Channel missing', detail);
}

async function postToWebhook(
  session: ApiSession,
  body: JsonObject,
  webhook: string | undefined,
): Promise<Json> {
  const address = requireField(webhook, 'webhook', '`postMessage`');
  const { channel: _, ...rest } = body;
  await session.json('POST', '', { address, body: rest });
  return { channel: null, ts: null };
}

/** @param already the error of Slack for a message that is as wanted */
function reaction(title: string, description: string, verb: string, already: string): Form<SlackConfig> {
  return {
    title,
    description,
    hints: 'sets',
    required: ['channel', 'ts', 'name'],
    properties: { channel, ts: timestamp, name: text('Emoji', 'Its name, without colons.', 'thumbsup') },
    output: {
      type: 'object',
      required: ['changed'],
      additionalProperties: false,
      properties: { changed: { description: 'False where it was so before.', type: 'boolean' } },
    },
    run: async (session, { channel: inChannel, ts, name }, { token }) => {
      requireField(token, 'token', 'A reaction');
      const body = { channel: inChannel ?? null, timestamp: ts ?? null, name: name ?? null };
      try {
        await session.json('POST', `/reactions.${verb}`, { body });
        return { changed: true };
      } catch (error) {
        if (error instanceof Error && error.message.includes(`: ${already}`)) return { changed: false };
        throw error;
      }
    },
  };
}
