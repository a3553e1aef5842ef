import { ConnectorError } from '../../contract/connector.js';
import { jsonIn, type Tokens } from '../../http/credentials/tokens.js';
import type { SecurityScheme } from '../document/security.js';
import type { OpenApiConfig, SchemeCredentials } from './config.js';
import { requireOwnOrigin } from './origins.js';

/** A request for a token. */
interface TokenRequest {
  readonly scheme: SecurityScheme;
  readonly credentials: SchemeCredentials;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** Relative addresses of the description are relative to it. */
  readonly base: string;
  readonly config: OpenApiConfig;
}

/** Returns a token of the authority of a scheme. @throws ConnectorError */
export function tokenFor(tokens: Tokens, request: TokenRequest): Promise<string> {
  const { scheme, credentials, fetch, signal } = request;
  const scopes = credentials.scopes ?? scheme.scopes;
  const key = JSON.stringify([scheme.name, scopes]);
  const address = (own: AbortSignal) => getRequestAddress({ ...request, signal: own });
  return tokens.of(key, { ...credentials, scopes }, { address, fetch, signal });
}

async function getRequestAddress(request: TokenRequest): Promise<URL> {
  const { scheme, credentials, fetch, signal, base, config } = request;
  const tokenUrl = credentials.tokenUrl ?? scheme.tokenUrl ?? (await discovered(scheme, fetch, signal));
  if (tokenUrl !== undefined && URL.canParse(tokenUrl, base)) {
    const url = new URL(tokenUrl, base);
    if (credentials.tokenUrl === undefined) requireOwnOrigin(config, url.href, 'tokenUrl');
    return url;
  }
  const detail = `The description names no address of tokens for \`${scheme.name}\`: write its \`tokenUrl\``;
  throw new ConnectorError('configuration', 400, 'Security not usable', detail);
}

async function discovered(
  { discoveryUrl }: SecurityScheme,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (discoveryUrl === undefined || !URL.canParse(discoveryUrl)) return undefined;
  const endpoint = (await jsonIn(await fetch(discoveryUrl, { signal })))['token_endpoint'];
  return typeof endpoint === 'string' ? endpoint : undefined;
}
