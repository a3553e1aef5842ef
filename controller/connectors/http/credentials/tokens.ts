import { STATUS_CODES } from 'node:http';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import { shortened } from '../../../../schemas/shortened.js';
import { parseRetryAfter } from '../../../concurrency/retry-after.js';
import { SharedWork } from '../../../concurrency/shared-work.js';
import { ConnectorError } from '../../contract/connector.js';
import { type JwtSigner, jwtSecrets } from './jwt.js';
import { ServerClock } from './server-clock.js';
import { repeatedSecrets, withoutSecrets } from './without-secrets.js';

interface Token {
  readonly text: string;
  /** ms since the epoch. */
  readonly endsAt: number;
}

/** The answer of an authority that gives a token. */
export interface TokenAnswer extends Token {
  /** False where the authority does not tell when the token ends. */
  readonly hasEnd: boolean;
  readonly refreshToken: string | undefined;
  /** The scopes as the authority writes them. */
  readonly scope: string | undefined;
}

/** The refusal of an authority, with its code (RFC 6749, section 5.2). */
export class TokenRefusal extends ConnectorError {
  constructor(
    detail: string,
    readonly error: string | undefined,
  ) {
    super('authentication', 401, 'Sign-in refused', detail);
  }
}

/** The proof for which an authority gives a token: of the client alone, of a user, of an earlier grant, or signed. */
export interface Grant {
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  clientAuthentication?: 'basic' | 'body' | undefined;
  username?: string | undefined;
  password?: string | undefined;
  refreshToken?: string | undefined;
  /** The code that stands for the consent of a person (RFC 6749, section 4.1.3; RFC 7636). */
  code?: { readonly text: string; readonly redirectUri: string; readonly verifier: string } | undefined;
  scopes: readonly string[];
  /** Proves the client in place of its secret (RFC 7523, section 2.2). */
  clientAssertion?: JwtSigner | undefined;
  /** The grant itself (RFC 7523, section 2.1). */
  assertion?: JwtSigner | undefined;
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
  readonly #clock = new ServerClock();
  #wasUsed = false;

