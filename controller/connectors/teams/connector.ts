import type { JsonObject } from '../../../schemas/json/types.js';
import { ConnectorError, defineConnector } from '../contract/connector.js';
import { toAddresses } from '../contract/destinations.js';
import { getActions, getTest, type WebApi } from '../web-api/actions.js';
import { credentialField, getConfig, timeoutField } from '../web-api/config-fields.js';
import { longText, object, text } from '../web-api/fields.js';
import { statusRefusal } from '../web-api/refusal.js';
import { getCard } from './card.js';

interface TeamsConfig {
  webhook: string;
  timeout: number;
}

const api: WebApi<TeamsConfig> = {
  server: ({ webhook, timeout }) => ({
    baseUrl: URL.canParse(webhook) ? new URL(webhook).origin : webhook,
    timeout,
    headers: {},
    secrets: [webhook],
  }),
  findRefusal(answer) {
    // Connectors of Office 365 answer 200 with a text that holds the status.
    const { content } = answer;
    const match = typeof content === 'string' ? /HTTP error (\d{3})/.exec(content.slice(0, 2_000)) : null;
    return match ? { status: Number(match[1]), said: String(content) } : statusRefusal(answer);
  },
};

const facts: JsonObject = {
  title: 'Facts',
  description: 'Names and values, shown as a table.',
  type: 'object',
  maxProperties: 100,
  additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
  examples: [{ Order: 17, Total: '80 EUR' }],
};

/** Microsoft Teams: messages over the webhook of a workflow. */
export const teamsConnector = defineConnector<TeamsConfig>({
  name: 'teams',
  title: 'Microsoft Teams',
  description: 'Microsoft Teams: messages and Adaptive Cards over the webhook of a workflow.',
  configSchema: {
    ...getConfig(
      'Teams connection',
      'A channel or a chat of Microsoft Teams, by the webhook of a workflow.',
      {
        webhook: credentialField(
          'Webhook',
          'The address that the workflow “Post to a channel when a webhook request is received” shows.',
          'chat/teams',
          'webhook',
        ),
        timeout: timeoutField(),
      },
    ),
    required: ['webhook'],
  },
  destinations: toAddresses('webhook'),
  actions: getActions(api, {
    send: {
      title: 'Send a message',
      description: 'Posts a text with a title and facts, or an Adaptive Card.',
      hints: 'adds',
      properties: {
        title: text('Title', 'Shown above the text.', 'Order paid'),
        text: longText(
          'Text',
          'The text, with the Markdown that Adaptive Cards know.',
          'Order **17** is paid.',
        ),
        facts,
        card: object('Card', 'An Adaptive Card, in place of the other fields.', {
          type: 'AdaptiveCard',
          version: '1.5',
          body: [],
        }),
      },
      conditions: {
        oneOf: [
          { required: ['card'] },
          {
            anyOf: [{ required: ['title'] }, { required: ['text'] }, { required: ['facts'] }],
            not: { required: ['card'] },
          },
        ],
      },
      output: {
        type: 'object',
        required: ['status'],
        additionalProperties: false,
        properties: {
          status: { title: 'Status', description: 'The status of the answer.', type: 'integer' },
        },
      },
      run: async (session, input, { webhook }) => {
        const attachment = {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: getCard(input),
        };
        const body = { type: 'message', attachments: [attachment] };
        const { status } = await session.send({ method: 'POST', path: '', address: webhook, body });
        return { status };
      },
    },
  }),
  // Each authenticated request would post a message: only the server is looked for.
  test: getTest(api, async (session) => {
    await session.send({ method: 'HEAD', path: '/' }).catch((error) => {
      if (!(error instanceof ConnectorError) || isAway(error)) throw error;
    });
    return 'the webhook was not tried, since that would post a message';
  }),
});

/** True for an error that is no answer of the server. */
function isAway({ kind, status, title }: ConnectorError): boolean {
  const isRefusedHere = title === 'Address not allowed' || title === 'Request not usable';
  return isRefusedHere || kind === 'timeout' || status === 503;
}
