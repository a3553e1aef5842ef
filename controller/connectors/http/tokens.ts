import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { shortened } from '../../../schemas/shortened.js';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import { ConnectorError } from '../contract/connector.js';
import type { OAuth2Auth } from './config-schema.js';

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
  address(): URL | Promise<URL>;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** A token is replaced this long before it ends, in ms. */
const margin = 30_000;
/** The lifetime of a token without `expires_in`, in seconds. */
const unknownLifetime = 60;
const mostTokens = 100;

/** The access tokens of one connection. */
export class Tokens {
  readonly #known = new Map<string, Token>();

  /** Returns the token of a key, asked for again shortly before it ends. @throws ConnectorError */
  async of(key: string, grant: Grant, authority: Authority): Promise<string> {
    const known = this.#known.get(key);
    if (known && known.endsAt - margin > Date.now()) return known.text;
    const token = await requestToken(grant, authority);
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

/** By the credentials: requests of all runs share them. */
const known = new BoundedMap<string, Tokens>(256);

/** Returns the tokens of connections with these credentials. */
export function tokensOf(auth: OAuth2Auth): Tokens {
  const key = createHash('sha256').update(JSON.stringify(auth)).digest('hex');
  const found = known.get(key) ?? new Tokens();
  known.set(key, found);
  return found;
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
  return tokenIn(await fetch(await address(), sent));
}

export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** The form of names and secrets in the header (RFC 6749, section 2.3.1). */
function formText(text: string): string {
  return new URLSearchParams({ a: text }).toString().slice(2);
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

/** Returns the object in an answer; an empty one for anything else. */
export async function jsonIn(response: Response): Promise<JsonObject> {
  const text = await response.text();
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
