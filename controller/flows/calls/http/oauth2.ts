import { hash } from 'node:crypto';
import type { ClientAuth } from 'oauth4webapi';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { shortened } from '../../../../schemas/shortened.js';
import { BoundedMap } from '../../../concurrency/bounded-map.js';
import { parseRetryAfter } from '../../../concurrency/retry-after.js';
import { SharedWork } from '../../../concurrency/shared-work.js';
import { standardError } from '../../plan/errors.js';
import type { Credentials } from './credentials.js';
import { missingProof } from './grant.js';

type Fetch = typeof globalThis.fetch;

/** A policy of `oauth2` or `oidc` with its evaluated properties. */
interface Policy {
  readonly properties: JsonObject;
  /** True to find the token endpoint by OpenID Connect discovery. */
  readonly discover: boolean;
  /** Reference of the task, for errors. */
  readonly instance: string;
}

interface Token {
  token: string;
  /** ms since the epoch. */
  endsAt: number;
}

/** Access tokens of one policy by a digest of its properties, which are secret; kept as long as the plan. */
export interface TokenCache {
  readonly known: Map<string, Token>;
  /** Parallel tasks share one request for a token. */
  readonly requests: SharedWork<Token>;
}

/** A token is replaced this long before it expires, in ms. */
const margin = 30_000;
/** The lifetime of a token without `expires_in`, in seconds. */
const unknownLifetime = 60;
const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange';

export function createTokenCache(): TokenCache {
  return { known: new BoundedMap(100), requests: new SharedWork() };
}

