import type { JsonObject } from '../../../schemas/json/types.js';
import { baseUrlField, credentialField, getConfig, timeoutField } from '../web-api/config-fields.js';
import { text } from '../web-api/fields.js';

/** The connector's configuration with the values of its secrets: `url` or `card`. */
export interface A2aConfig {
  url?: string;
  card?: string;
  token?: string;
  headers?: Readonly<Record<string, string>>;
  /** Seconds. */
  timeout: number;
}

export const configSchema: JsonObject = {
  ...getConfig('A2A connection', 'An agent that answers over the Agent2Agent protocol (JSON-RPC).', {
    url: baseUrlField('The address of the agent.', undefined, 'https://agent.example.com/a2a'),
    card: baseUrlField(
      'The address of the card of the agent, in place of `url`.',
      undefined,
      'https://agent.example.com/.well-known/agent-card.json',
    ),
    token: credentialField('Token', 'A bearer token.', 'shop/agent', 'token'),
    headers: {
      title: 'Headers',
      description: 'Sent with every request.',
      type: 'object',
      additionalProperties: { ...text('Header', 'The value of the header.', 'eu'), 'x-secret': 'allowed' },
      examples: [{ 'X-Region': 'eu' }],
    },
    timeout: timeoutField(120),
  }),
  oneOf: [{ required: ['url'] }, { required: ['card'] }],
};
