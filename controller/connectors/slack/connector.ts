import { objectOr } from '../../../schemas/json/values.js';
import { defineConnector } from '../contract/connector.js';
import { toAddresses } from '../contract/destinations.js';
import { getActions, getTest } from '../web-api/actions.js';
import { type SlackConfig, slackApi } from './api.js';
import { configSchema } from './config-schema.js';
import { lookupForms } from './lookups.js';
import { messageForms } from './messages.js';

/** Slack: messages, reactions, and lookups of channels and users. */
export const slackConnector = defineConnector<SlackConfig>({
  name: 'slack',
  title: 'Slack',
  description: 'Slack: messages, reactions, and lookups of channels and users.',
  configSchema,
  destinations: toAddresses('baseUrl', 'webhook'),
  actions: getActions(slackApi, { ...messageForms, ...lookupForms }),
  test: getTest(slackApi, async (session, { token }) => {
    // A webhook has nothing to read: each request there posts a message.
    if (token === undefined) return 'the webhook was not tried, since that would post a message';
    const { user, team } = objectOr(await session.json('POST', '/auth.test'));
    return `the bot \`${user}\` of \`${team}\``;
  }),
});
