import { createHash, randomUUID } from 'node:crypto';
import type { JwtConfig } from './jwt-schema.js';
import { readSigningKey, type SigningKey } from './signing-key.js';

/** Claims that the use of a JWT decides where the configuration does not. */
interface JwtDefaults {
  issuer?: string | undefined;
  subject?: string | undefined;
  audience?: string | undefined;
  /** True for assertions, which servers take once. */
  isUsedOnce: boolean;
}

/** A JWT begins this long before now, in seconds: the clock of the server may be a little behind. */
const headStart = 10;

/** Signs JWTs by one configuration, whose key is read once. */
export class JwtSigner {
  readonly #signingKey: SigningKey;

  /** @param field the place in the configuration @throws ConnectorError for a key or certificate that cannot be used */
  constructor(
    readonly config: JwtConfig,
    readonly field: string,
  ) {
    this.#signingKey = readSigningKey(config, field);
  }

  /** The seconds for which a new JWT is valid. */
  get lifetime(): number {
    return (this.config.lifetime ?? 300) - headStart;
  }

  /** Returns a signed JWT. @param now ms since the epoch */
  async sign(now: number, defaults: JwtDefaults): Promise<string> {
    // Services without such connections run without the library.
    const { SignJWT } = await import('jose');
    const { algorithm = 'RS256', claims = {}, keyId, lifetime = 300 } = this.config;
    const { key, certificate } = this.#signingKey;
    const start = Math.floor(now / 1_000) - headStart;
    const header = { alg: algorithm, typ: 'JWT' };
    if (keyId !== undefined) Object.assign(header, { kid: keyId });
    if (certificate) {
      const digest = (name: string) => createHash(name).update(certificate.raw).digest('base64url');
      Object.assign(header, { x5t: digest('sha1'), 'x5t#S256': digest('sha256') });
    }
    const jwt = new SignJWT(claims).setProtectedHeader(header);
    jwt.setIssuedAt(start).setExpirationTime(start + lifetime);
    const { issuer, subject, audience } = { ...defaults, ...this.config };
    if (issuer !== undefined) jwt.setIssuer(issuer);
    if (subject !== undefined) jwt.setSubject(subject);
    if (audience !== undefined) jwt.setAudience(audience);
    if (defaults.isUsedOnce) {
      jwt.setNotBefore(start);
      if (claims['jti'] === undefined) jwt.setJti(randomUUID());
    }
    return jwt.sign(key);
  }
}

/** Returns a JWT and its signature, which servers may repeat. */
export function jwtSecrets(jwt: string): string[] {
  return [jwt, jwt.slice(jwt.lastIndexOf('.') + 1)];
}
