import { createHash } from 'node:crypto';
import { shortened } from '../../schemas/shortened.js';
import { JwtSigner } from '../connectors/http/credentials/jwt.js';
import { ServerClock } from '../connectors/http/credentials/server-clock.js';
import { type Grant, requestToken, type TokenAnswer } from '../connectors/http/credentials/tokens.js';
import { ConnectorError } from '../connectors/index.js';
import { Problem } from '../problems/index.js';
import type { ConsentAuth } from './contract.js';

/** For one request to the authority. */
const timeoutMs = 15_000;
/** Characters of a text of the authority that a page shows. */
const maxText = 300;

/** The secrets of one visit at the authority. */
export interface Visit {
  readonly address: string;
  readonly state: string;
  readonly verifier: string;
}

/** Returns a text that stands for the authority and the client that tokens are for. */
export function getBinding({ authorizationUrl, tokenUrl, clientId, issuer = '' }: ConsentAuth): string {
  const text = JSON.stringify([authorizationUrl, tokenUrl, clientId, issuer]);
  return createHash('sha256').update(text).digest('base64url');
}

/** Returns the address at which a person consents (RFC 6749, section 4.1.1; RFC 7636). */
export async function createVisit(auth: ConsentAuth, redirectUri: string): Promise<Visit> {
  const oauth = await import('oauth4webapi');
  const state = oauth.generateRandomState();
  const verifier = oauth.generateRandomCodeVerifier();
  const { scopes = [], authorizationParameters = {} } = auth;
  const address = new URL(auth.authorizationUrl);
  const parameters = {
    ...authorizationParameters,
    response_type: 'code',
    client_id: auth.clientId,
    redirect_uri: redirectUri,
    ...(scopes.length > 0 ? { scope: scopes.join(' ') } : {}),
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return { address: address.href, state, verifier };
}

/**
 * Returns the code that an authority has sent a person back with (RFC 6749, section 4.1.2; RFC 9207).
 * @throws Problem consent_failed
 */
export async function readCode(
  auth: ConsentAuth,
  parameters: URLSearchParams,
  state: string,
): Promise<string> {
  const oauth = await import('oauth4webapi');
  const issuer = getIssuer(auth, parameters.get('iss'));
  try {
    const answer = oauth.validateAuthResponse({ issuer }, { client_id: auth.clientId }, parameters, state);
    const code = answer.get('code');
    if (code) return code;
  } catch (cause) {
    if (cause instanceof oauth.AuthorizationResponseError)
      throw refusedByAuthority(cause.error, cause.error_description, cause);
    throw new Problem('consent_failed', 'The answer of the authority does not belong to this consent', {
      cause,
    });
  }
  throw new Problem('consent_failed', 'The answer of the authority has no code');
}

/** Returns the issuer that an answer may name. @throws Problem consent_failed for another one */
function getIssuer({ issuer, authorizationUrl }: ConsentAuth, named: string | null): string {
  const { origin } = new URL(authorizationUrl);
  if (named === null || named === issuer) return issuer ?? origin;
  const isOwn = issuer === undefined && URL.canParse(named) && new URL(named).origin === origin;
  if (isOwn) return named;
  const shown = shortened(named, maxText);
  throw new Problem(
    'consent_failed',
    `The answer comes from \`${shown}\`, and not from \`${issuer ?? origin}\`, where the person was led`,
    {
      hints: [
        `If \`${shown}\` is the name of the right authority, write it as \`auth.issuer\` of the connection, and begin again.`,
      ],
    },
  );
}

const reasons: Readonly<Record<string, string>> = {
  access_denied: 'the consent was refused there',
  invalid_scope: 'it does not know one of the `scopes` of the connection, or does not give it to this client',
  unauthorized_client: 'it does not let this client ask for consents',
  invalid_request: 'it does not understand the request',
  unsupported_response_type: 'it gives this client no codes',
  server_error: 'it has failed',
  temporarily_unavailable: 'it is not available at the moment',
};

function refusedByAuthority(code: string, description: string | undefined, cause: unknown): Problem {
  const shownCode = /^[\w.-]{1,60}$/.test(code) ? ` (\`${code}\`)` : '';
  const reason = reasons[code] ?? 'it gave no consent';
  // The state is that of this browser: the words are those of the authority.
  const said =
    description === undefined ? '' : `. It says: ${JSON.stringify(shortened(description, maxText))}`;
  return new Problem('consent_failed', `The authority has answered that ${reason}${shownCode}${said}`, {
    cause,
  });
}

/** Asks for the tokens of a consent, by its code or its refresh token. @throws ConnectorError, TokenRefusal */
export async function askForTokens(
  auth: ConsentAuth,
  proof: Pick<Grant, 'code' | 'refreshToken'>,
  fetch: typeof globalThis.fetch,
): Promise<TokenAnswer> {
  const { clientId, clientSecret, clientAuthentication, clientAssertion } = auth;
  const grant: Grant = {
    clientId,
    clientSecret,
    // A client without a secret names itself (RFC 6749, section 4.1.3).
    clientAuthentication: clientSecret === undefined ? 'body' : clientAuthentication,
    clientAssertion: clientAssertion && new JwtSigner(clientAssertion, 'auth.clientAssertion'),
    // Those of the consent are given again.
    scopes: [],
    ...proof,
  };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const address = () => new URL(auth.tokenUrl);
    return await requestToken(grant, { address, fetch, signal }, new ServerClock());
  } catch (cause) {
    if (!signal.aborted) throw cause;
    const late = `${new URL(auth.tokenUrl).host} gave no token within ${timeoutMs / 1_000} s`;
    throw new ConnectorError('timeout', 408, 'Request Timeout', late, { cause });
  }
}

