import { createHmac, randomUUID } from 'node:crypto';
import type { Json, JsonObject } from '../../../schemas/json.js';
import { shortened } from '../../problems/index.js';
import { objectOr } from '../data/values.js';
import { standardError } from '../errors.js';
import type { Credentials } from './credentials.js';
import { TokenCache } from './token-cache.js';

type Fetch = typeof globalThis.fetch;

/** How long a token without `expires_in` is kept, in seconds. */
const unknownLifetime = 60;
const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** OAuth 2 (RFC 6749, RFC 8693) and, with `discover`, OpenID Connect: a bearer token from the authority. */
export function oauth2Credentials(
  properties: JsonObject,
  discover: boolean,
  tokens: TokenCache,
  instance: string,
): Credentials {
  const key = TokenCache.key(properties);
  const token = async (fetch: Fetch, signal: AbortSignal) => {
    const known = tokens.get(key);
    if (known !== undefined) return known;
    const fresh = await requestToken(properties, discover, fetch, signal, instance);
    tokens.set(key, fresh.token, fresh.seconds);
    return fresh.token;
  };
  return {
    authorization: async (fetch, signal) => ({ scheme: 'Bearer', parameter: await token(fetch, signal) }),
    async send(request, send, fetch, signal) {
      const headers = new Headers(request.headers);
      headers.set('authorization', `Bearer ${await token(fetch, signal)}`);
      return send(headers);
    },
  };
}

async function requestToken(
  properties: JsonObject,
  discover: boolean,
  fetch: Fetch,
  signal: AbortSignal,
  instance: string,
): Promise<{ token: string; seconds: number }> {
  const endpoint = await tokenEndpoint(properties, discover, fetch, signal, instance);
  const headers = new Headers({ accept: 'application/json' });
  const fields = { ...grantFields(properties, instance), ...clientFields(properties, endpoint, headers) };
  const json = objectOr(properties['request'])['encoding'] === 'application/json';
  headers.set('content-type', json ? 'application/json' : 'application/x-www-form-urlencoded');
  const body = json ? JSON.stringify(fields) : new URLSearchParams(fields).toString();
  const response = await fetch(endpoint, { method: 'POST', headers, body, signal, redirect: 'manual' });
  const answer = await readJson(response);
  const token = answer['access_token'];
  if (!response.ok || typeof token !== 'string') {
    const reason = typeof answer['error'] === 'string' ? ` (${shortened(answer['error'], 100)})` : '';
    throw refused(`the authority answered ${response.status}${reason} to the request for a token`, instance);
  }
  checkIssuer(properties['issuers'], token, instance);
  const seconds = Number(answer['expires_in'] ?? unknownLifetime);
  return { token, seconds: Number.isFinite(seconds) ? seconds : unknownLifetime };
}

async function tokenEndpoint(
  properties: JsonObject,
  discover: boolean,
  fetch: Fetch,
  signal: AbortSignal,
  instance: string,
): Promise<string> {
  const authority = String(properties['authority'] ?? '').replace(/\/$/, '');
  if (!URL.canParse(authority)) throw misconfigured('`authority` must be an absolute URI', instance);
  if (!discover) {
    const path = objectOr(properties['endpoints'])['token'] ?? '/oauth2/token';
    return URL.canParse(String(path)) ? String(path) : `${authority}/${String(path).replace(/^\//, '')}`;
  }
  const wellKnown = '/.well-known/openid-configuration';
  const address = authority.endsWith(wellKnown) ? authority : authority + wellKnown;
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } });
  const endpoint = (await readJson(response))['token_endpoint'];
  if (response.ok && typeof endpoint === 'string') return endpoint;
  throw refused(
    `${new URL(address).origin} describes no token endpoint (status ${response.status})`,
    instance,
  );
}

function grantFields(properties: JsonObject, instance: string): Record<string, string> {
  const grant = String(properties['grant'] ?? '');
  const fields: Record<string, string> = { grant_type: grant };
  if (grant === 'password') {
    fields['username'] = String(properties['username'] ?? '');
    fields['password'] = String(properties['password'] ?? '');
  } else if (grant === tokenExchange) {
    for (const party of ['subject', 'actor']) {
      const { token, type } = objectOr(properties[party]);
      if (token !== undefined) fields[`${party}_token`] = String(token);
      if (type !== undefined) fields[`${party}_token_type`] = String(type);
    }
  } else if (grant !== 'client_credentials') {
    throw misconfigured(
      `the grant \`${grant}\` needs a person: use client_credentials, password or token-exchange`,
      instance,
    );
  }
  const { scopes, audiences } = properties;
  if (Array.isArray(scopes) && scopes.length > 0) fields['scope'] = scopes.join(' ');
  if (Array.isArray(audiences) && audiences.length > 0) fields['audience'] = audiences.join(' ');
  return fields;
}

/** How the client proves itself; `client_secret_basic` does it in a header. */
function clientFields(properties: JsonObject, endpoint: string, headers: Headers): Record<string, string> {
  const client = objectOr(properties['client']);
  const id = String(client['id'] ?? '');
  const secret = String(client['secret'] ?? '');
  switch (client['authentication'] ?? 'client_secret_post') {
    case 'none':
      return { client_id: id };
    case 'client_secret_basic': {
      const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
      headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
      return {};
    }
    case 'client_secret_jwt':
      return assertion(id, signedAssertion(id, secret, endpoint));
    case 'private_key_jwt':
      return assertion(id, String(client['assertion'] ?? ''));
    default:
      return { client_id: id, client_secret: secret };
  }
}

function assertion(id: string, token: string): Record<string, string> {
  return {
    client_id: id,
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: token,
  };
}

/** RFC 7523: a short-lived JWT signed with the client's secret. */
function signedAssertion(id: string, secret: string, audience: string): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = { iss: id, sub: id, aud: audience, jti: randomUUID(), iat: now, exp: now + 60 };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

/** When `issuers` is given, a token that says another issuer is not used. */
function checkIssuer(issuers: Json | undefined, token: string, instance: string): void {
  if (!Array.isArray(issuers) || issuers.length === 0) return;
  let issuer: unknown;
  try {
    issuer = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).iss;
  } catch {
    issuer = undefined;
  }
  if (typeof issuer !== 'string' || !issuers.includes(issuer)) {
    throw refused('the token is not from one of `issuers`', instance);
  }
}

async function readJson(response: Response): Promise<JsonObject> {
  try {
    return objectOr((await response.json()) as Json);
  } catch {
    return {};
  }
}

function refused(detail: string, instance: string) {
  return standardError('authentication', { detail, instance });
}

function misconfigured(detail: string, instance: string) {
  return standardError('configuration', { detail, instance });
}
