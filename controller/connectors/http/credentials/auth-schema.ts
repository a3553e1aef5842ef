import type { JsonObject } from '../../../../schemas/json/types.js';
import { type AwsAuth, awsScheme } from './aws-schema.js';
import { type JwtConfig, jwtFields } from './jwt-schema.js';

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

const address = (title: string, description: string, example: string): JsonObject => ({
  title,
  description,
  type: 'string',
  pattern: '^https?://[^\\s#@]+$',
  patternErrorMessage: 'an http or https address without user and fragment',
  examples: [example],
});

const assertion = (
  title: string,
  description: string,
  fields: JsonObject,
  example: JsonObject,
): JsonObject => ({
  title,
  description,
  type: 'object',
  required: ['key'],
  additionalProperties: false,
  properties: fields,
  examples: [example],
});

/** Tokens of an authority: of the client itself, by a refresh token, or by a signed assertion. */
const oauth2: JsonObject = {
  ...scheme(
    'oauth2',
    'Tokens of an authority, for the client itself, by the consent of a person, by a refresh token or by a signed assertion.',
    {
      tokenUrl: address(
        'Token address',
        'The address of the authority that gives tokens.',
        'https://login.example.com/oauth/token',
      ),
      authorizationUrl: address(
        'Authorisation address',
        'The address at which a person consents (authorisation code with PKCE, RFC 6749 and RFC 7636): `begin-consent` leads there. The refresh token is then stored at `refreshToken`, and renewed there.',
        'https://login.example.com/oauth/authorize',
      ),
      authorizationParameters: {
        title: 'Authorisation parameters',
        description:
          'Further parameters for the authorisation address, such as those that ask for a refresh token.',
        type: 'object',
        maxProperties: 20,
        propertyNames: {
          not: {
            enum: [
              'response_type',
              'client_id',
              'redirect_uri',
              'scope',
              'state',
              'code_challenge',
              'code_challenge_method',
              'request',
              'request_uri',
              'response_mode',
            ],
          },
        },
        additionalProperties: {
          title: 'Parameter',
          description: 'The value.',
          type: 'string',
          maxLength: 1_000,
          examples: ['offline'],
        },
        examples: [{ access_type: 'offline', prompt: 'consent' }],
      },
      revocationUrl: address(
        'Revocation address',
        'The address at which `revoke-consent` takes the refresh token back (RFC 7009), where the authority has one.',
        'https://login.example.com/oauth/revoke',
      ),
      issuer: {
        title: 'Issuer',
        description:
          'The name by which the authority calls itself in its answers (`iss`, RFC 9207); without it, one of the origin of the authorisation address.',
        type: 'string',
        pattern: '^https?://[^\\s#?@]+$',
        patternErrorMessage: 'an http or https address without user, query and fragment',
        examples: ['https://login.example.com'],
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
      clientAssertion: assertion(
        'Client assertion',
        'A JWT that proves the client in place of its secret (`private_key_jwt`, RFC 7523, section 2.2).',
        jwtFields({
          issuer: ', in place of `clientId`.',
          subject: ', in place of `clientId`.',
          audience: ', in place of `tokenUrl`.',
        }),
        {
          algorithm: 'PS256',
          key: { secret: 'graph', key: 'key' },
          certificate: { secret: 'graph', key: 'certificate' },
        },
      ),
      assertion: assertion(
        'Assertion',
        'A JWT for which the authority gives the token (the grant `jwt-bearer`, RFC 7523, section 2.1): service accounts of Google, connected apps of Salesforce.',
        jwtFields({
          issuer: ': the account or the client that signs; in place of `clientId`, where that is stated.',
          subject: ': the user for whom the token is.',
          audience: ', in place of `tokenUrl`.',
        }),
        {
          issuer: { secret: 'sheets', key: 'client_email' },
          key: { secret: 'sheets', key: 'private_key' },
          claims: { scope: 'https://www.googleapis.com/auth/drive' },
        },
      ),
      refreshToken: secret(
        'Refresh token',
        'Stands for the consent of a user, and can be used again and again; without it, the client acts for itself. With `authorizationUrl`, the place where svc stores it.',
      ),
      scopes: {
        title: 'Scopes',
        description: 'The rights that are asked for.',
        type: 'array',
        items: { type: 'string', minLength: 1 },
        examples: [['orders.read']],
      },
    },
  ),
  required: ['type', 'tokenUrl'],
  dependentRequired: {
    authorizationUrl: ['clientId', 'refreshToken'],
    authorizationParameters: ['authorizationUrl'],
    revocationUrl: ['authorizationUrl'],
    issuer: ['authorizationUrl'],
  },
  anyOf: [{ required: ['clientId'] }, { required: ['assertion'] }],
  examples: [
    {
      type: 'oauth2',
      tokenUrl: 'https://login.example.com/oauth/token',
      clientId: 'svc',
      clientSecret: { secret: 'crm/api', key: 'clientSecret' },
      scopes: ['orders.read'],
    },
    {
      type: 'oauth2',
      authorizationUrl: 'https://login.example.com/oauth/authorize',
      tokenUrl: 'https://login.example.com/oauth/token',
      clientId: 'svc',
      clientSecret: { secret: 'crm/client', key: 'clientSecret' },
      refreshToken: { secret: 'crm/consent', key: 'refreshToken' },
      scopes: ['contacts.read'],
    },
  ],
};

/** A JWT as the bearer token, or as the proof for one. */
const jwt: JsonObject = {
  ...scheme('jwt', 'A JWT that is signed here, as the token in the `Authorization` header.', {
    ...jwtFields({
      issuer: ': the app, the account or the key that signs.',
      subject: ', where the server wants one.',
      audience: ': the API, where the server wants one.',
    }),
    exchangeUrl: address(
      'Exchange address',
      'An address that gives another token for the JWT, which requests then carry, such as that of an installation of a GitHub App.',
      'https://api.github.com/app/installations/42/access_tokens',
    ),
  }),
  required: ['type', 'key'],
  examples: [{ type: 'jwt', issuer: '12345', key: { secret: 'github/app', key: 'key' }, lifetime: 600 }],
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
  | { type: 'apiKey'; in: 'header' | 'query' | 'cookie' | 'path'; name: string; value: string };

/** Credentials for which an authority gives tokens (RFC 6749). */
export interface OAuth2Auth {
  type: 'oauth2';
  tokenUrl: string;
  authorizationUrl?: string;
  authorizationParameters?: Record<string, string>;
  revocationUrl?: string;
  issuer?: string;
  clientId?: string;
  clientSecret?: string;
  clientAuthentication?: 'basic' | 'body';
  clientAssertion?: JwtConfig;
  assertion?: JwtConfig;
  refreshToken?: string;
  scopes?: string[];
}

/** A JWT that is the bearer token, or that is exchanged for it at an address. */
export interface JwtAuth extends JwtConfig {
  type: 'jwt';
  exchangeUrl?: string;
}

/** Credentials that are a header of each request, whatever the request is. */
export type HeaderAuth = Extract<DirectAuth, { type: 'basic' | 'bearer' }> | OAuth2Auth | JwtAuth;

/** The credentials of the connector. */
export type HttpAuth = DirectAuth | DigestAuth | OAuth2Auth | JwtAuth | AwsAuth;

/** Credentials of any HTTP API that go with requests as they are. */
const directSchemes: readonly JsonObject[] = [
  scheme('basic', 'User name and password.', {
    username: text('User name', 'The name of the user.', ['svc']),
    password: secret('Password', 'The password of the user.'),
  }),
  scheme('bearer', 'A token in the `Authorization` header.', {
    token: secret('Token', 'The token.'),
  }),
  scheme('apiKey', 'A key in a header, in the query, in a cookie or at the beginning of the path.', {
    in: {
      title: 'Place',
      description: 'The part of the request that carries the key.',
      enum: ['header', 'query', 'cookie', 'path'],
      examples: ['header'],
    },
    name: {
      title: 'Name',
      description:
        'The name of the header or parameter; with `in: path`, the text between `/` and the key, such as `bot`.',
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
  description:
    'How to sign in: `basic`, `bearer`, `apiKey`, `digest`, `oauth2`, `jwt` or `aws`. See `guide.signing`.',
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
    jwt,
    awsScheme,
  ],
};

/** The ways to sign in by a header, for other protocols than HTTP/1. */
export const headerAuthField: JsonObject = {
  ...authField,
  description:
    'How to sign in, in place of `token`: `basic`, `bearer`, `oauth2` or `jwt`. See `guide.signing`.',
  oneOf: [...directSchemes.slice(0, 2), oauth2, jwt],
};
