import type { createRemoteJWKSet, JWTPayload } from 'jose';
import { Problem } from '../problems/index.js';
import type { Settings } from '../settings/index.js';
import { Budgets } from './budget.js';
import type { Caller, Principal, Role } from './contract.js';
import { digestOf } from './digest.js';
import { highest, isRole } from './roles.js';
import { Verified } from './verified.js';

export type OidcSettings = NonNullable<Settings['Auth']['Oidc']>;

interface Seen {
  caller: Caller;
  expiresAt: number;
}

const timeoutMs = 5_000;
/** A token is looked at again after so long, so that a key the issuer withdrew stops counting. */
const trustMs = 5 * 60_000;
/** After a failure the issuer is left alone for so long. */
const pauseMs = 5_000;
const longestName = 200;

/**
 * Access tokens of an OpenID Connect issuer: discovery (OpenID Connect Discovery 1.0) and keys are fetched when the
 * first token comes, kept, and fetched again for a key id that is not known, twice a minute at most.
 */
export class Oidc {
  readonly #verified = new Verified<Seen>();
  readonly #budgets = new Budgets();
  readonly #principals = new Map<string, Principal>();
  #keys: Promise<ReturnType<typeof createRemoteJWKSet>> | undefined;
  #failedAt = 0;

  constructor(
    private readonly settings: OidcSettings,
    private readonly now: () => number = Date.now,
  ) {}

  /** Who calls with a token that was seen already. */
  known(token: string): Caller | undefined {
    return this.#verified.get(digestOf(token), this.now())?.caller;
  }

  /** Undefined for a token that is not good here. @throws Problem oidc_unavailable, forbidden */
  async authenticate(token: string): Promise<Caller | undefined> {
    const payload = await this.#verify(token);
    const name = payload && this.#nameOf(payload);
    if (payload === undefined || name === undefined) return undefined;
    const role = this.#roleOf(payload);
    if (role === undefined) {
      throw new Problem('forbidden', `The token of \`${name}\` gives no role here`, {
        hints: ['Give the user one of the roles or groups that `Auth.Oidc.Roles` names.'],
      });
    }
    const expiresAt = (payload.exp ?? 0) * 1000;
    const principal = this.#principal(`oidc:${name}`, role);
    const caller = { principal, budget: this.#budgets.of(principal.id), expiresAt };
    this.#verified.add(digestOf(token), { caller, expiresAt: Math.min(expiresAt, this.now() + trustMs) });
    return caller;
  }

  async #verify(token: string): Promise<JWTPayload | undefined> {
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
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
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
      const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
      const { issuer, jwks_uri } = (await answer.json()) as { issuer?: unknown; jwks_uri?: unknown };
      if (issuer !== Issuer) throw new Error('the issuer it names is another');
      const { createRemoteJWKSet } = await import('jose');
      return createRemoteJWKSet(keyAddress(jwks_uri, Issuer), { timeoutDuration: timeoutMs });
    } catch (error) {
      throw this.#unavailable(error);
    }
  }

  #isPausing(): boolean {
    return this.now() - this.#failedAt < pauseMs;
  }

  #unavailable(cause: unknown): Problem {
    return new Problem('oidc_unavailable', `The keys of ${this.settings.Issuer} cannot be had`, { cause });
  }

  #nameOf(payload: JWTPayload): string | undefined {
    const name = claim(payload, this.settings.NameClaim);
    // It goes into logs, commits and headers.
    const isPlain = typeof name === 'string' && name.length <= longestName && /^[\w.@|:+/=-]+$/.test(name);
    return isPlain ? name : undefined;
  }

  #roleOf(payload: JWTPayload): Role | undefined {
    const { RoleClaim, Roles, DefaultRole } = this.settings;
    const claimed = claim(payload, RoleClaim);
    const values = typeof claimed === 'string' ? claimed.split(' ') : Array.isArray(claimed) ? claimed : [];
    const meant = values.flatMap((value): Role[] => {
      if (typeof value !== 'string') return [];
      if (Roles === undefined) return isRole(value) ? [value] : [];
      return Object.hasOwn(Roles, value) ? [Roles[value] as Role] : [];
    });
    return highest(meant) ?? DefaultRole;
  }

  /** The same object while the role is the same. */
  #principal(id: string, role: Role): Principal {
    const known = this.#principals.get(id);
    if (known?.role === role) return known;
    if (this.#principals.size > 10_000) this.#principals.clear();
    const principal = { id, role };
    this.#principals.set(id, principal);
    return principal;
  }
}

/** A claim; where there is none of the name, dots lead into objects. */
function claim(payload: JWTPayload, name: string): unknown {
  if (Object.hasOwn(payload, name)) return payload[name];
  let value: unknown = payload;
  for (const part of name.split('.')) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** Keys come over TLS, unless the issuer is on this machine. */
function keyAddress(address: unknown, issuer: string): URL {
  if (typeof address !== 'string' || !URL.canParse(address)) throw new Error('it names no `jwks_uri`');
  const url = new URL(address);
  const isLocal = url.protocol === 'http:' && new URL(issuer).origin === url.origin;
  if (url.protocol === 'https:' || isLocal) return url;
  throw new Error('its `jwks_uri` is not https');
}

type JoseErrors = typeof import('jose')['errors'];

function isAboutTheIssuer(error: unknown, errors: JoseErrors): boolean {
  if (error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) return true;
  // jose names an answer of another status, or one that is no JSON, by its most general error.
  if (error instanceof errors.JOSEError) return error.code === 'ERR_JOSE_GENERIC';
  return error instanceof TypeError && error.message === 'fetch failed';
}
