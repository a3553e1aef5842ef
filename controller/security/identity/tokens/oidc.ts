import type { createRemoteJWKSet, errors, JWTPayload } from 'jose';
import { BoundedMap } from '../../../concurrency/bounded-map.js';
import { Problem } from '../../../problems/index.js';
import { type Actor, highest, isRole, lowest, type Principal, type Role } from '../access/access.js';
import { type RefusalReason, RefusedToken } from '../access/refusal.js';
import { normalizeScopes, type Scopes } from '../access/scopes.js';
import { Budgets, type Caller, computeDigest } from '../credentials/credential-index.js';
import { VerifiedTokens } from './access-tokens.js';
import { fetchFromIssuer, IssuerFailure } from './issuer-client.js';

export interface OidcSettings {
  /** The `iss` of its tokens. */
  Issuer: string;
  /** The `aud` that tokens for this service have. */
  Audience: string;
  NameClaim: string;
  RoleClaim: string;
  /** The roles that values of the role claim mean; without it, the values are role names. */
  Roles?: Readonly<Record<string, Role>>;
  /** The clients whose nature or bounds svc is told, by their ids. */
  Clients?: Readonly<Record<string, Actor | BoundedClient>>;
  /** The claim that has the caller's groups. */
  GroupsClaim?: string;
  /** The teams that values of the groups claim mean; without it, the values are names of teams. */
  Groups?: Readonly<Record<string, string>>;
  /** The role of a token without a role; without it, such a token is refused. */
  DefaultRole?: Role;
  Algorithms: string[];
  /** Seconds. */
  ClockTolerance: number;
  /** The client by which people sign in at the console. */
  Login?: OidcLoginSettings;
}

/** A client with bounds of its tokens. */
export interface BoundedClient {
  Actor: Actor;
  /** The highest role of its tokens. */
  Role?: Role;
  Scopes?: Scopes;
}

export interface OidcLoginSettings {
  ClientId: string;
  /** The path of a stored secret with the key `clientSecret`. */
  Secret?: string;
  ClientSecret?: string;
  /** The name that people know the issuer by. */
  Title?: string;
  Scopes: string[];
}

const timeoutMs = 5_000;
/** A token is verified again after this time, so that a key that the issuer withdrew is no longer accepted. */
const trustMs = 5 * 60_000;
/** The time without requests to the issuer after a failure. */
const pauseMs = 5_000;
const maxNameLength = 200;
/** Groups of one token. */
const maxGroups = 1_000;

/**
 * Returns the name of a principal for the name of a person: letters and digits of any script stay, and so do the signs of
 * addresses. Others, blanks first of all, are written as in URLs (`Ada%20Lovelace`), so that different names stay different
 * where ids stand between blanks. Undefined for no name, for one that is too long, and for control characters, which would
 * change how logs and commits read.
 */
function toPrincipalName(name: string): string | undefined {
  const text = name.normalize('NFC');
  if (text.trim() === '' || /[\p{C}\p{Zl}\p{Zp}]/u.test(text)) return undefined;
  const encoded = text.replaceAll(/[^\p{L}\p{M}\p{N}.@|:+/=_-]/gu, encodeURIComponent);
  return encoded.length <= maxNameLength ? encoded : undefined;
}

/**
 * Access tokens of an OpenID Connect issuer. Its metadata (OpenID Connect Discovery 1.0) and keys are fetched for the
 * first token and kept. Keys are fetched again for an unknown key id, at most twice a minute.
 */
export class Oidc {
  readonly #verified = new VerifiedTokens<{ caller: Caller; expiresAt: number }>();
  readonly #budgets = new Budgets();
  readonly #principals = new BoundedMap<string, Principal>(10_000);
  #keys: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined;
  #failedAt = 0;

  constructor(
    private readonly settings: OidcSettings,
    private readonly now: () => number = Date.now,
  ) {}

  get issuer(): string {
    return this.settings.Issuer;
  }

  /** Returns the caller of a token that was verified before. */
  known(token: string): Caller | undefined {
    return this.#verified.get(computeDigest(token), this.now())?.caller;
  }

