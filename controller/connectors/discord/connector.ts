import { objectOr } from '../../../schemas/json/values.js';
import { defineConnector } from '../contract/connector.js';
import { toAddresses } from '../contract/destinations.js';
import { getActions, getTest } from '../web-api/actions.js';
import { baseUrlField, credentialField, getConfig, timeoutField } from '../web-api/config-fields.js';
import { forms } from './actions.js';
import { type DiscordConfig, discordApi } from './api.js';

/** Discord: messages of a bot or of a webhook. */
export const discordConnector = defineConnector<DiscordConfig>({
  name: 'discord',
  title: 'Discord',
  description: 'Discord: messages of a bot or of a webhook.',
  configSchema: {
    ...getConfig('Discord connection', 'A bot of Discord, or a webhook of a channel.', {
      token: credentialField('Token', 'The token of the bot.', 'chat/discord', 'token'),
      webhook: credentialField('Webhook', 'The address of a webhook.', 'chat/discord', 'webhook'),
      baseUrl: baseUrlField('The address of the API.', 'https://discord.com/api/v10'),
      timeout: timeoutField(),
    }),
    anyOf: [{ required: ['token'] }, { required: ['webhook'] }],
  },
  destinations: toAddresses('baseUrl', 'webhook'),
  actions: getActions(discordApi, forms),
  test: getTest(discordApi, async (session, { token, webhook: address = '' }) => {
    if (token !== undefined)
      return `the bot \`${objectOr(await session.json('GET', '/users/@me'))['username']}\``;
    return `the webhook \`${objectOr(await session.json('GET', '', { address }))['name']}\``;
  }),
});
