import { randomUUID } from 'node:crypto';
import { BoundedMap } from '../../../concurrency/bounded-map.js';
import type { SigningKeys } from './signing-keys.js';

/** The credential behind an access token: a session, or an API key by its id. */
type TokenSubject = { session: string } | { apiKey: string };

export interface VerifiedToken {
  subject: TokenSubject;
  /** The address that the token of a client is for; `svc` for a token of no client. */
  audience: string;
  /** ms since the epoch. */
  expiresAt: number;
}

export const ownIssuer = 'svc';

/** Access tokens that svc issues: JWT (RFC 9068) signed with HS256, because only svc verifies them. */
export class AccessTokens {
  constructor(
    private readonly keys: SigningKeys,
    private readonly lifetimeMs: number,
    private readonly now: () => number,
  ) {}

  /** The lifetime of a new token in seconds. */
  get lifetime(): number {
    return this.lifetimeMs / 1000;
  }

  /** @param audience the address that the token of a client is for */
  async issue(sub: string, subject: TokenSubject, audience = ownIssuer): Promise<string> {
    const { SignJWT } = await import('jose');
    const { kid, secret } = this.keys.current();
    const seconds = Math.floor(this.now() / 1000);
    const claims = 'session' in subject ? { sid: subject.session } : { akid: subject.apiKey };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid })
      .setIssuer(ownIssuer)
      .setAudience(audience)
      .setSubject(sub)
      .setJti(randomUUID())
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + this.lifetime)
      .sign(secret);
  }

  /** Returns undefined for a token that svc did not sign, or that has expired. */
  async verify(token: string): Promise<VerifiedToken | undefined> {
    const { decodeProtectedHeader, jwtVerify, errors } = await import('jose');
    try {
      const secret = this.keys.find(decodeProtectedHeader(token).kid);
      if (!secret) return undefined;
      const { payload } = await jwtVerify(token, secret, {
        algorithms: ['HS256'],
        issuer: ownIssuer,
        typ: 'at+jwt',
        requiredClaims: ['exp', 'sub', 'aud'],
        currentDate: new Date(this.now()),
      });
      const { exp = 0, sid, akid, aud: audience } = payload;
      if (typeof audience !== 'string') return undefined;
      const expiresAt = exp * 1000;
      if (typeof sid === 'string') return { subject: { session: sid }, audience, expiresAt };
      if (typeof akid === 'string') return { subject: { apiKey: akid }, audience, expiresAt };
      return undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
      throw error;
    }
  }
}

/** Returns the `iss` that a JWT claims, unverified, to decide which issuer verifies the token. */
export function claimedIssuer(token: string): string | undefined {
  const parts = token.split('.');
  if (parts.length !== 3 || token.length > 16_384) return undefined;
  try {
    const { iss } = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) as { iss?: unknown };
    return typeof iss === 'string' ? iss : undefined;
  } catch {
    return undefined;
  }
}

/** Tokens that were verified, by digest, so that each is verified once. The oldest is forgotten first. */
export class VerifiedTokens<Token extends { expiresAt: number }> {
  readonly #known = new BoundedMap<string, Token>(10_000);

  get(digest: string, now: number): Token | undefined {
    const token = this.#known.get(digest);
    if (token === undefined || token.expiresAt > now) return token;
    this.#known.delete(digest);
    return undefined;
  }

  add(digest: string, token: Token): void {
    this.#known.set(digest, token);
  }
}
