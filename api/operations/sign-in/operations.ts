import { Problem } from '../../../controller/problems/index.js';
import type { Caller, OidcLogin } from '../../../controller/security/identity/index.js';
import { getAccess } from '../shared/authorization.js';
import { getActor } from '../shared/consent.js';
import { offByDefault, textField } from '../shared/fields.js';
import { type Operation, type OperationContext, type Result, reads } from '../shared/operation.js';
import { platformPath } from '../shared/route.js';
import { described, flag, getAnswer, getArray, moment, text, texts } from '../shared/schemas.js';
import { actorField, roleField } from '../users/schemas.js';

/** The path that leads a browser to an identity provider. */
export const oidcLoginPath = `${platformPath}/auth/oidc/login`;

export const listSignInWays: Operation = {
  name: 'list-sign-in-ways',
  title: 'Ways to sign in at the console',
  description: 'Tells a page that people sign in on which ways there are.',
  hints: reads,
  permission: 'anyone',
  input: { properties: {} },
  output: getAnswer('SignInWays', {
    password: described(
      flag,
      'True where users of svc sign in with their name and password (`Auth.Console.Passwords`).',
    ),
    providers: described(
      getArray(
        getAnswer('SignInProvider', {
          name: described(text, 'The name of the provider, for the parameter `provider`.'),
          title: described(text, 'The name that people know the provider by.'),
          login: described(
            text,
            'The path below the base path of the service that leads a browser to the provider.',
          ),
        }),
      ),
      'The identity providers, where some are configured (`Auth.Oidc.Login`).',
    ),
  }),
  async run({ controller }) {
    const { oidcLogin } = controller.identity;
    const providers = oidcLogin ? [describeProvider(oidcLogin)] : [];
    return { value: { password: controller.settings.Auth.Console.Passwords, providers } };
  },
};

function describeProvider({ name, title }: Pick<OidcLogin, 'name' | 'title'>) {
  return { name, title, login: `${oidcLoginPath}?provider=${encodeURIComponent(name)}` };
}

const session = getAnswer('ConsoleSession', {
  principal: described(text, 'The id of the principal: `user:<name>` or `oidc:<name>`.'),
  name: described(text, 'The name of the person, without what tells users and issuers apart.'),
  role: described(roleField, 'The own role of the principal. Teams may grant others.'),
  teams: described(texts, 'The names of the teams of production that the principal is a member of.'),
  actor: described(actorField, 'The nature of the principal.'),
  signedInAt: described(moment, 'The beginning of the session.'),
  expiresAt: described(moment, 'The end of the session, however it is used.'),
  idleUntil: described(moment, 'The end of the session unless another request is made with it.'),
});

export const openSession: Operation<{ username: string; password: string }> = {
  name: 'open-session',
  title: 'Sign in at the console',
  description:
    'Begins a session of a browser with the password of a user. The answer sets a cookie that scripts cannot read, with which the browser calls every operation that the user may call. A request with the cookie that may change something needs the header `X-Svc-Console: 1`, and is refused if it comes from another site. Wrong passwords slow down as they do for `POST /api/v1/platform/auth/token`.',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'anyone',
  input: {
    properties: {
      username: { ...textField('The user.', 255), examples: ['ada'] },
      password: { ...textField('The password of the user.', 1024), examples: ['correct horse battery'] },
    },
    required: ['username', 'password'],
  },
  output: session,
  async run(context, { username, password }) {
    const { controller, origin, audit } = context;
    audit?.setPrincipal(`user:${nameOrNone(username)}`);
    if (!controller.settings.Auth.Console.Passwords)
      throw new Problem('sign_in_failed', 'This service takes no passwords at the console', {
        hints: ['Sign in with the identity provider, or see `Auth.Console.Passwords`.'],
      });
    const { token, caller } = await controller.identity.signIn.openConsole(username, password, origin);
    return beginSession(context, caller, token);
  },
};

export const readSession: Operation = {
  name: 'read-session',
  title: 'Read the session of the browser',
  description: 'Returns who is signed in at the console with this browser, and until when.',
  hints: reads,
  permission: 'viewer',
  input: { properties: {} },
  output: session,
  async run(context) {
    if (!context.caller?.consoleSession) throw noSession();
    return { value: describeSession(context, context.caller) };
  },
};

export const endSession: Operation<{ everywhere?: boolean }> = {
  name: 'end-session',
  title: 'Sign out at the console',
  description:
    'Ends the session of the browser at once. Without a session there is nothing to end, and the answer is the same.',
  hints: { readOnly: false, destructive: true, idempotent: true },
  permission: 'anyone',
  input: {
    properties: {
      everywhere: offByDefault(
        'Ends all sessions of this person: in other browsers, and those of refresh tokens, with their access tokens.',
      ),
    },
  },
  output: {},
  async run({ controller, caller, audit }, { everywhere = false }) {
    const { identity } = controller;
    const current = caller?.consoleSession;
    audit?.note({ everywhere });
    if (current && everywhere) await identity.endSessions(current.principalId);
    else if (current) await identity.consoleSessions.end(current.digest);
    else if (everywhere) throw noSession();
    return { outcome: 'deleted', session: null };
  },
};

function noSession(): Problem {
  return new Problem('unauthenticated', 'The request carries no session of the console', {
    hints: [{ text: 'Sign in with {call}.', operation: 'open-session' }],
  });
}

/** Returns the result of a sign-in: the session, and the token for its cookie. */
export function beginSession(context: OperationContext, caller: Caller, token: string): Result {
  const { principal, expiresAt } = caller;
  context.audit?.setPrincipal(principal.id);
  const maxAge = Math.ceil(((expiresAt ?? Date.now()) - Date.now()) / 1000);
  return { value: describeSession(context, caller), session: { token, maxAge } };
}

function describeSession(
  { controller }: Pick<OperationContext, 'controller'>,
  { principal, consoleSession }: Caller,
) {
  const { createdAt = 0, expiresAt = 0, idleUntil = 0 } = consoleSession ?? {};
  const name = principal.id.slice(principal.id.indexOf(':') + 1);
  return {
    principal: principal.id,
    // Names of an issuer have signs encoded as in URLs; those of users have no such signs.
    name: decodeURIComponent(name),
    role: principal.role,
    teams: getAccess({ controller, principal }).teams,
    actor: getActor({ principal }),
    signedInAt: toIso(createdAt),
    expiresAt: toIso(expiresAt),
    idleUntil: toIso(idleUntil),
  };
}

function toIso(time: number): string {
  return new Date(time).toISOString();
}

/** Keeps text that cannot be a name out of the log: it may be a password in the wrong field. */
function nameOrNone(text: string): string {
  return /^[a-z0-9][a-z0-9.-]{0,62}$/.test(text) ? text : '?';
}