  /** @throws Problem unauthenticated for a token that is not valid, with the reason; oidc_unavailable, forbidden */
  async authenticate(token: string): Promise<Caller> {
    const payload = await this.#verify(token);
    const expiresAt = (payload.exp ?? 0) * 1000;
    const principal = this.getPrincipal(payload);
    const caller = { principal, budget: this.#budgets.of(principal.id), expiresAt };
    this.#verified.add(computeDigest(token), {
      caller,
      expiresAt: Math.min(expiresAt, this.now() + trustMs),
    });
    return caller;
  }

  /** Returns the principal that verified claims of the issuer name. @throws Problem unauthenticated, forbidden */
  getPrincipal(claims: JWTPayload): Principal {
    const name = this.#findPayloadName(claims);
    if (name === undefined) {
      throw refused('token_name', `its claim \`${this.settings.NameClaim}\` is not a name`);
    }
    const client = this.#findClient(claims);
    const claimed = this.#findRole(claims);
    const role = claimed && client?.Role ? lowest([claimed, client.Role]) : claimed;
    if (role === undefined) {
      throw new Problem('forbidden', `The token of \`${name}\` has no role that svc knows`, {
        hints: ['Give the user one of the roles or groups that `Auth.Oidc.Roles` lists.'],
      });
    }
    const scopes = normalizeScopes(client?.Scopes);
    const groups = this.#findGroups(claims);
    return this.#principal({
      id: `oidc:${name}`,
      role,
      actor: client?.Actor ?? (isOfClient(claims) ? 'service' : 'person'),
      ...(scopes && { scopes }),
      ...(groups.length > 0 ? { groups } : {}),
    });
  }

  /** True where claims have what names a principal, its role and its groups. */
  isComplete(claims: JWTPayload): boolean {
    const { NameClaim, RoleClaim, GroupsClaim } = this.settings;
    const names = [NameClaim, RoleClaim, ...(GroupsClaim === undefined ? [] : [GroupsClaim])];
    return names.every((name) => claim(claims, name) !== undefined);
  }

  /** Returns the claims of an access token for this service; undefined for one that is not for it, or no JWT. */
  async findClaims(token: string): Promise<JWTPayload | undefined> {
    try {
      return await this.#verify(token);
    } catch (error) {
      if (error instanceof RefusedToken) return undefined;
      throw error;
    }
  }

  async #verify(token: string): Promise<JWTPayload> {
    const { jwtVerify, errors } = await import('jose');
    const { Audience, Algorithms, ClockTolerance, Issuer } = this.settings;
    const keys = await this.#keySet();
    if (!keys.fresh && this.#isPausing()) throw this.#unavailable(undefined);
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: Algorithms,
        issuer: Issuer,
        audience: Audience,
        clockTolerance: ClockTolerance,
        requiredClaims: ['exp', 'sub'],
        currentDate: new Date(this.now()),
      });
      return payload;
    } catch (error) {
      if (isAboutTheIssuer(error, errors)) {
        this.#failedAt = this.now();
        throw this.#unavailable(error);
      }
      if (error instanceof errors.JOSEError)
        throw refused(getReason(error), this.#describeError(error), error);
      if (error instanceof TypeError) throw refused('token_form', 'it is not a signed JWT', error);
      throw error;
    }
  }

  /** Says in words which check a token did not pass. The claims are the caller's own; nothing else is repeated. */
  #describeError(error: JoseError): string {
    const { Audience, Algorithms } = this.settings;
    switch (error.code) {
      case 'ERR_JWT_EXPIRED':
        return 'it has expired';
      case 'ERR_JWT_CLAIM_VALIDATION_FAILED': {
        const { claim = '' } = error as JoseError & { claim?: string };
        return claim === 'aud' ? `its \`aud\` is not \`${Audience}\`` : `its \`${claim}\` does not fit`;
      }
      case 'ERR_JWKS_NO_MATCHING_KEY':
      case 'ERR_JWKS_MULTIPLE_MATCHING_KEYS':
      case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
        return 'none of the keys of the issuer has signed it';
      case 'ERR_JOSE_ALG_NOT_ALLOWED':
        return `it is not signed with one of ${Algorithms.join(', ')}`;
      default:
        return 'it is not a JWT in a form that svc accepts';
    }
  }

  #keySet(): Promise<ReturnType<typeof createRemoteJWKSet>> {
    if (this.#keys) return this.#keys;
    if (this.#isPausing()) throw this.#unavailable(undefined);
    const keys = this.#discover();
    this.#keys = keys;
    keys.catch(() => {
      this.#keys = undefined;
      this.#failedAt = this.now();
    });
    return keys;
  }

  async #discover() {
    const { Issuer } = this.settings;
    try {
      const url = `${Issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
      const answer = await fetchFromIssuer(url, {
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
      const { issuer, jwks_uri } = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
      if (issuer !== Issuer) throw new Error('its metadata names another issuer');
      const { createRemoteJWKSet, customFetch } = await import('jose');
      return createRemoteJWKSet(keyAddress(jwks_uri, Issuer), {
        timeoutDuration: timeoutMs,
        [customFetch]: fetchFromIssuer,
      });
    } catch (error) {
      throw this.#unavailable(error);
    }
  }

  #isPausing(): boolean {
    return this.now() - this.#failedAt < pauseMs;
  }

  #unavailable(cause: unknown): Problem {
    const detail = `The keys of the issuer ${this.settings.Issuer} cannot be fetched`;
    return new Problem('oidc_unavailable', detail, { cause });
  }

  #findPayloadName(payload: JWTPayload): string | undefined {
    const name = claim(payload, this.settings.NameClaim);
    return typeof name === 'string' ? toPrincipalName(name) : undefined;
  }

  #findRole(payload: JWTPayload): Role | undefined {
    const { RoleClaim, Roles, DefaultRole } = this.settings;
    const meant = getTexts(claim(payload, RoleClaim)).flatMap((value): Role[] => {
      if (Roles === undefined) return isRole(value) ? [value] : [];
      return Object.hasOwn(Roles, value) ? [Roles[value] as Role] : [];
    });
    return highest(meant) ?? DefaultRole;
  }

  /** Returns the names of the teams that the groups of a token mean. */
  #findGroups(payload: JWTPayload): string[] {
    const { GroupsClaim, Groups } = this.settings;
    if (GroupsClaim === undefined) return [];
    const values = getTexts(claim(payload, GroupsClaim)).slice(0, maxGroups);
    const teams = values.flatMap((value) => {
      if (Groups === undefined) return [value];
      return Object.hasOwn(Groups, value) ? [Groups[value] as string] : [];
    });
    return [...new Set(teams)].sort();
  }

  #findClient(payload: JWTPayload): BoundedClient | undefined {
    const { Clients = {} } = this.settings;
    const id = getClientId(payload);
    if (typeof id !== 'string' || !Object.hasOwn(Clients, id)) return undefined;
    const client = Clients[id] as Actor | BoundedClient;
    return typeof client === 'string' ? { Actor: client } : client;
  }

  /** Returns the same object while its members are the same. */
  #principal(principal: Principal): Principal {
    const { id, actor, groups = [], scopes = null } = principal;
    const key = JSON.stringify([id, actor, groups, scopes]);
    const cachedPrincipal = this.#principals.get(key);
    if (cachedPrincipal?.role === principal.role) return cachedPrincipal;
    this.#principals.set(key, principal);
    return principal;
  }
}

/** Returns the texts of a claim: of a list, or words of a text. */
function getTexts(value: unknown): string[] {
  if (typeof value === 'string') return value.split(' ').filter((each) => each !== '');
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function getClientId({ azp, client_id = azp }: JWTPayload): unknown {
  return client_id;
}

/** Returns a claim. If no claim has the name, its dots lead into objects. */
function claim(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  let value: unknown = payload;
  for (const part of name.split('.')) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** Accepts keys only over TLS, unless the issuer is on this machine. */
function keyAddress(address: unknown, issuer: string): URL {
  if (typeof address !== 'string' || !URL.canParse(address))
    throw new Error('its metadata has no `jwks_uri`');
  const url = new URL(address);
  const isLocal = url.protocol === 'http:' && new URL(issuer).origin === url.origin;
  if (url.protocol === 'https:' || isLocal) return url;
  throw new Error('its `jwks_uri` does not use https');
}

const maxIssuerLength = 200;

/** Returns the refusal of a token that names another issuer than the settings. */
export function otherIssuer(issuer: string): Problem {
  const named = issuer.length > maxIssuerLength ? `${issuer.slice(0, maxIssuerLength)}…` : issuer;
  return refused('token_issuer', `its issuer \`${named}\` is not the one of \`Auth.Oidc.Issuer\``);
}

