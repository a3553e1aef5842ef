import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { collectPages } from '../http/paging/pages.js';
import { type Form, requireField } from '../web-api/actions.js';
import { flag, getLimit, limitField, text, texts } from '../web-api/fields.js';
import { toList, view } from '../web-api/view.js';
import type { SlackConfig } from './api.js';

const conversation = view('Conversation', {
  id: ['id', 'string', 'The ID of the conversation.'],
  name: ['name', 'string', 'The name of the conversation.'],
  topic: ['topic.value', 'string', 'The topic of the conversation.'],
  isPrivate: ['is_private', 'boolean', 'Whether only invited people see it.'],
  isArchived: ['is_archived', 'boolean', 'Whether it is archived.'],
  isMember: ['is_member', 'boolean', 'Whether the bot is a member.'],
});

const user = view('User', {
  id: ['id', 'string', 'The ID of the user.'],
  name: ['name', 'string', 'The name of the user.'],
  realName: ['profile.real_name', 'string', 'The full name of the user.'],
  email: ['profile.email', 'string', 'The e-mail address of the user.'],
  isBot: ['is_bot', 'boolean', 'Whether the user is a bot.'],
});

/** Pages of one list. */
const maxPages = 100;

/** Conversations and users. */
export const lookupForms: Readonly<Record<string, Form<SlackConfig>>> = {
  listConversations: {
    title: 'List conversations',
    description: 'Lists the channels that the bot sees.',
    hints: 'reads',
    properties: {
      types: texts('Types', 'The kinds of conversations; without it, public channels.', ['public_channel']),
      excludeArchived: flag('Without archived', 'Whether archived channels are left out.'),
      limit: limitField,
    },
    output: toList(conversation),
    run: async (session, input, { token }) => {
      requireField(token, 'token', '`listConversations`');
      const { types, excludeArchived } = input;
      const limit = getLimit(input);
      const query: JsonObject = {
        types: Array.isArray(types) ? types.join(',') : null,
        exclude_archived: excludeArchived ?? null,
        limit: Math.min(limit, 200),
      };
      const ask = async (cursor: Json) => {
        const request = { method: 'GET', path: '/conversations.list', query: { ...query, cursor } };
        const { content, size } = await session.send(request);
        const { channels, response_metadata: more } = objectOr(content);
        const next = objectOr(more)['next_cursor'] || undefined;
        return { items: Array.isArray(channels) ? channels : [], next, size };
      };
      const items = await collectPages<Json>(null, ask, { limit, pages: maxPages, signal: session.signal });
      return items.map(conversation.of);
    },
  },
  findUserByEmail: {
    title: 'Find a user',
    description: 'Returns the user with an e-mail address, or null.',
    hints: 'reads',
    properties: { email: text('E-mail address', 'The address of the user.', 'ada@example.com') },
    required: ['email'],
    output: { anyOf: [user.schema, { type: 'null' }] },
    run: async (session, { email }, { token }) => {
      requireField(token, 'token', '`findUserByEmail`');
      try {
        const query = { email: email ?? null };
        const answer = objectOr(await session.json('GET', '/users.lookupByEmail', { query }));
        return user.of(answer['user'] ?? null);
      } catch (error) {
        if (error instanceof Error && error.message.includes(': users_not_found')) return null;
        throw error;
      }
    },
  },
};
