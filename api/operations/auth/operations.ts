import { Problem } from '../../../controller/problems/index.js';
import type { TokenGrant } from '../../../controller/security/identity/sign-in/sign-in.js';
import { textField } from '../shared/fields.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { choice, described, getAnswer, integer, objectOrNull, text, textOrNull } from '../shared/schemas.js';

interface TokenInput {
  grant_type: 'password' | 'refresh_token' | 'client_credentials';
  username?: string;
  password?: string;
  refresh_token?: string;
  client_id?: string;
  client_secret?: string;
  scope?: string;
}

/** Uses the field names of RFC 6749. */
export const createToken: Operation<TokenInput> = {
  name: 'create-token',
  title: 'Sign in',
  description:
    'Issues an access token (RFC 6749) for the password of a user, a refresh token, or an API key as client secret. A refresh token works once.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'anyone',
  input: {
    properties: {
      grant_type: described(
        choice({
          password: 'The name and the password of a user.',
          refresh_token: 'A refresh token.',
          client_credentials: 'An API key.',
        }),
        'The kind of proof.',
      ),
      username: { ...textField('For `password`: the user.', 255), examples: ['ada'] },
      password: { ...textField('For `password`.', 1024), examples: ['correct horse battery'] },
      refresh_token: textField('For `refresh_token`.', 1024),
      client_id: textField('For `client_credentials`: id or name of an API key.', 255),
      client_secret: textField('For `client_credentials`: the API key.', 1024),
      scope: textField('Accepted without effect: the role of the principal applies.', 1024),
    },
    required: ['grant_type'],
  },
  output: getAnswer(
    undefined,
    {
      access_token: described(text, 'The access token.'),
      token_type: described(text, 'Always `Bearer`.'),
      expires_in: described(integer, 'Seconds.'),
    },
    { refresh_token: described(text, 'The token for the next access token; it works once.') },
  ),
  async run(context, input) {
    context.audit?.note({ grant: input.grant_type });
    const grant = await grants[input.grant_type](context, input);
    context.audit?.setPrincipal(grant.principal.id);
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
    audit?.setPrincipal(`user:${nameOrNone(username)}`);
    return controller.identity.signIn.password(username, password, origin);
  },
  refresh_token({ controller, origin }, input) {
    return controller.identity.signIn.refresh(need(input, 'refresh_token'), origin);
  },
  client_credentials({ controller, origin, audit }, input) {
    const id = need(input, 'client_id');
    const secret = need(input, 'client_secret');
    audit?.setPrincipal(`api-key:${nameOrNone(id)}`);
    return controller.identity.signIn.apiKey(id, secret, origin);
  },
};

export const signOut: Operation<{ refresh_token?: string }> = {
  name: 'sign-out',
  title: 'Sign out',
  description:
    'Ends the session of the access token, or of the refresh token in the body. Both tokens become invalid at once.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'anyone',
  input: {
    properties: {
      refresh_token: textField(
        'The refresh token of the session to end, if the request has no access token.',
        1024,
      ),
    },
  },
  output: {},
  async run(context, input) {
    const { sessions } = context.controller.identity;
    const id = context.caller?.session;
    if (id !== undefined) await sessions.end(id);
    if (input.refresh_token !== undefined) {
      // A token that is not valid has no session, so there is nothing to end.
      const session = await sessions.ofRefreshToken(input.refresh_token);
      if (session) context.audit?.setPrincipal(`user:${session.user}`);
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

export const readMe: Operation = {
  name: 'read-me',
  title: 'Who am I',
  description: 'The principal of the credential.',
  hints: reads,
  atMembers: 'read',
  permission: 'viewer',
  effects: [],
  input: { properties: {} },
  output: getAnswer(undefined, {
    id: described(text, 'The id of the principal.'),
    role: described(text, 'The role of the principal.'),
    scopes: described(objectOrNull, 'The bounds of the credential within its role; null for none.'),
    expiresAt: described(textOrNull, 'When the credential expires; null if it does not.'),
  }),
  async run({ principal, caller }) {
    const expiresAt = caller?.expiresAt ?? null;
    const at = expiresAt === null ? null : new Date(expiresAt).toISOString();
    return {
      value: { id: principal.id, role: principal.role, scopes: principal.scopes ?? null, expiresAt: at },
    };
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

/** Keeps text that cannot be a name out of the log: it may be a password in the wrong field. */
function nameOrNone(text: string): string {
  return /^[a-z0-9][a-z0-9.-]{0,62}$/.test(text) ? text : '?';
}
