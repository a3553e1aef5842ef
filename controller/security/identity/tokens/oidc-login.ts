import type { JWTPayload } from 'jose';
import type { AuthorizationServer, Client, ClientAuth } from 'oauth4webapi';
import { BoundedMap } from '../../../concurrency/bounded-map.js';
import { Problem } from '../../../problems/index.js';
import type { Principal } from '../access/access.js';
import { claimedIssuer } from './access-tokens.js';
import { fetchFromIssuer, IssuerFailure } from './issuer-client.js';
import type { Oidc, OidcLoginSettings, OidcSettings } from './oidc.js';

/** For one request to the issuer. */
const timeoutMs = 10_000;
/** The metadata of the issuer are read again after this time. */
const metadataMs = 10 * 60_000;
/** The time without requests to the issuer after a failure. */
const pauseMs = 5_000;

type OAuth = typeof import('oauth4webapi');

/** The secrets of a sign-in, which the browser keeps while its person is at the issuer. */
export interface LoginAttempt {
  state: string;
  nonce: string;
  /** The secret that PKCE compares with the one that the request for the code was made with. */
  verifier: string;
  /** The address that the issuer leads the browser to. */
  redirectUri: string;
}

export interface OidcLoginOptions {
  settings: OidcSettings;
  login: OidcLoginSettings;
  oidc: Pick<Oidc, 'getPrincipal' | 'isComplete' | 'findClaims'>;
  /** Returns the current values of a stored secret. @throws Problem secret_not_found */
  readSecret(path: string): Promise<Readonly<Record<string, string>>>;
  /** ms since the epoch. */
  now(): number;
}

/**
 * Signs people in at an OpenID Connect issuer: the authorisation code flow with PKCE (OpenID Connect Core 1.0, 3.1; RFC 7636, RFC
 * 9207). A person has the name and the role that a token of the issuer gives it in a request.
 */
export class OidcLogin {
  /** The name of the only provider, in addresses. */
  readonly name = 'oidc';
  readonly title: string;
  /** States of attempts that were completed or refused: each counts once. */
  readonly #used = new BoundedMap<string, true>(10_000);
  #metadata: { server: Promise<AuthorizationServer>; readAt: number } | undefined;
  #failedAt = Number.NEGATIVE_INFINITY;
  /** The keys of the issuer, which the library keeps here. */
  readonly #keys = {};

  constructor(private readonly options: OidcLoginOptions) {
    const { login, settings } = options;
    this.title = login.Title ?? new URL(settings.Issuer).host;
  }

  /** Returns the address of the issuer that a browser goes to, and what it keeps meanwhile. @throws Problem oidc_unavailable */
  async begin(redirectUri: string): Promise<{ address: string; attempt: LoginAttempt }> {
    const oauth = await import('oauth4webapi');
    const { authorization_endpoint: endpoint = '' } = await this.#server(oauth);
    const attempt = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      verifier: oauth.generateRandomCodeVerifier(),
      redirectUri,
    };
    const { login } = this.options;
    const address = new URL(endpoint);
    const parameters = {
      client_id: login.ClientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: [...new Set(['openid', ...login.Scopes])].join(' '),
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    return { address: address.href, attempt };
  }

  /**
   * Returns the person that the issuer has sent back.
   * @param parameters of the address that the issuer led the browser to
   * @throws Problem sign_in_failed, unauthenticated, forbidden, oidc_unavailable
   */
  async complete(parameters: URLSearchParams, attempt: LoginAttempt): Promise<Principal> {
    const oauth = await import('oauth4webapi');
    const server = await this.#server(oauth);
    if (this.#used.get(attempt.state))
      throw refused('The answer of the provider was used before, and counts once');
    try {
      const claims = await this.#readClaims(oauth, server, parameters, attempt);
      // An id token may leave its client out, whose bounds count here too.
      const azp = claims['azp'] ?? this.options.login.ClientId;
      return this.options.oidc.getPrincipal({ ...claims, azp });
    } catch (error) {
      throw this.#toProblem(error, oauth);
    } finally {
      this.#used.set(attempt.state, true);
    }
  }

  /** Returns the claims of the id token, with those of the access token and of the user's data that it lacks. */
  async #readClaims(
    oauth: OAuth,
    server: AuthorizationServer,
    parameters: URLSearchParams,
    { state, nonce, verifier, redirectUri }: LoginAttempt,
  ): Promise<JWTPayload> {
    const { oidc } = this.options;
    const client = this.#client(oauth);
    const request = this.#requestOptions(oauth);
    const callback = oauth.validateAuthResponse(server, client, parameters, state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      await this.#authenticateClient(oauth, server),
      callback,
      redirectUri,
      verifier,
      request(),
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, answer, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    await oauth.validateApplicationLevelSignature(server, answer, {
      ...request(),
      [oauth.jwksCache]: this.#keys,
    });
    const identity = oauth.getValidatedIdTokenClaims(tokens) as JWTPayload;
    const { access_token: token } = tokens;
    // Some issuers name roles in access tokens alone. One for another service is not read.
    const isOwn = claimedIssuer(token) === server.issuer;
    const access = isOwn ? await oidc.findClaims(token) : undefined;
    const claims = { ...(access?.sub === identity.sub ? access : {}), ...identity };
    // A token for this service does not open the user's data at the issuer.
    const isAll = access !== undefined || server.userinfo_endpoint === undefined;
    if (isAll || oidc.isComplete(claims)) return claims;
    const response = await oauth.userInfoRequest(server, client, token, request());
    const user = await oauth.processUserInfoResponse(server, client, identity.sub ?? '', response);
    return { ...(user as JWTPayload), ...claims };
  }

  #client(oauth: OAuth): Client {
    const { login, settings } = this.options;
    return { client_id: login.ClientId, [oauth.clockTolerance]: settings.ClockTolerance };
  }

