import { STATUS_CODES } from 'node:http';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { shortened } from '../../../../schemas/shortened.js';
import { parseRetryAfter } from '../../../concurrency/retry-after.js';
import { SharedWork } from '../../../concurrency/shared-work.js';
import { ConnectorError } from '../../contract/connector.js';
import { repeatedSecrets, withoutSecrets } from './without-secrets.js';

interface Token {
  readonly text: string;
  /** ms since the epoch. */
  readonly endsAt: number;
}

/** The proof for which an authority gives a token: of the client alone, of a user, or of an earlier grant. */
interface Grant {
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  clientAuthentication?: 'basic' | 'body' | undefined;
  username?: string | undefined;
  password?: string | undefined;
  refreshToken?: string | undefined;
  scopes: readonly string[];
}

/** The way to an authority. */
interface Authority {
  /** Its address; called only when a token is needed. */
  address(signal: AbortSignal): URL | Promise<URL>;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** A token is replaced this long before it ends, in ms. */
const margin = 30_000;
/** The lifetime of a token without `expires_in`, in seconds. */
const unknownLifetime = 60;
const maxTokens = 100;

/** The access tokens of one connection. */
export class Tokens {
  readonly #known = new Map<string, Token>();
  readonly #requests = new SharedWork<Token>();
  #wasUsed = false;

  /** Returns the token of a key, asked for once for all callers, and again shortly before it ends. @throws ConnectorError */
  async of(key: string, grant: Grant, authority: Authority): Promise<string> {
    const cachedToken = this.#known.get(key);
    if (cachedToken && cachedToken.endsAt - margin > Date.now()) return cachedToken.text;
    const token = await this.#requests.run(key, authority.signal, async (signal) => {
      const token = await requestToken(grant, { ...authority, signal });
      if (this.#known.size >= maxTokens) this.#known.clear();
      this.#known.set(key, token);
      this.#wasUsed = true;
      return token;
    });
    return token.text;
  }

  /**
   * Forgets a token that the server refused; another call may have a new one already. Returns false when no token was ever
   * used: a second request would be the same.
   * @param refused the value of `Authorization` in the refused request
   */
  forget(refused: string | null): boolean {
    for (const [key, { text }] of this.#known) if (refused === `Bearer ${text}`) this.#known.delete(key);
    return this.#wasUsed;
  }
}

/** Asks for a token (RFC 6749, sections 4.3, 4.4 and 6). */
async function requestToken(grant: Grant, { address, fetch, signal }: Authority): Promise<Token> {
  const { clientId = '', clientSecret = '', clientAuthentication, username, password, refreshToken } = grant;
  const user = username === undefined ? 'client_credentials' : 'password';
  const fields = new URLSearchParams({ grant_type: refreshToken === undefined ? user : 'refresh_token' });
  if (refreshToken !== undefined) fields.set('refresh_token', refreshToken);
  if (username !== undefined) fields.set('username', username);
  if (password !== undefined) fields.set('password', password);
  if (grant.scopes.length > 0) fields.set('scope', grant.scopes.join(' '));
  const headers = new Headers({ accept: 'application/json' });
  headers.set('content-type', 'application/x-www-form-urlencoded');
  if (clientAuthentication === 'body') {
    fields.set('client_id', clientId);
    fields.set('client_secret', clientSecret);
  } else if (clientId !== '') headers.set('authorization', basic(formText(clientId), formText(clientSecret)));
  const sent = { method: 'POST', headers, body: fields.toString(), signal, redirect: 'manual' } as const;
  const secrets = repeatedSecrets([{ clientSecret, password, refreshToken }], headers);
  return tokenIn(await fetch(await address(signal), sent), secrets);
}

export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** The form of names and secrets in the header (RFC 6749, section 2.3.1). */
function formText(text: string): string {
  return new URLSearchParams({ a: text }).toString().slice(2);
}

/** @param secrets of the request, which the authority may repeat */
async function tokenIn(response: Response, secrets: readonly string[]): Promise<Token> {
  const answer = await jsonIn(response);
  const { access_token: text, expires_in: seconds = unknownLifetime, error } = answer;
  if (!response.ok || typeof text !== 'string') {
    const reason = typeof error === 'string' ? ` (${shortened(withoutSecrets(error, secrets), 100)})` : '';
    const { status, headers } = response;
    const detail = `The authority answered ${status}${reason} to the request for a token`;
    if (status >= 500 || status === 429) {
      const retryAfter = parseRetryAfter(headers.get('retry-after'));
      const title = STATUS_CODES[status] ?? 'Error';
      throw new ConnectorError('communication', status, title, detail, { retryAfter });
    }
    throw new ConnectorError('authentication', 401, 'Sign-in refused', detail);
  }
  const lifetime = Number.isFinite(Number(seconds)) ? Number(seconds) : unknownLifetime;
  return { text, endsAt: Date.now() + lifetime * 1_000 };
}

/** Returns the object in an answer; an empty one for a refusal in another form. @throws ConnectorError */
export async function jsonIn(response: Response): Promise<JsonObject> {
  const text = await response.text();
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch (cause) {
    if (!response.ok) return {};
    const detail = `The answer of ${new URL(response.url).origin} (status ${response.status}) is no JSON`;
    throw new ConnectorError('communication', 502, 'Response not readable', detail, { cause });
  }
}
