import type { JsonObject } from '../../../schemas/json/types.js';

const scalar = (title: string, description: string, examples: string[]): JsonObject => ({
  title,
  description,
  type: ['string', 'number', 'boolean'],
  'x-secret': 'allowed',
  examples,
});

const secret = (title: string, description: string): JsonObject => ({
  title,
  description,
  type: 'string',
  minLength: 1,
  'x-secret': true,
  examples: [{ secret: 'crm/api', key: 'token' }],
});

const text = (title: string, description: string, examples: string[]): JsonObject => ({
  title,
  description,
  type: 'string',
  minLength: 1,
  'x-secret': 'allowed',
  examples,
});

const scheme = (type: string, description: string, properties: JsonObject): JsonObject => ({
  title: type,
  description,
  type: 'object',
  required: ['type', ...Object.keys(properties)],
  additionalProperties: false,
  properties: { type: { title: 'Type', description, const: type, examples: [type] }, ...properties },
});

/** The credentials of the connector. */
export type HttpAuth =
  | { type: 'basic'; username: string; password: string }
  | { type: 'bearer'; token: string }
  | { type: 'apiKey'; in: 'header' | 'query'; name: string; value: string };

/** The connector's configuration with the values of its secrets. */
export interface HttpConfig {
  baseUrl: string;
  headers?: Record<string, string | number | boolean>;
  query?: Record<string, string | number | boolean>;
  /** Seconds. */
  timeout?: number;
  auth?: HttpAuth;
}

export const configSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'HTTP connection',
  description: 'An HTTP API.',
  type: 'object',
  required: ['baseUrl'],
  additionalProperties: false,
  properties: {
    baseUrl: {
      title: 'Base address',
      description: 'The address to which every path is appended.',
      type: 'string',
      pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
      patternErrorMessage: 'an http or https address without user, query or fragment',
      examples: ['https://api.example.com/v1'],
    },
    headers: {
      title: 'Headers',
      description: 'Sent with every request.',
      type: 'object',
      additionalProperties: scalar('Header', 'The value of the header.', ['application/json']),
      examples: [{ Accept: 'application/json' }],
    },
    query: {
      title: 'Query',
      description: 'Query parameters of every request.',
      type: 'object',
      additionalProperties: scalar('Parameter', 'The value of the parameter.', ['en']),
      examples: [{ lang: 'en' }],
    },
    timeout: {
      title: 'Timeout',
      description: 'The longest duration of one request, in seconds.',
      type: 'number',
      minimum: 0.001,
      maximum: 3600,
      default: 30,
      examples: [30],
    },
    auth: {
      title: 'Authentication',
      description: 'How to sign in: `basic`, `bearer` or `apiKey`.',
      examples: [{ type: 'bearer', token: { secret: 'crm/api', key: 'token' } }],
      oneOf: [
        scheme('basic', 'User name and password.', {
          username: text('User name', 'The name of the user.', ['svc']),
          password: secret('Password', 'The password of the user.'),
        }),
        scheme('bearer', 'A token in the `Authorization` header.', {
          token: secret('Token', 'The token.'),
        }),
        scheme('apiKey', 'A key in a header or in the query.', {
          in: {
            title: 'Place',
            description: 'The part of the request that carries the key.',
            enum: ['header', 'query'],
            examples: ['header'],
          },
          name: {
            title: 'Name',
            description: 'The name of the header or parameter.',
            type: 'string',
            minLength: 1,
            examples: ['X-API-Key'],
          },
          value: secret('Key', 'The key.'),
        }),
      ],
    },
  },
};
