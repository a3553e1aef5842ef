import type { JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { shortened } from '../../../../schemas/shortened.js';
import { ConnectorError } from '../../contract/connector.js';
import type { SecurityScheme } from '../document/security.js';
import type { OpenApiConfig, SchemeCredentials } from './config.js';
import { requireOwnOrigin } from './origins.js';

interface Token {
  readonly text: string;
  /** ms since the epoch. */
  readonly endsAt: number;
}

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

/** A token is replaced this long before it ends, in ms. */
const margin = 30_000;
/** The lifetime of a token without `expires_in`, in seconds. */
const unknownLifetime = 60;
const mostTokens = 100;

/** The access tokens of one connection. */
export class Tokens {
  readonly #known = new Map<string, Token>();

  /** Returns a token of the authority of a scheme. @throws ConnectorError */
  async of(request: TokenRequest): Promise<string> {
    const { scheme, credentials } = request;
    const scopes = credentials.scopes ?? scheme.scopes;
    const key = JSON.stringify([scheme.name, scopes]);
    const known = this.#known.get(key);
    if (known && known.endsAt - margin > Date.now()) return known.text;
    const token = await requestToken(request, scopes);
    if (this.#known.size >= mostTokens) this.#known.clear();
    this.#known.set(key, token);
    return token.text;
  }

  /** Forgets all tokens; returns false when there were none. */
  forget(): boolean {
    const { size } = this.#known;
    this.#known.clear();
    return size > 0;
  }
}

async function requestToken(request: TokenRequest, scopes: readonly string[]): Promise<Token> {
  const { credentials, fetch, signal } = request;
  const { clientId = '', clientSecret = '', username, password, clientAuthentication } = credentials;
  const fields = new URLSearchParams({
    grant_type: username === undefined ? 'client_credentials' : 'password',
  });
  if (username !== undefined) fields.set('username', username);
  if (password !== undefined) fields.set('password', password);
  if (scopes.length > 0) fields.set('scope', scopes.join(' '));
  const headers = new Headers({ accept: 'application/json' });
  headers.set('content-type', 'application/x-www-form-urlencoded');
  if (clientAuthentication === 'body') {
    fields.set('client_id', clientId);
    fields.set('client_secret', clientSecret);
  } else if (clientId !== '') headers.set('authorization', basic(formText(clientId), formText(clientSecret)));
  const url = await addressOf(request);
  const sent = { method: 'POST', headers, body: fields.toString(), signal, redirect: 'manual' } as const;
  return tokenIn(await fetch(url, sent));
}

export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** The form of names and secrets in the header (RFC 6749, section 2.3.1). */
function formText(text: string): string {
  return new URLSearchParams({ a: text }).toString().slice(2);
}

async function addressOf(request: TokenRequest): Promise<URL> {
  const { scheme, credentials, fetch, signal, base, config } = request;
  const stated = credentials.tokenUrl ?? scheme.tokenUrl ?? (await discovered(scheme, fetch, signal));
  if (stated !== undefined && URL.canParse(stated, base)) {
    const url = new URL(stated, base);
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

async function tokenIn(response: Response): Promise<Token> {
  const answer = await jsonIn(response);
  const { access_token: text, expires_in: seconds = unknownLifetime, error } = answer;
  if (!response.ok || typeof text !== 'string') {
    const reason = typeof error === 'string' ? ` (${shortened(error, 100)})` : '';
    const detail = `The authority answered ${response.status}${reason} to the request for a token`;
    throw new ConnectorError('authentication', 401, 'Sign-in refused', detail);
  }
  const lifetime = Number.isFinite(Number(seconds)) ? Number(seconds) : unknownLifetime;
  return { text, endsAt: Date.now() + lifetime * 1_000 };
}

async function jsonIn(response: Response): Promise<JsonObject> {
  const text = await response.text();
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
