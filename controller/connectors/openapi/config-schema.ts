import type { JsonObject } from '../../../schemas/json/types.js';
import { secretField } from '../contract/server-fields.js';
import { configSchema as httpConfig } from '../http/config-schema.js';
import { errorsField, idempotencyField, retryField } from './presets/preset-schema.js';

const { baseUrl, headers, query, timeout, auth, tls, rateLimit } = httpConfig['properties'] as Record<
  string,
  JsonObject
>;

const text = (title: string, description: string, example: string): JsonObject => ({
  title,
  description,
  type: 'string',
  minLength: 1,
  'x-secret': 'allowed',
  examples: [example],
});

const credentials: JsonObject = {
  title: 'Credentials',
  description:
    'For a key: `value`. For a name with a password: `username`, `password`. For a token: `token`. For OAuth 2 and OpenID Connect: `clientId`, `clientSecret`.',
  type: 'object',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    value: secretField('Key', 'The value of an API key.', 'shop/api'),
    username: text('User', 'The name of the user; with OAuth 2, the password grant is used.', 'svc'),
    password: secretField('Password', 'The password of the user.', 'shop/api'),
    token: secretField('Token', 'A token that does not expire.', 'shop/api'),
    clientId: text('Client', 'The identifier of the client.', 'svc'),
    clientSecret: secretField('Client secret', 'The secret of the client.', 'shop/api'),
    clientAuthentication: {
      title: 'Client authentication',
      description: 'The place of the client in requests for tokens: the header, or the body.',
      enum: ['basic', 'body'],
      default: 'basic',
      examples: ['body'],
    },
    scopes: {
      title: 'Scopes',
      description: 'Asked for in place of those of the operations.',
      type: 'array',
      items: { type: 'string', minLength: 1 },
      examples: [['orders:read']],
    },
    tokenUrl: {
      title: 'Token address',
      description: 'Where tokens come from, in place of the address in the description.',
      type: 'string',
      pattern: '^https?://[^\\s@#]+$',
      patternErrorMessage: 'an http or https address',
      examples: ['https://login.example.com/oauth/token'],
    },
  },
  examples: [{ value: { secret: 'shop/api', key: 'key' } }],
};

export const configSchema: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'OpenAPI connection',
  description: 'An HTTP API with a description or a preset; each of its operations is an action.',
  type: 'object',
  additionalProperties: false,
  properties: {
    preset: {
      title: 'Preset',
      description:
        'An app that svc knows, such as `stripe`: its address, sign-in, limits and operations; or a file of the repository (`shop.preset.yaml`). What the connection states itself goes before. The manual lists the presets under `app`.',
      type: 'string',
      minLength: 1,
      maxLength: 1_024,
      examples: ['stripe'],
    },
    with: {
      title: 'Values',
      description: 'Values for the fields of the preset. Credentials are `{ secret: <path>, key: <key> }`.',
      type: 'object',
      additionalProperties: {
        title: 'Value',
        description: 'The value of a field.',
        type: ['string', 'number', 'boolean', 'array'],
        items: { title: 'Text', description: 'One text.', type: 'string', examples: ['read'] },
        'x-secret': 'allowed',
        examples: ['acme'],
      },
      examples: [{ apiKey: { secret: 'stripe', key: 'apiKey' } }],
    },
    document: {
      title: 'Description',
      description:
        'A file of the repository (`shop.openapi.yaml`), by which calls are checked, or an address, which is read when flows run. Beside a preset, in place of its operations.',
      type: 'string',
      minLength: 1,
      examples: ['shop.openapi.yaml'],
    },
    baseUrl: {
      ...baseUrl,
      description: 'The address before the paths, in place of the servers in the description.',
    },
    serverVariables: {
      title: 'Server variables',
      description: 'Values for the variables in the address of the server.',
      type: 'object',
      additionalProperties: {
        type: 'string',
        pattern: '^[A-Za-z0-9._~:/-]+$',
        patternErrorMessage: 'letters, digits and `._~:/-`',
      },
      examples: [{ region: 'eu' }],
    },
    headers: { ...headers },
    query: { ...query },
    timeout: { ...timeout },
    auth: {
      ...auth,
      description:
        'How to sign in wherever `security` has nothing for the operation: the ways of `http`. See `guide.signing`.',
    },
    tls: { ...tls },
    rateLimit: { ...rateLimit },
    retry: retryField,
    errors: errorsField,
    idempotencyHeader: { ...idempotencyField, default: 'Idempotency-Key' },
    security: {
      title: 'Security',
      description: 'Credentials by the names of the security schemes in the description.',
      type: 'object',
      additionalProperties: credentials,
      examples: [{ apiKey: { value: { secret: 'shop/api', key: 'key' } } }],
    },
  },
};
