import type { JsonObject } from '../../../schemas/json/types.js';
import { secretField, serverFields } from '../contract/server-fields.js';

export interface WebSocketConfig {
  url: string;
  headers?: Readonly<Record<string, string>>;
  token?: string;
  protocols?: readonly string[];
  ca?: string;
  /** Seconds. */
  timeout: number;
}

const { ca, timeout } = serverFields('ws', 80);

export const configSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'WebSocket connection',
  description: 'A server of WebSocket (RFC 6455).',
  type: 'object',
  required: ['url'],
  additionalProperties: false,
  properties: {
    url: {
      title: 'Address',
      description: 'The address of the server.',
      type: 'string',
      pattern: '^wss?://[^\\s/?#@]+([/?][^\\s#]*)?$',
      patternErrorMessage: 'a ws or wss address without user and fragment',
      examples: ['wss://feed.example.com/orders'],
    },
    token: secretField('Token', 'A bearer token.', 'shop/feed'),
    headers: {
      title: 'Headers',
      description: 'Sent as the connection is opened.',
      type: 'object',
      additionalProperties: {
        title: 'Header',
        description: 'The value of the header.',
        type: 'string',
        'x-secret': 'allowed',
        examples: ['eu'],
      },
      examples: [{ 'X-Region': 'eu' }],
    },
    protocols: {
      title: 'Subprotocols',
      description: 'The names of subprotocols, of which the server chooses one.',
      type: 'array',
      maxItems: 10,
      items: { type: 'string', pattern: "^[\\w!#$%&'*+.^`|~-]{1,100}$" },
      examples: [['graphql-transport-ws']],
    },
    ca: ca ?? true,
    timeout: timeout ?? true,
  },
};
