import { Problem } from '../../../controller/problems/index.js';
import type { OidcLogin } from '../../../controller/security/identity/index.js';
import { consolePath } from '../../http/console-files.js';
import { textField } from '../shared/fields.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import { openLogin, sealLogin } from './login-cookie.js';
import { beginSession } from './operations.js';

/** The result of a step of a sign-in at an issuer: where the browser goes next. */
export interface LoginStep {
  /** An absolute address, or a path below the base path. */
  location: string;
  /** The value of the cookie of the sign-in that is under way; left out where it has ended. */
  login?: string;
}

/** Characters; the path travels in a cookie, and browsers drop one of more than 4,096 bytes. */
const maxTarget = 1_500;

interface BeginInput {
  provider: string;
  to?: string;
  /** Set by the route: the address that the issuer leads the browser back to. */
  redirectUri: string;
}

export const beginOidcSignIn: Operation<BeginInput> = {
  name: 'begin-oidc-sign-in',
  title: 'Sign in with an identity provider',
  description:
    'Leads a browser to an identity provider, where a person signs in (authorisation code flow with PKCE). The provider leads it back to `/api/v1/platform/auth/oidc/callback`, which begins a session.',
  hints: reads,
  permission: 'anyone',
  input: {
    properties: {
      provider: textField('The name of the provider, from `GET /api/v1/platform/auth/ways`.', 63, 'oidc'),
      to: textField('The path of the console that the browser gets to afterwards.', maxTarget, '/console/'),
      redirectUri: textField('The address that the provider leads back to.', 4000),
    },
    required: ['provider'],
  },
  output: {},
  async run({ controller }, { provider, to = `${consolePath}/`, redirectUri }) {
    const target = requireConsolePath(to, controller.settings.Server.BasePath);
    const { address, attempt } = await requireProvider(controller, provider).begin(redirectUri);
    const login = sealLogin(controller.vault, { provider, to: target, attempt }, Date.now());
    return { value: { location: address, login } satisfies LoginStep };
  },
};

interface CompleteInput {
  /** Set by the route: the query as it came, since a provider may add to it. */
  query: string;
  /** Set by the route: the value of the cookie. */
  login?: string;
}

export const completeOidcSignIn: Operation<CompleteInput> = {
  name: 'complete-oidc-sign-in',
  title: 'Come back from an identity provider',
  description:
    'Takes a browser back from the identity provider: only the one that went there, once, within ten minutes. Begins a session, and leads to the console. The name and the role of the person are those that tokens of the provider give (`Auth.Oidc`).',
  hints: { readOnly: false, destructive: false, idempotent: false },
  permission: 'anyone',
  input: {
    properties: {
      query: textField('What the provider answers: `code`, `state`, `iss`, or `error`.', 16_000),
      login: textField('The cookie of the sign-in.', 16_000),
    },
    required: ['query'],
  },
  output: {},
  async run(context, { query, login = '' }) {
    const { controller } = context;
    const state = openLogin(controller.vault, login, Date.now());
    if (!state)
      throw new Problem('sign_in_failed', 'This browser has no sign-in under way, or it has taken too long', {
        hints: ['Open the console and sign in again, with cookies allowed.'],
      });
    const provider = requireProvider(controller, state.provider);
    const principal = await provider.complete(new URLSearchParams(query), state.attempt);
    const { token, caller } = await controller.identity.consoleSessions.begin(principal);
    const { session = null } = beginSession(context, caller, token);
    return { session, value: { location: state.to } satisfies LoginStep };
  },
};

function requireProvider({ identity }: OperationContext['controller'], name: string): OidcLogin {
  const { oidcLogin } = identity;
  if (oidcLogin?.name === name) return oidcLogin;
  throw new Problem('sign_in_failed', `There is no identity provider \`${name}\` to sign in with`, {
    status: 404,
    hints: [{ text: 'List the ways to sign in with {call}.', operation: 'list-sign-in-ways' }],
  });
}

/**
 * Returns a path of the console, or of a request of a client, below the base path.
 * @throws Problem request_invalid for any other address: a link must not lead to another site by way of this service
 */
function requireConsolePath(to: string, basePath = ''): string {
  const origin = 'http://console.invalid';
  const below = basePath !== '' && to.startsWith(`${basePath}/`) ? to.slice(basePath.length) : to;
  const url = below.startsWith('/') && URL.canParse(below, origin) ? new URL(below, origin) : undefined;
  const isInside =
    url?.pathname === consolePath ||
    url?.pathname.startsWith(`${consolePath}/`) ||
    /^\/oauth\/consent\/[\w-]+$/.test(url?.pathname ?? '');
  const path = url?.origin === origin && isInside ? url.pathname + url.search + url.hash : '';
  // Signs that were encoded have made it longer.
  if (path !== '' && path.length <= maxTarget) return path;
  throw new Problem(
    'request_invalid',
    `\`to\` must be a path that begins with \`${consolePath}/\`, of at most ${maxTarget} characters`,
  );
}