/** The check that jose's error is about. */
function getReason(error: JoseError): RefusalReason {
  switch (error.code) {
    case 'ERR_JWT_EXPIRED':
      return 'token_expired';
    case 'ERR_JWT_CLAIM_VALIDATION_FAILED': {
      const { claim = '' } = error as JoseError & { claim?: string };
      if (claim === 'aud') return 'token_audience';
      return claim === 'iss' ? 'token_issuer' : 'token_claim';
    }
    case 'ERR_JWKS_NO_MATCHING_KEY':
    case 'ERR_JWKS_MULTIPLE_MATCHING_KEYS':
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return 'token_key';
    case 'ERR_JOSE_ALG_NOT_ALLOWED':
      return 'token_algorithm';
    default:
      return 'token_form';
  }
}

function refused(reason: RefusalReason, description: string, cause?: unknown): Problem {
  return new RefusedToken(reason, `The access token is not valid: ${description}`, {
    ...(cause === undefined ? {} : { cause }),
    hints: [
      'Ask the issuer for a new access token for this service; `guide.sign-in` explains what a token needs.',
    ],
  });
}

type JoseError = errors.JOSEError;
type JoseErrors = typeof import('jose')['errors'];

function isAboutTheIssuer(error: unknown, errors: JoseErrors): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  // jose uses its most general error for an answer with another status, or without JSON.
  if (error instanceof errors.JOSEError) return error.code === 'ERR_JOSE_GENERIC';
  return error instanceof IssuerFailure;
}

/**
 * True for a token that a client has for itself. RFC 9068 lets the subject be the client; Auth0 adds `@clients` and `gty`,
 * Entra says `idtyp`, Keycloak names a user of its own for the client.
 */
function isOfClient(payload: JWTPayload): boolean {
  const { sub, idtyp, gty, preferred_username: name } = payload;
  const client = getClientId(payload);
  if (client !== undefined && (sub === client || sub === `${client}@clients`)) return true;
  return idtyp === 'app' || gty === 'client-credentials' || /^service-account-/.test(String(name ?? ''));
}