/** OAuth 2 (RFC 6749, RFC 8693) and OpenID Connect: a bearer token from the authority. */
export function oauth2Credentials(policy: Policy, { known: tokens, requests }: TokenCache): Credentials {
  const key = hash('sha256', JSON.stringify(policy.properties), 'base64');
  const token = async (fetch: Fetch, signal: AbortSignal) => {
    const token = tokens.get(key);
    if (token !== undefined && token.endsAt - margin > Date.now()) return token.token;
    const fresh = await requests.run(key, signal, async (own) => {
      const newToken = await requestToken(policy, fetch, own);
      tokens.set(key, newToken);
      return newToken;
    });
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

async function requestToken(policy: Policy, fetch: Fetch, signal: AbortSignal): Promise<Token> {
  const { properties } = policy;
  const parameters = grantParameters(policy);
  const endpoint = await tokenEndpoint(policy, fetch, signal);
  const client = objectOr(properties['client']);
  requireProof(client, policy.instance);
  // Flows without such a policy run without the library.
  const oauth = await import('oauth4webapi');
  const response = await oauth.genericTokenEndpointRequest(
    // A client assertion is addressed to the token endpoint (RFC 7523, section 3).
    { issuer: endpoint, token_endpoint: endpoint },
    // The library refuses a client without an id; `clientAuthentication` sends the configured one.
    { client_id: String(client['id'] || 'none') },
    clientAuthentication(client, oauth),
    parameters.get('grant_type') ?? '',
    parameters,
    {
      signal,
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: encodedFetch(fetch, objectOr(properties['request'])['encoding']),
    },
  );
  return readToken(response, policy);
}

/** @throws FlowError configuration when the client has nothing to prove itself with */
function requireProof(client: JsonObject, instance: string): void {
  const missing = missingProof(client, (value) => Boolean(value));
  if (missing) throw misconfigured(missing.message, instance);
}

/** Returns a `fetch` that encodes the fields of a request as the policy demands; the library knows forms only. */
function encodedFetch(fetch: Fetch, encoding: Json | undefined) {
  return (url: string, init: { body?: unknown; headers: Record<string, string> }): Promise<Response> => {
    const fields = init.body as URLSearchParams;
    const json = encoding === 'application/json';
    const headers = new Headers(init.headers);
    headers.set('content-type', json ? 'application/json' : 'application/x-www-form-urlencoded');
    const body = json ? JSON.stringify(Object.fromEntries(fields)) : fields.toString();
    return fetch(url, { ...init, headers, body });
  };
}

/** Reads the response itself, because the library refuses responses without `token_type`, which authorities omit. */
async function readToken(response: Response, { properties, instance }: Policy): Promise<Token> {
  const answer = await readJson(response, instance);
  const token = answer['access_token'];
  if (!response.ok || typeof token !== 'string') {
    const reason = typeof answer['error'] === 'string' ? ` (${shortened(answer['error'], 100)})` : '';
    const detail = `the authority answered ${response.status}${reason} to the request for a token`;
    throw response.status >= 500 || response.status === 429
      ? unanswered(detail, response, instance)
      : refused(detail, instance);
  }
  checkIssuer(properties['issuers'], token, instance);
  const seconds = Number(answer['expires_in'] ?? unknownLifetime);
  const lifetime = Number.isFinite(seconds) ? seconds : unknownLifetime;
  return { token, endsAt: Date.now() + lifetime * 1000 };
}

async function tokenEndpoint(
  { properties, discover, instance }: Policy,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<string> {
  const authority = String(properties['authority'] ?? '').replace(/\/$/, '');
  if (!URL.canParse(authority)) throw misconfigured('`authority` must be an absolute URI', instance);
  if (!discover) {
    const path = String(objectOr(properties['endpoints'])['token'] ?? '/oauth2/token');
    return URL.canParse(path) ? path : `${authority}/${path.replace(/^\//, '')}`;
  }
  const wellKnown = '/.well-known/openid-configuration';
  const address = authority.endsWith(wellKnown) ? authority : authority + wellKnown;
  const response = await fetch(address, { signal, headers: { accept: 'application/json' } });
  const endpoint = (await readJson(response, instance))['token_endpoint'];
  if (response.ok && typeof endpoint === 'string') return endpoint;
  const { origin } = new URL(address);
  throw refused(`${origin} describes no token endpoint (status ${response.status})`, instance);
}

function grantParameters({ properties, instance }: Policy): URLSearchParams {
  const grant = String(properties['grant'] ?? '');
  const fields = new URLSearchParams({ grant_type: grant });
  if (grant === 'password') {
    fields.set('username', String(properties['username'] ?? ''));
    fields.set('password', String(properties['password'] ?? ''));
  } else if (grant === tokenExchange) {
    for (const party of ['subject', 'actor']) {
      const { token, type } = objectOr(properties[party]);
      if (token !== undefined) fields.set(`${party}_token`, String(token));
      if (type !== undefined) fields.set(`${party}_token_type`, String(type));
    }
  } else if (grant !== 'client_credentials') {
    const problem = 'needs a person: use client_credentials, password or token-exchange';
    throw misconfigured(`the grant \`${grant}\` ${problem}`, instance);
  }
  const { scopes, audiences } = properties;
  if (Array.isArray(scopes) && scopes.length > 0) fields.set('scope', scopes.join(' '));
  if (Array.isArray(audiences) && audiences.length > 0) fields.set('audience', audiences.join(' '));
  return fields;
}

function clientAuthentication(client: JsonObject, oauth: typeof import('oauth4webapi')): ClientAuth {
  const id = String(client['id'] ?? '');
  const secret = String(client['secret'] ?? '');
  const inBody =
    (fields: Record<string, string>): ClientAuth =>
    (_server, _client, body) => {
      for (const [name, value] of Object.entries({ client_id: id, ...fields })) body.set(name, value);
    };
  switch (client['authentication'] ?? 'client_secret_post') {
    case 'none':
      return inBody({});
    case 'client_secret_basic':
      return oauth.ClientSecretBasic(secret);
    case 'client_secret_jwt':
      return client['assertion'] ? inBody(getAssertion(client)) : oauth.ClientSecretJwt(secret);
    case 'private_key_jwt':
      return inBody(getAssertion(client));
    default:
      return inBody({ client_secret: secret });
  }
}

/** The signed JWT that the client has (RFC 7523, section 2.2). */
function getAssertion(client: JsonObject): Record<string, string> {
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: String(client['assertion']),
  };
}

/** Refuses a token of an issuer that is not in `issuers`, when that is given. */
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

/**
 * Returns the object in an answer; an empty one for a refusal in another form.
 * @throws FlowError communication for another answer that is no JSON; ConnectorError when not all of it arrives
 */
async function readJson(response: Response, instance: string): Promise<JsonObject> {
  const text = await response.text();
  try {
    return objectOr(JSON.parse(text) as Json);
  } catch (cause) {
    if (!response.ok) return {};
    const { origin } = new URL(response.url);
    const detail = `the answer of ${origin} (status ${response.status}) is no JSON`;
    throw standardError('communication', { status: 502, detail, instance, cause });
  }
}

function refused(detail: string, instance: string) {
  return standardError('authentication', { detail, instance });
}

/** A failure that a retry may help against. */
function unanswered(detail: string, { status, headers }: Response, instance: string) {
  const retryAfter = parseRetryAfter(headers.get('retry-after'));
  return standardError('communication', { status, detail, instance, retryAfter });
}

function misconfigured(detail: string, instance: string) {
  return standardError('configuration', { detail, instance });
}