  /** Returns the token of a key, asked for once for all callers, and again shortly before it ends. @throws ConnectorError */
  async of(key: string, grant: Grant, authority: Authority): Promise<string> {
    const cachedToken = this.#known.get(key);
    if (cachedToken && cachedToken.endsAt - margin > Date.now()) return cachedToken.text;
    const token = await this.#requests.run(key, authority.signal, async (signal) => {
      const token = await requestToken(grant, { ...authority, signal }, this.#clock);
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

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * Asks for a token (RFC 6749, sections 4.1.3, 4.3, 4.4 and 6; RFC 7523). A refused assertion is signed once more when the clock of the
 * authority shows another time.
 */
export async function requestToken(
  grant: Grant,
  authority: Authority,
  clock: ServerClock,
): Promise<TokenAnswer> {
  const { address, fetch, signal } = authority;
  const { clientSecret, password, refreshToken, code, assertion, clientAssertion } = grant;
  const url = await address(signal);
  const ask = async () => {
    const { fields, headers, jwts } = await getForm(grant, url, clock);
    const sent = { method: 'POST', headers, body: fields.toString(), signal, redirect: 'manual' } as const;
    const secrets = repeatedSecrets([{ clientSecret, password, refreshToken }], headers, [
      ...jwts,
      code?.text,
      code?.verifier,
    ]);
    return { response: await fetch(url, sent), secrets };
  };
  const isSigned = assertion !== undefined || clientAssertion !== undefined;
  const { response, secrets } = await (isSigned ? clock.askAgain(ask, [400, 401]) : ask());
  return tokenIn(response, secrets, isSigned ? getAdvice(grant, url, clock) : '');
}

async function getForm(grant: Grant, url: URL, clock: ServerClock) {
  const { clientId = '', clientSecret = '', clientAuthentication, username, password, refreshToken } = grant;
  const { assertion, clientAssertion } = grant;
  const jwts: string[] = [];
  const fields = new URLSearchParams({ grant_type: getGrantType(grant) });
  if (grant.code) {
    fields.set('code', grant.code.text);
    fields.set('redirect_uri', grant.code.redirectUri);
    fields.set('code_verifier', grant.code.verifier);
  }
  if (refreshToken !== undefined) fields.set('refresh_token', refreshToken);
  if (username !== undefined) fields.set('username', username);
  if (password !== undefined) fields.set('password', password);
  if (assertion) {
    const issuer = clientId === '' ? undefined : clientId;
    const jwt = await assertion.sign(clock.now(), { issuer, audience: url.href, isUsedOnce: true });
    fields.set('assertion', jwt);
    jwts.push(...jwtSecrets(jwt));
  }
  if (grant.scopes.length > 0) fields.set('scope', grant.scopes.join(' '));
  const headers = new Headers({ accept: 'application/json' });
  headers.set('content-type', 'application/x-www-form-urlencoded');
  if (clientAssertion) {
    const defaults = { issuer: clientId, subject: clientId, audience: url.href, isUsedOnce: true };
    const jwt = await clientAssertion.sign(clock.now(), defaults);
    fields.set('client_id', clientId);
    fields.set('client_assertion_type', assertionType);
    fields.set('client_assertion', jwt);
    jwts.push(...jwtSecrets(jwt));
  } else if (assertion && clientSecret === '') {
    // The assertion is the whole proof, and names the client.
  } else if (clientAuthentication === 'body') {
    fields.set('client_id', clientId);
    if (clientSecret !== '') fields.set('client_secret', clientSecret);
  } else if (clientId !== '') headers.set('authorization', basic(formText(clientId), formText(clientSecret)));
  return { fields, headers, jwts };
}

function getGrantType({ username, refreshToken, assertion, code }: Grant): string {
  if (code) return 'authorization_code';
  if (assertion) return 'urn:ietf:params:oauth:grant-type:jwt-bearer';
  if (refreshToken !== undefined) return 'refresh_token';
  return username === undefined ? 'client_credentials' : 'password';
}

/** Returns what to check about the assertions that an authority refused. */
function getAdvice({ assertion, clientAssertion }: Grant, url: URL, clock: ServerClock): string {
  const sentences = [assertion, clientAssertion].flatMap((signer) =>
    signer ? describeRefusal(signer, url.href) : [],
  );
  return [...sentences, clock.remark ?? ''].join(' ').trimEnd();
}

/** Returns sentences on the fields of a refused JWT. @param audience that is used where none is configured */
export function describeRefusal({ config, field }: JwtSigner, audience?: string): string[] {
  const sentAudience = config.audience ?? audience;
  const audienceHint = config.audience === undefined ? ' (write `audience` for another one)' : '';
  const to =
    sentAudience === undefined
      ? 'without an audience'
      : `for the audience \`${sentAudience}\`${audienceHint}`;
  return [
    `The JWT of \`${field}\` was signed with ${config.algorithm ?? 'RS256'} ${to}.`,
    `Check that the server expects this \`audience\`, \`issuer\` and \`subject\`, allows a \`lifetime\` of ${config.lifetime ?? 300} s, and has the public part of \`key\`.`,
  ];
}

export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** The form of names and secrets in the header (RFC 6749, section 2.3.1). */
function formText(text: string): string {
  return new URLSearchParams({ a: text }).toString().slice(2);
}

/**
 * @param secrets of the request, which the authority may repeat
 * @param advice what to check when the authority refuses
 */
async function tokenIn(response: Response, secrets: readonly string[], advice: string): Promise<TokenAnswer> {
  const answer = await jsonIn(response);
  const { access_token: text, refresh_token: refreshToken, scope, expires_in: seconds } = answer;
  if (!response.ok || typeof text !== 'string') throw refusedToken(response, answer, secrets, advice);
  return {
    text,
    endsAt: Date.now() + getLifetime(seconds),
    hasEnd: Number.isFinite(Number(seconds ?? undefined)),
    refreshToken: typeof refreshToken === 'string' && refreshToken !== '' ? refreshToken : undefined,
    scope: typeof scope === 'string' ? scope : undefined,
  };
}

/** Returns the error for an answer without a token. */
export function refusedToken(
  { status, headers }: Response,
  { error, error_description: description }: JsonObject,
  secrets: readonly string[],
  advice: string,
): ConnectorError {
  const said = [error, description].filter((each) => typeof each === 'string').join(': ');
  const reason = said === '' ? '' : ` (${shortened(withoutSecrets(said, secrets), 300)})`;
  const detail = `The authority answered ${status}${reason} to the request for a token`;
  if (status >= 500 || status === 429) {
    const retryAfter = parseRetryAfter(headers.get('retry-after'));
    const title = STATUS_CODES[status] ?? 'Error';
    return new ConnectorError('communication', status, title, detail, { retryAfter });
  }
  const whole = advice === '' ? detail : `${detail}. ${advice}`;
  // An authority may repeat a secret in the place of the code.
  const isCode = typeof error === 'string' && /^[a-z_]{1,60}$/.test(error);
  return new TokenRefusal(whole, isCode && withoutSecrets(error, secrets) === error ? error : undefined);
}

/** Returns the time for which a token is valid, in ms. @param seconds as the authority states them */
export function getLifetime(seconds: Json = unknownLifetime): number {
  return (Number.isFinite(Number(seconds)) ? Number(seconds) : unknownLifetime) * 1_000;
}

/** Returns the object in an answer; an empty one for a refusal in another form. @throws ConnectorError */
export async function jsonIn(response: Response): Promise<JsonObject> {
  const text = await response.text();
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    if (!response.ok) return {};
    const detail = `The answer of ${new URL(response.url).origin} (status ${response.status}) is no JSON`;
    // The message of the cause repeats the beginning of the answer, which may be a token.
    throw new ConnectorError('communication', 502, 'Response not readable', detail);
  }
}
