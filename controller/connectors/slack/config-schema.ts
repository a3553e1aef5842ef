import type { JsonObject } from '../../../schemas/json/types.js';
import { baseUrlField, credentialField, getConfig, timeoutField } from '../web-api/config-fields.js';

export const configSchema: JsonObject = {
  ...getConfig('Slack connection', 'A Slack workspace: a bot token, or an incoming webhook.', {
    token: credentialField('Token', 'The token of a bot (`xoxb-…`).', 'chat/slack', 'token'),
    webhook: credentialField(
      'Webhook',
      'The address of an incoming webhook, with which messages can be posted to its channel only.',
      'chat/slack',
      'webhook',
    ),
    baseUrl: baseUrlField('The address of the Web API.', 'https://slack.com/api'),
    timeout: timeoutField(),
  }),
  anyOf: [{ required: ['token'] }, { required: ['webhook'] }],
};
