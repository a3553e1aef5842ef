import { hash, randomBytes } from 'node:crypto';

/** What is stored of a random token: SHA-256, hex. Random tokens need no slow hash. */
export function digestOf(token: string): string {
  return hash('sha256', token);
}

/** `<prefix>_` and 256 random bits. */
export function randomToken(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}
