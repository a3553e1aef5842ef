import { randomUUID } from 'node:crypto';
import type { SigningKeys } from './signing-keys.js';

/** What an access token stands for: a session, or an API key by its id. */
export type TokenSubject = { session: string } | { apiKey: string };

export interface VerifiedToken {
  subject: TokenSubject;
  /** ms since the epoch. */
  expiresAt: number;
}

export const ownIssuer = 'svc';

/** Access tokens of our own: JWT (RFC 9068) signed with HS256, since nobody but us verifies them. */
export class AccessTokens {
  constructor(
    private readonly keys: SigningKeys,
    private readonly lifetimeMs: number,
    private readonly now: () => number,
  ) {}

  /** Seconds a new token lives. */
  get lifetime(): number {
    return this.lifetimeMs / 1000;
  }

  async issue(sub: string, subject: TokenSubject): Promise<string> {
    const { SignJWT } = await import('jose');
    const { kid, secret } = this.keys.current();
    const seconds = Math.floor(this.now() / 1000);
    const claims = 'session' in subject ? { sid: subject.session } : { akid: subject.apiKey };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid })
      .setIssuer(ownIssuer)
      .setAudience(ownIssuer)
      .setSubject(sub)
      .setJti(randomUUID())
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + this.lifetime)
      .sign(secret);
  }

  /** Undefined for whatever we did not sign, or that has expired. */
  async verify(token: string): Promise<VerifiedToken | undefined> {
    const { jwtVerify, errors } = await import('jose');
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.#key(kid), {
        algorithms: ['HS256'],
        issuer: ownIssuer,
        audience: ownIssuer,
        typ: 'at+jwt',
        requiredClaims: ['exp', 'sub'],
        currentDate: new Date(this.now()),
      });
      const { exp = 0, sid, akid } = payload;
      if (typeof sid === 'string') return { subject: { session: sid }, expiresAt: exp * 1000 };
      if (typeof akid === 'string') return { subject: { apiKey: akid }, expiresAt: exp * 1000 };
      return undefined;
    } catch (error) {
      if (error instanceof errors.JOSEError || error instanceof UnknownKey || error instanceof TypeError) {
        return undefined;
      }
      throw error;
    }
  }

  #key(kid: string | undefined): Uint8Array {
    const secret = this.keys.find(kid);
    if (secret) return secret;
    throw new UnknownKey();
  }
}

class UnknownKey extends Error {}

/** The `iss` that a JWT claims for itself, before anything is verified: tells who is to verify it. */
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
