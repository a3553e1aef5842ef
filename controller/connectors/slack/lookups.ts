import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { type Form, requireField } from '../web-api/actions.js';
import { flag, limitField, limitOf, text, texts } from '../web-api/fields.js';
import { listOf, view } from '../web-api/view.js';
import type { SlackConfig } from './api.js';

const conversation = view('Conversation', {
  id: ['id', 'string', 'ID'],
  name: ['name', 'string', 'Name'],
  topic: ['topic.value', 'string', 'Topic'],
  isPrivate: ['is_private', 'boolean', 'Private'],
  isArchived: ['is_archived', 'boolean', 'Archived'],
  isMember: ['is_member', 'boolean', 'Whether the bot is a member'],
});

const user = view('User', {
  id: ['id', 'string', 'ID'],
  name: ['name', 'string', 'Name'],
  realName: ['profile.real_name', 'string', 'Real name'],
  email: ['profile.email', 'string', 'E-mail address'],
  isBot: ['is_bot', 'boolean', 'Bot'],
});

/** Pages of one list. */
const mostPages = 100;

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
    output: listOf(conversation),
    run: async (session, input, { token }) => {
      requireField(token, 'token', '`listConversations`');
      const { types, excludeArchived } = input;
      const limit = limitOf(input);
      const query: JsonObject = {
        types: Array.isArray(types) ? types.join(',') : null,
        exclude_archived: excludeArchived ?? null,
        limit: Math.min(limit, 200),
      };
      const found: Json[] = [];
      let cursor: Json = null;
      for (let page = 0; page < mostPages && found.length < limit; page++) {
        const asked: JsonObject = { ...query, cursor };
        const answer: JsonObject = objectOr(
          await session.json('GET', '/conversations.list', { query: asked }),
        );
        if (Array.isArray(answer['channels'])) found.push(...answer['channels']);
        cursor = objectOr(answer['response_metadata'])['next_cursor'] ?? null;
        if (cursor === null || cursor === '') break;
      }
      return found.slice(0, limit).map(conversation.of);
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
