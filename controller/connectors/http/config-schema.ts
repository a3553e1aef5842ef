import type { JsonObject } from '../../../schemas/json/types.js';
import { authField, type HttpAuth } from './credentials/auth-schema.js';
import { type SignatureConfig, signatureField } from './credentials/signature-schema.js';
import { type TlsConfig, tlsField } from './credentials/tls.js';
import { type RateLimitConfig, rateLimitField } from './limits/rate-limit-schema.js';

const scalar = (title: string, description: string, examples: string[]): JsonObject => ({
  title,
  description,
  type: ['string', 'number', 'boolean'],
  'x-secret': 'allowed',
  examples,
});

/** The connector's configuration with the values of its secrets. */
export interface HttpConfig {
  baseUrl: string;
  headers?: Record<string, string | number | boolean>;
  query?: Record<string, string | number | boolean>;
  /** Seconds. */
  timeout?: number;
  auth?: HttpAuth;
  signature?: SignatureConfig;
  tls?: TlsConfig;
  rateLimit?: RateLimitConfig;
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
    auth: authField,
    signature: signatureField,
    tls: tlsField,
    rateLimit: rateLimitField,
  },
};
