import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Problem } from '../../../problems/index.js';
import type { KeyStore } from './key-store.js';

const lifetimeMs = 30 * 86_400_000;
/** Longer than the lifetime of any access token. */
const retiredMs = 2 * 3_600_000;

interface SigningKey {
  kid: string;
  /** 32 bytes, base64url. */
  secret: string;
  /** ms since the epoch. */
  createdAt: number;
}

/**
 * The keys that sign access tokens. A new key is made every 30 days; the previous
 * key verifies tokens until all tokens that it signed have expired.
 */
export class SigningKeys {
  #keys: SigningKey[];

  /** @throws Problem settings_invalid for a text without valid keys */
  constructor(
    private readonly store: KeyStore,
    private readonly now: () => number,
  ) {
    this.#keys = getKeys(store);
  }

  current(): { kid: string; secret: Uint8Array } {
    const newest = this.#keys.at(-1);
    const key = newest && this.now() - newest.createdAt < lifetimeMs ? newest : this.rotate();
    return { kid: key.kid, secret: Buffer.from(key.secret, 'base64url') };
  }

  /** Returns the successor of a refresh token; the same for each call with the same key. */
  nextToken(refreshToken: string): string {
    const { secret } = this.current();
    return `svcr_${createHmac('sha256', secret).update(`refresh ${refreshToken}`).digest('base64url')}`;
  }

  find(kid: unknown): Uint8Array | undefined {
    const at = this.#keys.findIndex((key) => key.kid === kid);
    const key = this.#keys[at];
    if (key === undefined) return undefined;
    const next = this.#keys[at + 1];
    if (next !== undefined && this.now() - next.createdAt > retiredMs) return undefined;
    return Buffer.from(key.secret, 'base64url');
  }

  /** Makes a new key and signs with it from now on. */
  rotate(): SigningKey {
    const secret = randomBytes(32).toString('base64url');
    const key = { kid: randomUUID(), secret, createdAt: this.now() };
    const keys = [...this.#keys.slice(-1), key];
    this.store.write(`${JSON.stringify({ keys }, null, 2)}\n`, secret);
    this.#keys = keys;
    return key;
  }
}

function getKeys(store: KeyStore): SigningKey[] {
  const text = store.read();
  if (text === undefined) return [];
  try {
    const { keys } = JSON.parse(text) as { keys: SigningKey[] };
    const isWhole = keys.every(({ kid, secret, createdAt }) => {
      const length = Buffer.from(secret, 'base64url').length;
      return typeof kid === 'string' && typeof createdAt === 'number' && length === 32;
    });
    if (isWhole) return keys;
  } catch {
    // Reported below, like keys of the wrong form.
  }
  const hints = ['Restore the file from a backup, or remove it: all users then have to sign in again.'];
  const detail = `${store.place} does not hold valid keys for signing access tokens`;
  throw new Problem('settings_invalid', detail, { hints });
}
