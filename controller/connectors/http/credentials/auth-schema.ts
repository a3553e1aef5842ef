import type { JsonObject } from '../../../../schemas/json/types.js';

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

/** Tokens of an authority: of the client itself, or by a refresh token. */
const oauth2: JsonObject = {
  ...scheme('oauth2', 'Tokens of an authority, for the client itself or by a refresh token.', {
    tokenUrl: {
      title: 'Token address',
      description: 'The address of the authority that gives tokens.',
      type: 'string',
      pattern: '^https?://[^\\s#@]+$',
      patternErrorMessage: 'an http or https address without user and fragment',
      examples: ['https://login.example.com/oauth/token'],
    },
    clientId: text('Client', 'The ID of the client.', ['svc']),
    clientSecret: secret('Client secret', 'The secret of the client.'),
    clientAuthentication: {
      title: 'Client authentication',
      description: 'The place of the client in requests for tokens: the header, or the body.',
      enum: ['basic', 'body'],
      default: 'basic',
      examples: ['body'],
    },
    refreshToken: secret(
      'Refresh token',
      'Stands for the consent of a user, and can be used again and again; without it, the client acts for itself.',
    ),
    scopes: {
      title: 'Scopes',
      description: 'The rights that are asked for.',
      type: 'array',
      items: { type: 'string', minLength: 1 },
      examples: [['orders.read']],
    },
  }),
  required: ['type', 'tokenUrl', 'clientId'],
  examples: [
    {
      type: 'oauth2',
      tokenUrl: 'https://login.example.com/oauth/token',
      clientId: 'svc',
      clientSecret: { secret: 'crm/api', key: 'clientSecret' },
      scopes: ['orders.read'],
    },
  ],
};

/** User name and password for challenges of the server. */
export interface DigestAuth {
  type: 'digest';
  username: string;
  password: string;
}

/** Credentials that go with requests as they are. */
export type DirectAuth =
  | { type: 'basic'; username: string; password: string }
  | { type: 'bearer'; token: string }
  | { type: 'apiKey'; in: 'header' | 'query' | 'cookie'; name: string; value: string };

/** Credentials for which an authority gives tokens (RFC 6749). */
export interface OAuth2Auth {
  type: 'oauth2';
  tokenUrl: string;
  clientId: string;
  clientSecret?: string;
  clientAuthentication?: 'basic' | 'body';
  refreshToken?: string;
  scopes?: string[];
}

/** The credentials of the connector. */
export type HttpAuth = DirectAuth | DigestAuth | OAuth2Auth;

/** Credentials of any HTTP API that go with requests as they are. */
export const directSchemes: readonly JsonObject[] = [
  scheme('basic', 'User name and password.', {
    username: text('User name', 'The name of the user.', ['svc']),
    password: secret('Password', 'The password of the user.'),
  }),
  scheme('bearer', 'A token in the `Authorization` header.', {
    token: secret('Token', 'The token.'),
  }),
  scheme('apiKey', 'A key in a header, in the query or in a cookie.', {
    in: {
      title: 'Place',
      description: 'The part of the request that carries the key.',
      enum: ['header', 'query', 'cookie'],
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
];

/** The ways to sign in. */
export const authField: JsonObject = {
  title: 'Authentication',
  description: 'How to sign in: `basic`, `bearer`, `apiKey`, `digest` or `oauth2`.',
  examples: [{ type: 'bearer', token: { secret: 'crm/api', key: 'token' } }],
  oneOf: [
    ...directSchemes,
    scheme(
      'digest',
      'User name and password, proved by a digest (RFC 7616) that changes with each request.',
      {
        username: text('User name', 'The name of the user.', ['svc']),
        password: secret('Password', 'The password of the user.'),
      },
    ),
    oauth2,
  ],
};
