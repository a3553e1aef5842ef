import { ConnectorError } from '../../contract/connector.js';
import { basic, type Tokens } from '../../http/credentials/tokens.js';
import type { SecurityNeeds, SecurityScheme } from '../document/security.js';
import type { ApiRequest } from '../request/build.js';
import { chooseSecurity } from './choose.js';
import type { OpenApiConfig, SchemeCredentials } from './config.js';
import { tokenFor } from './tokens.js';

interface SignIn {
  readonly config: OpenApiConfig;
  readonly tokens: Tokens;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/**
 * Adds the credentials of the connection that an operation needs. Returns true when `auth` serves it, which signs requests in
 * as they are sent.
 * @throws ConnectorError
 */
export async function signIn(needs: SecurityNeeds, request: ApiRequest, context: SignIn): Promise<boolean> {
  const choice = chooseSecurity(needs, context.config);
  if (typeof choice === 'string') throw misconfigured(`${choice}: write it in \`security\` or \`auth\``);
  for (const scheme of choice.schemes) await add(scheme, request, context);
  return choice.usesAuth;
}

async function add(scheme: SecurityScheme, request: ApiRequest, context: SignIn): Promise<void> {
  const credentials = context.config.security?.[scheme.name] ?? {};
  const { token, value } = credentials;
  switch (scheme.type) {
    case 'apiKey':
      return place(
        request,
        scheme.in,
        scheme.parameter,
        value ?? required(scheme, credentials, 'token', 'value'),
      );
    case 'basic': {
      const username = required(scheme, credentials, 'username');
      return setHeader(request, 'authorization', basic(username, credentials.password ?? ''));
    }
    case 'http': {
      const word = /^bearer$/i.test(scheme.scheme) ? 'Bearer' : scheme.scheme;
      const text = token ?? required(scheme, credentials, 'value', 'token');
      return setHeader(request, 'authorization', `${word} ${text}`);
    }
    case 'mutualTLS':
      if (context.config.tls?.certificate !== undefined) return;
      throw misconfigured(
        `the security scheme \`${scheme.name}\` needs a client certificate: write \`tls\` with its \`certificate\` and \`privateKey\``,
      );
    default: {
      const { tokens, fetch, signal } = context;
      if (token === undefined && credentials.username === undefined)
        required(scheme, credentials, 'clientId');
      const signInRequest = {
        scheme,
        credentials,
        fetch,
        signal,
        base: request.url.href,
        config: context.config,
      };
      return setHeader(
        request,
        'authorization',
        `Bearer ${token ?? (await tokenFor(tokens, signInRequest))}`,
      );
    }
  }
}

function place(request: ApiRequest, where: string, name: string, value: string): void {
  if (where === 'query') request.url.searchParams.set(name, value);
  else if (where !== 'cookie') setHeader(request, name, value);
  else {
    const others = request.headers.get('cookie');
    setHeader(request, 'cookie', `${others === null ? '' : `${others}; `}${name}=${value}`);
  }
}

/** @throws ConnectorError without the value: the platform's message repeats it */
function setHeader({ headers }: ApiRequest, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw misconfigured(
      `the credential for the header \`${name.slice(0, 100)}\` has a character that no header may have`,
    );
  }
}

function required(
  scheme: SecurityScheme,
  credentials: SchemeCredentials,
  ...names: (keyof SchemeCredentials)[]
): string {
  const credentialValue = names.map((name) => credentials[name]).find((value) => typeof value === 'string');
  if (typeof credentialValue === 'string') return credentialValue;
  const lastName = names.at(-1);
  throw misconfigured(`\`security.${scheme.name}\` has no \`${lastName}\`, which the security scheme needs`);
}

function misconfigured(detail: string): ConnectorError {
  return new ConnectorError('configuration', 400, 'Security not usable', detail);
}