  /** Returns a function that makes the options of one request to the issuer. */
  #requestOptions(oauth: OAuth) {
    return () => ({
      signal: AbortSignal.timeout(timeoutMs),
      // Plain HTTP is for an issuer on this machine; see the pattern of the setting.
      [oauth.allowInsecureRequests]: this.options.settings.Issuer.startsWith('http:'),
      [oauth.customFetch]: fetchFromIssuer,
    });
  }

  async #authenticateClient(oauth: OAuth, server: AuthorizationServer): Promise<ClientAuth> {
    const secret = await this.#findSecret();
    if (secret === undefined) return oauth.None();
    // Left out, the methods are those of HTTP Basic alone (OpenID Connect Discovery 1.0, 3).
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasic = methods.includes('client_secret_basic');
    return isBasic ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
  }

  /** @throws Problem oidc_unavailable for a stored secret without the key */
  async #findSecret(): Promise<string | undefined> {
    const { ClientSecret, Secret } = this.options.login;
    if (ClientSecret !== undefined || Secret === undefined) return ClientSecret;
    const { clientSecret } = await this.options.readSecret(Secret);
    if (clientSecret !== undefined) return clientSecret;
    throw new Problem('oidc_unavailable', `The secret \`${Secret}\` has no key \`clientSecret\``, {
      hints: [
        {
          text: 'Write it with {call}.',
          operation: 'update-secret',
          arguments: { path: Secret, value: { clientSecret: '…' } },
        },
      ],
    });
  }

  /** The metadata of the issuer (OpenID Connect Discovery 1.0). @throws Problem oidc_unavailable */
  #server(oauth: OAuth): Promise<AuthorizationServer> {
    const now = this.options.now();
    if (this.#metadata && now - this.#metadata.readAt < metadataMs) return this.#metadata.server;
    if (now - this.#failedAt < pauseMs) return Promise.reject(this.#unavailable(undefined));
    const server = this.#discover(oauth);
    const metadata = { server, readAt: now };
    this.#metadata = metadata;
    server.catch(() => {
      this.#failedAt = this.options.now();
      if (this.#metadata === metadata) this.#metadata = undefined;
    });
    return server;
  }

  async #discover(oauth: OAuth): Promise<AuthorizationServer> {
    const { Issuer } = this.options.settings;
    try {
      const issuer = new URL(Issuer);
      const answer = await oauth.discoveryRequest(issuer, this.#requestOptions(oauth)());
      const server = await oauth.processDiscoveryResponse(issuer, answer);
      const endpoint = server.authorization_endpoint ?? '';
      const isSafe = /^https:/.test(endpoint) || Issuer.startsWith('http:');
      if (!URL.canParse(endpoint) || !isSafe)
        throw new Error('its metadata has no `authorization_endpoint` that uses https');
      return server;
    } catch (error) {
      throw this.#unavailable(error);
    }
  }

  #unavailable(cause: unknown): Problem {
    const { Issuer } = this.options.settings;
    return new Problem('oidc_unavailable', `The metadata of the issuer ${Issuer} cannot be fetched`, {
      cause,
      hints: ['Try again in a moment. Users of svc sign in with their passwords meanwhile.'],
    });
  }

  /** The texts name codes of the protocol only: what an address brings must not speak on a page of this service. */
  #toProblem(error: unknown, oauth: OAuth): unknown {
    if (error instanceof Problem) return error;
    if (error instanceof oauth.AuthorizationResponseError)
      return refused(`The provider has not let you in${withCode(error.error)}`, error);
    if (error instanceof oauth.ResponseBodyError) {
      if (error.error === 'invalid_grant')
        return refused('The provider did not take its code back: it has expired or was used before', error);
      return this.#misconfigured(error, withCode(error.error));
    }
    if (error instanceof oauth.WWWAuthenticateChallengeError) return this.#misconfigured(error, '');
    if (error instanceof IssuerFailure || (error instanceof DOMException && error.name === 'TimeoutError'))
      return this.#unavailable(error);
    if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError)
      return refused('The answer of the provider does not belong to this sign-in', error);
    return error;
  }

  #misconfigured(cause: Error, code: string): Problem {
    return new Problem('oidc_unavailable', `The issuer has refused the service itself${code}`, {
      cause,
      hints: [
        'Compare `Auth.Oidc.Login` with the client that is registered at the issuer: id, secret, redirect address.',
      ],
    });
  }
}

function withCode(code: string): string {
  return /^[\w.-]{1,60}$/.test(code) ? `: \`${code}\`` : '';
}

function refused(detail: string, cause?: unknown): Problem {
  return new Problem('sign_in_failed', detail, {
    ...(cause === undefined ? {} : { cause }),
    hints: ['Open the console and sign in again.'],
  });
}
