import type { TokenGrant } from '../../controller/identity/contract.js';
import { Problem } from '../../controller/problems/index.js';
import type { JsonObject } from '../../schemas/json.js';
import { type Operation, type OperationContext, reads } from './operation.js';

interface TokenInput {
  grant_type: 'password' | 'refresh_token' | 'client_credentials';
  username?: string;
  password?: string;
  refresh_token?: string;
  client_id?: string;
  client_secret?: string;
  scope?: string;
}

const text = (description: string, maxLength = 1024): JsonObject => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description,
});

/** The names are those of RFC 6749. */
const createToken: Operation<TokenInput> = {
  name: 'create-token',
  title: 'Sign in',
  description:
    'An access token (RFC 6749) for a user’s password, a refresh token, or an API key as the client secret. A refresh token is good once.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'anyone',
  input: {
    properties: {
      grant_type: { type: 'string', enum: ['password', 'refresh_token', 'client_credentials'] },
      username: text('For `password`: the user.', 255),
      password: text('For `password`.'),
      refresh_token: text('For `refresh_token`.'),
      client_id: text('For `client_credentials`: id or name of an API key.', 255),
      client_secret: text('For `client_credentials`: the API key.'),
      scope: text('Accepted, and without effect: the role decides.'),
    },
    required: ['grant_type'],
  },
  output: {
    type: 'object',
    required: ['access_token', 'token_type', 'expires_in'],
    properties: {
      access_token: { type: 'string' },
      token_type: { type: 'string' },
      expires_in: { type: 'integer', description: 'Seconds.' },
      refresh_token: { type: 'string' },
    },
  },
  async run(context, input) {
    context.audit?.note({ grant: input.grant_type });
    const grant = await grants[input.grant_type](context, input);
    context.audit?.identify(grant.principal.id);
    const { accessToken, expiresIn, refreshToken } = grant;
    return {
      value: {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: expiresIn,
        ...(refreshToken === undefined ? {} : { refresh_token: refreshToken }),
      },
    };
  },
};

type Grantor = (context: OperationContext, input: TokenInput) => Promise<TokenGrant>;

const grants: Readonly<Record<TokenInput['grant_type'], Grantor>> = {
  password({ controller, origin, audit }, input) {
    const username = need(input, 'username');
    const password = need(input, 'password');
    audit?.identify(`user:${nameOrNone(username)}`);
    return controller.identity.signIn.password(username, password, origin);
  },
  refresh_token({ controller, origin }, input) {
    return controller.identity.signIn.refresh(need(input, 'refresh_token'), origin);
  },
  client_credentials({ controller, origin, audit }, input) {
    const id = need(input, 'client_id');
    const secret = need(input, 'client_secret');
    audit?.identify(`api-key:${nameOrNone(id)}`);
    return controller.identity.signIn.apiKey(id, secret, origin);
  },
};

const signOut: Operation<{ refresh_token?: string }> = {
  name: 'sign-out',
  title: 'Sign out',
  description: 'Ends the session of the access token, or of the refresh token given: at once, for both.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'anyone',
  input: { properties: { refresh_token: text('Of the session to end, where no access token is sent.') } },
  output: {},
  async run(context, input) {
    const { sessions } = context.controller.identity;
    const id = context.caller?.session;
    if (id !== undefined) await sessions.end(id);
    if (input.refresh_token !== undefined) {
      // One that is not valid has no session: what was asked for is done.
      const session = await sessions.ofRefreshToken(input.refresh_token);
      if (session) context.audit?.identify(`user:${session.user}`);
      if (session) await sessions.end(session.id);
      return { outcome: 'deleted' };
    }
    if (context.caller === undefined)
      throw new Problem('unauthenticated', 'The request carries no credential');
    if (id === undefined) {
      throw new Problem('body_invalid', `${context.principal.id} has no session to end`, {
        hints: ['Delete the API key, or let the token expire.'],
      });
    }
    return { outcome: 'deleted' };
  },
};

const readMe: Operation = {
  name: 'read-me',
  title: 'Who am I',
  description: 'The principal that the credential stands for.',
  hints: reads,
  permission: 'viewer',
  input: { properties: {} },
  output: {
    type: 'object',
    required: ['id', 'role', 'expiresAt'],
    properties: {
      id: { type: 'string' },
      role: { type: 'string' },
      expiresAt: {
        type: ['string', 'null'],
        description: 'When the credential ends; null when it does not.',
      },
    },
  },
  async run({ principal, caller }) {
    const expiresAt = caller?.expiresAt ?? null;
    const at = expiresAt === null ? null : new Date(expiresAt).toISOString();
    return { value: { id: principal.id, role: principal.role, expiresAt: at } };
  },
};

function need(input: TokenInput, field: keyof TokenInput): string {
  const value = input[field];
  if (value !== undefined) return value;
  throw new Problem('body_invalid', `\`${input.grant_type}\` needs \`${field}\``, {
    errors: [{ pointer: `/${field}`, message: 'is missing' }],
    members: { error: 'invalid_request' },
  });
}

/** What is no name may be a password that got into the wrong field: it does not go into the log. */
function nameOrNone(text: string): string {
  return /^[a-z0-9][a-z0-9.-]{0,62}$/.test(text) ? text : '?';
}

export const authOperations: readonly Operation[] = [createToken, signOut, readMe];