/** Takes a refresh token back at the authority (RFC 7009). @throws ConnectorError */
export async function revokeAtAuthority(
  auth: ConsentAuth & { revocationUrl: string },
  refreshToken: string,
  fetch: typeof globalThis.fetch,
): Promise<void> {
  const oauth = await import('oauth4webapi');
  const { clientId, clientSecret, clientAuthentication, clientAssertion, tokenUrl } = auth;
  const server = { issuer: new URL(auth.authorizationUrl).origin, revocation_endpoint: auth.revocationUrl };
  const client = { client_id: clientId };
  const { host } = new URL(auth.revocationUrl);
  const additionalParameters = new URLSearchParams({ token_type_hint: 'refresh_token' });
  let authentication = oauth.None();
  if (clientSecret !== undefined) {
    const isBasic = clientAuthentication !== 'body';
    authentication = isBasic ? oauth.ClientSecretBasic(clientSecret) : oauth.ClientSecretPost(clientSecret);
  } else if (clientAssertion) {
    const defaults = { issuer: clientId, subject: clientId, audience: tokenUrl, isUsedOnce: true };
    const jwt = await new JwtSigner(clientAssertion, 'auth.clientAssertion').sign(Date.now(), defaults);
    additionalParameters.set(
      'client_assertion_type',
      'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    );
    additionalParameters.set('client_assertion', jwt);
  }
  try {
    const answer = await oauth.revocationRequest(server, client, authentication, refreshToken, {
      additionalParameters,
      signal: AbortSignal.timeout(timeoutMs),
      // The network rules decide, and addresses on this machine have no TLS.
      [oauth.allowInsecureRequests]: true,
      [oauth.customFetch]: fetch,
    });
    await oauth.processRevocationResponse(answer).finally(() => answer.bodyUsed || answer.body?.cancel());
  } catch (cause) {
    if (cause instanceof ConnectorError) throw cause;
    const code = cause instanceof oauth.ResponseBodyError ? ` (${shortened(cause.error, 60)})` : '';
    const detail = `The authority at ${host} did not revoke the consent${code}`;
    throw new ConnectorError('communication', 502, 'Consent not revoked', detail, { cause });
  }
}
